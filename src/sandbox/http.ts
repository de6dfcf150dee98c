import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Fault } from './state.ts';

/** A response of the sandbox, with or without a body. */
export interface SandboxResponse {
  status: number;
  body?: unknown;
  /** The content type of the body. The default is `application/json`. */
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
  /** The operation's rate limit, from `x-rate-limit` in the contract. */
  limit: number | undefined;
  /** The way that a fault breaks a page of a list. */
  page: Fault['page'];
}

/** Handles an operation's requests. */
export type Operation = (request: SandboxRequest) => SandboxResponse | Promise<SandboxResponse>;

/** A successful response with a body. */
export function ok(body: unknown): SandboxResponse {
  return { status: 200, body };
}

/** A successful response without a body. */
export const noContent: SandboxResponse = { status: 204 };

/**
 * Problem details, as RFC 9457 defines them, with the contract's field names.
 *
 * @param detail - A sentence about the mistake, for the developer who sent the request.
 * @param errors - Messages by field name.
 */
export function problem(status: number, detail: string, errors?: Record<string, string[]>): SandboxResponse {
  const traceId = `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`;
  return {
    status,
    type: 'application/problem+json',
    body: {
      type: 'about:blank',
      title: STATUS_CODES[status],
      status,
      traceId,
      detail,
      ...(errors && { errors }),
    },
  };
}

/** The response to a value that the contract allows but the sandbox rejects. */
export function badRequest(field: string, message: string): SandboxResponse {
  return problem(400, 'The request is not valid.', { [field]: [message] });
}

/** The response if no data matches the IDs in a request. */
export function notFound(detail = 'No data found.'): SandboxResponse {
  return problem(404, detail);
}
