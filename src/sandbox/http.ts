import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Operation as Described } from 'openapi-backend';
import type { Fault } from './state.ts';

/** A response of the sandbox, with or without a body. */
export interface SandboxResponse {
  status: number;
  body?: unknown;
  type?: string;
  headers?: Record<string, string>;
  /** The reason for the log, if the body doesn't contain it. */
  reason?: string;
  /** The way to send the body: only half of it, or in parts over a number of milliseconds. */
  transfer?: 'cut' | number;
}

/** A request that the contract allows, with its parameters converted to the documented types. */
export interface SandboxRequest {
  path: Record<string, string>;
  query: Record<string, string | number | undefined>;
  body: Record<string, unknown>;
  limit: number | undefined;
  page: Fault['page'];
}

/** Handles an operation's requests. Returns the body, if any, of the success that the contract documents. */
export type Operation = (request: SandboxRequest) => unknown;

/** The status code of an operation's success. */
export function successOf({ responses = {} }: Described): number {
  return Math.min(...Object.keys(responses).map(Number));
}

/** Ends a request with a response other than its operation's success. */
export class Refusal extends Error {
  readonly response: SandboxResponse;

  constructor(response: SandboxResponse) {
    super();
    this.response = response;
  }
}

/** The response of a refusal. Throws any other error again. */
export function refusedWith(error: unknown): SandboxResponse {
  if (error instanceof Refusal) return error.response;
  throw error;
}

/** Problem details, as RFC 9457 defines them, with messages by field name. */
export function problem(status: number, detail: string, errors?: Record<string, string[]>): SandboxResponse {
  const traceId = `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`;
  const body = { type: 'about:blank', title: STATUS_CODES[status], status, traceId, detail };
  return { status, type: 'application/problem+json', body: { ...body, ...(errors && { errors }) } };
}

/** The messages for each field, as text. */
export function messagesOf(errors: Record<string, string[]>): string[] {
  return Object.entries(errors).map(([field, messages]) => `${field} ${messages.join(', ')}`);
}

/** Refuses a value that the contract allows. */
export function badRequest(field: string, message: string): Refusal {
  return new Refusal(problem(400, 'The request is not valid.', { [field]: [message] }));
}

/** Refuses a request that has none of some fields. */
export function requireOne(sent: object, names: readonly string[]) {
  if (names.every((name) => !sent[name as keyof typeof sent]))
    throw badRequest(names[0]!, `Send one of ${names.join(', ')}.`);
}

/** Refuses IDs that match no data. */
export function notFound(detail = 'No data found.'): Refusal {
  return new Refusal(problem(404, detail));
}
