import type { Operation, ParsedRequest } from 'openapi-backend';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { Parameter, Schema } from '../contract/model.ts';
import { dateTime } from './clock.ts';
import { jobInputs } from './operations/jobs.ts';
import type { Fault, Sandbox } from './state.ts';

/** A request in the log, as `controls/openapi.yaml` describes it. */
export interface LoggedRequest {
  time: string;
  method: string;
  path: string;
  operationId?: string;
  status?: number;
  problem?: string;
  fault?: Fault;
  assumed?: string[];
}

/** A body that was posted to the receiver, with the status code if it responded. */
export interface Delivery {
  body: string;
  status?: number;
  /** True if no program listens at the receiver's port. */
  isRefused?: boolean;
  /** The value of `performance.now()` when the receiver responded or failed. */
  ended?: number;
}

/** The most recent requests, oldest first. */
export interface RequestLog {
  requests: LoggedRequest[];
  /** Requests to the receiver. Only the grader keeps them. */
  deliveries?: Delivery[];
  print?: (line: string) => void;
}

const MOST_REQUESTS = 1_000;

/** Prints a line. Escapes characters in paths and fields that would control the terminal or begin a new line. */
export function print(log: RequestLog, line: string) {
  log.print?.(
    line.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`),
  );
}

/** Adds a request to the log, and prints it. */
export function logRequest({ log, clock }: Sandbox, request: Omit<LoggedRequest, 'time'>) {
  const { method, path, status = 'dropped', fault, problem, assumed = [] } = request;
  print(log, [`${method} ${path}: ${status}`, fault && '(a fault)', problem].filter(Boolean).join(' '));
  for (const assumption of assumed) print(log, `  Assumed: the platform may reject ${assumption}.`);
  log.requests.push({ time: dateTime(clock.now()), ...request });
  if (log.requests.length > MOST_REQUESTS) log.requests.shift();
}

const selectors = ['ConsentId', 'UserId', 'ExternalUserId', 'AccountId'];

/** The parts of a request that the sandbox accepts only because of an assumption. The log lists them as a warning. */
export function assumptionsOf(
  { operationId, parameters = [], requestBody: described }: Operation,
  { query, requestBody }: ParsedRequest,
): string[] {
  const body = { ...(requestBody as Record<string, unknown> | undefined) };
  const selects = parameters.some((parameter) => 'name' in parameter && parameter.name === 'ConsentId');
  const sentSelectors = selects
    ? selectors.filter((name) => query[name] !== undefined)
    : jobInputs.filter((name) => operationId === 'createCategorizationJob' && body[name] !== undefined);
  const { content } = (described ?? {}) as Partial<OpenAPIV3_1.RequestBodyObject>;
  const schemas = {
    ...(content?.['application/json']?.schema as Schema | undefined)?.properties,
    ...Object.fromEntries((parameters as Parameter[]).map(({ name, schema }) => [name, schema])),
  } as Record<string, Schema>;
  const respelled = Object.entries({ ...query, ...body }).filter(
    ([name, value]) => schemas[name]?.enum?.includes(value) === false,
  );
  return [
    ...(selects && sentSelectors.length === 0 ? ['a request without an ID'] : []),
    ...(sentSelectors.length > 1 ? [`${sentSelectors.join(' and ')} together`] : []),
    ...respelled.map(([name, value]) => `${String(value)} for ${name}, so use the contract's spelling`),
  ];
}
