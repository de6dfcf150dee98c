import type { IncomingMessage } from 'node:http';
import { CONSENT_PAGE } from './consent-page.ts';
import { problem, type SandboxResponse } from './http.ts';
import { tokenError } from './operations/authentication.ts';

/** The longest request body, in bytes. */
const LONGEST_BODY = 1024 * 1024;

/** A request's body as openapi-backend expects it, or the response to a body that can't be read. */
export type ReadBody = { body?: string | Record<string, string> } | { refused: SandboxResponse };

const TOKEN_PATH = /\/connect\/token$/;

/**
 * Reads a request's body as strictly as the contracts require: a form for the token endpoint, JSON for all others, both
 * with their content type.
 */
export async function readBody(request: IncomingMessage, path: string): Promise<ReadBody> {
  const bytes = await bytesOf(request);
  if (!bytes) return { refused: problem(413, 'The body is longer than 1 MiB.') };
  const isToken = TOKEN_PATH.test(path);
  const refuse = (status: number, detail: string): ReadBody => ({
    refused: isToken ? tokenError(400, 'invalid_request', detail) : problem(status, detail),
  });
  if (isToken && /^Basic /i.test(request.headers.authorization ?? '')) {
    return refuse(400, 'Send client_id and client_secret in the form. HTTP Basic is not in the contract.');
  }
  if (bytes.length === 0) return {};
  const { 'content-encoding': encoding = 'identity', 'content-type': sent = '' } = request.headers;
  if (!/^identity$/i.test(encoding)) {
    return refuse(415, `The body is sent with Content-Encoding: ${encoding}. Send it without compression.`);
  }
  const type = isToken || CONSENT_PAGE.test(path) ? FORM : JSON_TYPE;
  if (sent.replace(/;.*/s, '').trim().toLowerCase() !== type) {
    const got = sent === '' ? 'none' : sent;
    return refuse(415, `The body needs Content-Type: ${type}. The request has ${got}.`);
  }
  if (type === FORM) return { body: Object.fromEntries(new URLSearchParams(String(bytes))) };
  try {
    // TextDecoder drops the byte order mark that some editors and Windows tools send.
    return { body: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return refuse(400, "The body isn't UTF-8. Windows PowerShell, for example, sends Latin-1 by default.");
  }
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** The bytes of a request's body; `undefined` if there are too many. */
async function bytesOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= LONGEST_BODY) chunks.push(chunk);
  }
  return length > LONGEST_BODY ? undefined : Buffer.concat(chunks);
}
