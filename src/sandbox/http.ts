import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { OperationId, WebhookId } from 'contract:names';
import type { Operation } from 'openapi-backend';
import type { Fault, Moment } from './state.ts';

/** A response of the sandbox, with or without a body. */
export interface SandboxResponse {
  status: number;
  body?: unknown;
  type?: string;
  headers?: Record<string, string>;
  /** The reason to log if the body doesn't contain one. */
  reason?: string;
  /** The way to send the body: `cut` sends only half, and a number sends it in parts over that many milliseconds. */
  transfer?: 'cut' | number;
}

/** A request that the contract allows, with its parameters converted to the documented types. */
export interface SandboxRequest {
  path: Record<string, string>;
  query: Query;
  body: Record<string, unknown>;
  limit: number | undefined;
  page: Fault['page'];
}

/** The query parameters of a request. */
export type Query = Record<string, string | number | undefined>;

/** Handles an operation's requests. Returns the body, if any, of the documented success response. */
export type Handler = (request: SandboxRequest) => unknown;

/** A handler for each operation in the contracts. */
export type Handlers = Readonly<Record<Exclude<OperationId, WebhookId>, Handler>>;

/** The status code of an operation's success. */
export function successStatus({ responses = {} }: Operation): number {
  return Math.min(...Object.keys(responses).map(Number));
}

/** Thrown to respond with anything but the operation's success response. */
export class Refusal extends Error {
  readonly response: SandboxResponse;

  constructor(response: SandboxResponse) {
    super();
    this.response = response;
  }
}

/** The response of a refusal. Rethrows all other errors. */
export function responseOfRefusal(error: unknown): SandboxResponse {
  if (error instanceof Refusal) return error.response;
  throw error;
}

/** Problem details, as RFC 9457 defines them. `errors` maps field names to messages. */
export function problem(status: number, detail: string, errors?: Record<string, string[]>): SandboxResponse {
  const traceId = `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`;
  const body = { type: 'about:blank', title: STATUS_CODES[status], status, traceId, detail };
  return { status, type: 'application/problem+json', body: { ...body, ...(errors && { errors }) } };
}

/** Formats the messages for each field as text. */
export function fieldMessages(errors: Record<string, string[]>): string[] {
  return Object.entries(errors).map(([field, messages]) => `${field} ${messages.join(', ')}`);
}

/** Rejects a value that is invalid although the contract allows it. */
export function badRequest(field: string, message: string): Refusal {
  return new Refusal(problem(400, 'The request is not valid.', { [field]: [message] }));
}

/** Reads a date-time in a request. The contracts' format also allows times that JavaScript can't read. */
export function momentOf(field: string, text: unknown): Moment {
  const moment = Date.parse(String(text));
  if (FIRST_MOMENT <= moment && moment <= LAST_MOMENT) return moment;
  throw badRequest(field, 'Send a time from the years 0000 to 9999 in UTC, without a leap second.');
}

const FIRST_MOMENT = Date.parse('0000-01-01T00:00:00.000Z');
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z');

/** Rejects a request that contains none of the given fields. */
export function requireOne(sent: object, names: readonly [string, ...string[]]) {
  if (names.every((name) => !sent[name as keyof typeof sent]))
    throw badRequest(names[0], `Send one of ${names.join(', ')}.`);
}

/** Rejects IDs that match no data. */
export function notFound(detail = 'No data found.'): Refusal {
  return new Refusal(problem(404, detail));
}
