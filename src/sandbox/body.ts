import type { IncomingMessage } from 'node:http';
import { CONSENT_PAGE } from './consent-page.ts';
import { problem, Refusal } from './http.ts';
import { tokenError } from './operations/authentication.ts';

const LONGEST_BODY = 2 ** 20;
/** The most levels of objects and lists. At several thousand, JSON.stringify fails. */
const DEEPEST_BODY = 100;
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** Reads a request's body for openapi-backend: a form for the token endpoint, and JSON for all other endpoints. */
export async function readBody(request: IncomingMessage, path: string) {
  const bytes = await bytesOf(request);
  const isToken = path.endsWith('/connect/token');
  const refusal = (status: number, detail: string) =>
    new Refusal(isToken ? tokenError(400, 'invalid_request', detail) : problem(status, detail));
  const { authorization = '', ...headers } = request.headers;
  if (!bytes) throw refusal(413, 'The body is longer than 1 MiB.');
  if (isToken && authorization.toLowerCase().startsWith('basic '))
    throw refusal(
      400,
      'Send client_id and client_secret in the form-encoded body. The contract does not define HTTP Basic.',
    );
  if (bytes.length === 0) return undefined;
  const { 'content-encoding': encoding = 'identity', 'content-type': contentType = '' } = headers;
  if (encoding.toLowerCase() !== 'identity')
    throw refusal(415, `The body is sent with Content-Encoding: ${encoding}. Send it without compression.`);
  const type = isToken || CONSENT_PAGE.test(path) ? FORM : JSON_TYPE;
  if (contentType.split(';', 1).join().trim().toLowerCase() !== type)
    throw refusal(415, `The body needs Content-Type: ${type}. The request has ${contentType || 'none'}.`);
  if (type === FORM) return Object.fromEntries(new URLSearchParams(String(bytes)));
  let text;
  try {
    // TextDecoder drops the byte order mark that some editors and Windows tools add.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refusal(400, "The body isn't UTF-8. Some clients, such as Windows PowerShell, use Latin-1.");
  }
  const object = objectIn(text);
  if (isTooDeep(object)) throw refusal(400, `The body has more than ${DEEPEST_BODY} levels.`);
  return object ?? text;
}

/** The object in a JSON text. openapi-backend corrects spellings only in objects, and reports other bodies itself. */
function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function isTooDeep(body: unknown): boolean {
  let values = [body];
  for (let level = 0; level <= DEEPEST_BODY; level++)
    values = values.flatMap((value) => (typeof value === 'object' ? Object.values(value ?? {}) : []));
  return values.length > 0;
}

/** A request's body; `undefined` if it's too long. */
async function bytesOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= LONGEST_BODY) chunks.push(chunk);
  }
  return length > LONGEST_BODY ? undefined : Buffer.concat(chunks);
}
