import { send, type SendResult } from '@fastify/send';
import { ReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { headersFor } from './headers.ts';
import { withUsableRange } from './range.ts';
import { findFile, type SiteFile } from './site-file.ts';

/** Milliseconds and bytes: enough for slow connections, too little to keep the server busy with unfinished requests. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16_384,
};

/** A connection that transfers nothing for this long, in milliseconds, is closed. */
const IDLE_TIMEOUT = 30_000;

/** A connection takes up to two descriptors, its own and one for a file. The usual limit is 1,024. */
const MOST_CONNECTIONS = 400;

/** The library handles conditions and ranges. We choose the file, its type, and how long it is cached. */
const sendOptions = { cacheControl: false, contentType: false, index: false, dotfiles: 'allow' } as const;

/** An error page has no parts and no versions. */
const errorPageOptions = { ...sendOptions, acceptRanges: false, etag: false, lastModified: false } as const;

/**
 * Serves a built site as a static host does: files as they are, `index.html` for folders, and the not-found page
 * with status 404 for everything else. For previews and tests: it has no TLS, access log, or rate limit.
 *
 * @param folder - The built site. Files with an up-to-date `.br` or `.gz` beside them are sent compressed.
 */
export function createSiteServer(folder: string): Server {
  const server = createServer(limits, (request, response) => {
    respond(folder, request, response).catch((error: NodeJS.ErrnoException) => {
      fail(request, response, error);
    });
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.timeout = IDLE_TIMEOUT;
  return server;
}

async function respond(root: string, request: IncomingMessage, response: ServerResponse) {
  const { method, headers } = request;
  const path = pathOf(request);
  if (method !== 'GET' && method !== 'HEAD') {
    refuse(request, response);
    return;
  }
  const file = findFile(root, path, headers['accept-encoding']);
  if (!file) {
    await sendNotFound(root, request, response);
    return;
  }
  const result = await send(withUsableRange(request, file.size), file.path, { ...sendOptions, root });
  if (result.statusCode === 500 && result.type === 'error') throw result.metadata.error;
  const found = result.type === 'file';
  setHeaders(response, headersFor(path, found, isPrefetch(request)));
  if (found && result.statusCode !== 304) describe(file, response);
  await deliver(result, result.statusCode, response);
}

/** Sends the not-found page in full, whatever part or version of the missing file the request is for. */
async function sendNotFound(root: string, request: IncomingMessage, response: ServerResponse) {
  setHeaders(response, headersFor(pathOf(request), false, false));
  const page = findFile(root, '/404.html', request.headers['accept-encoding']);
  if (!page) {
    sendText(404, 'Not found', response);
    return;
  }
  // The library reads nothing else of a request.
  const unconditional = { method: request.method, headers: {} } as IncomingMessage;
  const result = await send(unconditional, page.path, { ...errorPageOptions, root });
  describe(page, response);
  await deliver(result, 404, response);
}

/** Sends no file: methods that would change something aren't allowed. */
function refuse(request: IncomingMessage, response: ServerResponse) {
  setHeaders(response, headersFor(pathOf(request), false, false));
  response.setHeader('allow', 'GET, HEAD, OPTIONS');
  // Don't read an upload to its end. HTTP/2 has no such header and needs none.
  if (request.httpVersionMajor === 1) response.setHeader('connection', 'close');
  response.statusCode = request.method === 'OPTIONS' ? 204 : 405;
  response.end();
}

/** Streams what the library has prepared. Resolves after the last byte; rejects when the client has left. */
async function deliver({ headers, stream }: SendResult, status: number, response: ServerResponse) {
  setHeaders(response, headers);
  response.statusCode = status;
  await pipeline(stream, response, { end: false });
  // A build that replaces the file in the meantime may leave too few bytes. Break off instead of ending as if
  // all had been sent: the next response on the connection would be taken for the rest.
  const complete = !(stream instanceof ReadStream) || stream.bytesRead === Number(headers['Content-Length']);
  if (complete) response.end();
  else response.destroy();
}

/** Responds to a request whose file can't be read, unless the client has left, which is no error. */
function fail({ method, url }: IncomingMessage, response: ServerResponse, error: NodeJS.ErrnoException) {
  if (response.destroyed || error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
  // A build may delete a file between the look at it and the reading.
  const status = error.code === 'ENOENT' ? 404 : 500;
  if (status === 500) console.error(`${method} ${url} failed: ${error.message}`);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  setHeaders(response, headersFor('/', false, false));
  sendText(status, status === 404 ? 'Not found' : 'Internal server error', response);
}

function sendText(status: number, text: string, response: ServerResponse) {
  response.statusCode = status;
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.end(`${text}\n`);
}

function describe({ type, encoding }: SiteFile, response: ServerResponse) {
  response.setHeader('content-type', type);
  response.setHeader('vary', 'Accept-Encoding');
  if (encoding) response.setHeader('content-encoding', encoding);
}

function setHeaders(response: ServerResponse, headers: Record<string, string>) {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** The path of a request without its query. A request in the form for proxies starts with the origin. */
function pathOf({ url = '' }: IncomingMessage): string {
  return url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*/s, '') || '/';
}

/** Browsers send the first header for speculation rules and links; our scripts send the second with `fetch`. */
function isPrefetch({ headers }: IncomingMessage): boolean {
  return [headers['sec-purpose'], headers['purpose']].some((purpose) => /prefetch/.test(String(purpose)));
}
