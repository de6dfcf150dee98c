import type { IncomingMessage } from 'node:http';

/** The two forms of a single range. RFC 9110 lets a server ignore several ranges, and demands it of malformed ones. */
const SINGLE_RANGE = /^bytes=(?:\d+-\d*|-(\d+))$/;

/**
 * Removes a `Range` header that the library would handle incorrectly. The library then returns the whole file, which is
 * always correct.
 *
 * @param size - Size of the file in bytes.
 */
export function withUsableRange(request: IncomingMessage, size: number): IncomingMessage {
  if (request.headers.range === undefined || isUsable(request, size)) return request;
  // The library reads nothing else of a request. The original keeps its headers, for anyone who records them.
  return { method: request.method, headers: { ...request.headers, range: undefined } } as IncomingMessage;
}

function isUsable({ method, headers }: IncomingMessage, size: number): boolean {
  const match = SINGLE_RANGE.exec(headers.range ?? '');
  if (method !== 'GET' || !match) return false;
  // "The last 500 bytes" of 100 are all of them; the library responds with 416.
  if (Number(match[1]) >= size) return false;
  // A weak ETag doesn't guarantee the same bytes (RFC 9110, 13.1.5), and the library sends no other.
  return !String(headers['if-range'] ?? '').startsWith('W/');
}
