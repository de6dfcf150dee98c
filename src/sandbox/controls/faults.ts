import type { Operation } from 'openapi-backend';
import { unauthorized } from '../api.ts';
import { pause } from '../clock.ts';
import { badRequest, problem, requireOne, successStatus, type SandboxResponse } from '../http.ts';
import { tokenError } from '../operations/authentication.ts';
import { suggestion } from '../reasons.ts';
import type { Fault, Sandbox } from '../state.ts';

/** Errors that any operation may return, although contracts don't document them. */
const ALWAYS = [401, 403, 429, 500, 502, 503, 504];
const REDIRECTS = [301, 302, 303, 307, 308];

const SLOW_MILLISECONDS = 30_000;
const SIGN_IN = {
  type: 'text/html; charset=utf-8',
  body: '<!doctype html><title>Sign in</title><p>Sign in to use this network.</p>',
};
const DETAIL = 'This fault was set with POST /sandbox/faults.';

const hasPages = ({ parameters = [] }: Operation) =>
  parameters.some((parameter) => 'name' in parameter && parameter.name === 'PageToken');

/** Adds a fault to some of the operations that the contracts define. */
export function addFault({ state }: Sandbox, operations: readonly Operation[], body: object): Fault {
  const fault: Fault = { times: 1, ...body };
  if (String(fault.times) === 'always') fault.times = null;
  const { operationId, status, location, page } = fault;
  const operation = operations.find(({ operationId: id }) => id === operationId);
  if (operationId !== undefined && !operation) {
    const ids = operations.flatMap(({ operationId: id }) => id ?? []);
    throw badRequest(
      'operationId',
      `Unknown operationId ${operationId}${suggestion(operationId, ids) || '.'}`,
    );
  }

  const documentedCodes = Object.keys(operation?.responses ?? {}).map(Number);
  const errorCodes = [...new Set([...documentedCodes.filter((code) => code >= 400), ...ALWAYS])].sort();
  const allowed = location === undefined ? errorCodes : REDIRECTS;
  if (status !== undefined && !allowed.includes(status))
    throw badRequest('status', `Send one of ${allowed.join(', ')}.`);
  if (page !== undefined && !(operation && hasPages(operation))) {
    const paged = operations.filter(hasPages).map(({ operationId: id }) => id);
    throw badRequest('operationId', `Only ${paged.join(', ')} has page tokens.`);
  }
  requireOne(fault, ['status', 'location', 'drop', 'delay', 'body', 'page']);
  state.faults.push(fault);
  return fault;
}

/** Returns the oldest fault that applies to an operation's request, and counts the request. */
export function nextFault(
  { state }: Sandbox,
  operationId: string,
  query: URLSearchParams,
): Fault | undefined {
  const fault = state.faults.find(
    (active) =>
      (active.operationId ?? operationId) === operationId &&
      (active.accountId === undefined || active.accountId === query.get('AccountId')) &&
      (active.page !== 'refused' || query.has('PageToken')),
  );
  if (fault?.times && --fault.times === 0) state.faults = state.faults.filter((active) => active !== fault);
  return fault;
}

/** Responds to a request that a fault applies to. Calls `runOperation` unless the fault prevents it. */
export async function withFault(
  sandbox: Sandbox,
  fault: Fault,
  operation: Operation,
  runOperation: () => Promise<SandboxResponse>,
): Promise<SandboxResponse | 'drop'> {
  const { location, status = location === undefined ? undefined : 307, drop, delay, body } = fault;
  const isReplaced = status !== undefined || drop === true || body === 'html' || body === 'empty';
  const original = fault.effect || !isReplaced ? await runOperation() : undefined;
  if (delay && body !== 'slow' && !(await pause(sandbox, delay))) return 'drop';
  if (drop) return 'drop';
  const response =
    status === undefined
      ? (original ?? { status: successStatus(operation), reason: DETAIL })
      : errorOf(sandbox, fault, status, operation);
  // A 204 has no body.
  if (body === 'html')
    return { ...response, ...SIGN_IN, status: response.status === 204 ? 200 : response.status };
  if (body === 'empty') return { ...response, body: undefined };
  if (body === 'cut') return response.body === undefined ? 'drop' : { ...response, transfer: 'cut' };
  if (body === 'slow') return { ...response, transfer: delay ?? SLOW_MILLISECONDS };
  if (body === 'extra' && response.status < 400) return { ...response, body: withExtraFields(response.body) };
  return response;
}

/** The response for a fault with a status. Token errors have their own format. The refresh limit's 429 has no body. */
function errorOf(
  { clock }: Sandbox,
  { location, retryAfter, retryAfterDate }: Fault,
  status: number,
  { operationId }: Operation,
): SandboxResponse {
  // Round up, because the header's date has whole seconds.
  const date = new Date(Math.ceil(clock.now() / 1000 + (retryAfter ?? 1)) * 1000).toUTCString();
  const wait = retryAfterDate ? date : retryAfter;
  const headers = {
    ...(wait !== undefined && { 'retry-after': String(wait) }),
    ...(location !== undefined && { location }),
  };
  if (location !== undefined || status === 429) return { status, headers, reason: DETAIL };
  if (operationId === 'createAccessToken' && status < 429)
    return { ...tokenError(status, status === 401 ? 'invalid_client' : 'invalid_request', DETAIL), headers };
  const response = status === 401 ? unauthorized(DETAIL) : problem(status, DETAIL);
  return { ...response, headers: { ...response.headers, ...headers } };
}

/** Adds an unknown field to every object in a body. */
function withExtraFields(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  if (Array.isArray(body)) return body.map(withExtraFields);
  const fields = Object.entries(body).map(([name, value]) => [name, withExtraFields(value)] as const);
  return { ...Object.fromEntries(fields), sandboxExtra: { added: ['by a fault'] } };
}
