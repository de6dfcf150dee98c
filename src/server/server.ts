import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { headerRules, headersFor, type HeaderRule } from '../hosting/headers.ts';
import { selectBytes, sendBody } from './send-file.ts';
import { findFile, type SiteFile } from './site-file.ts';
import type { SiteFacts } from '../hosting/site-facts.ts';

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

/**
 * Serves a built site as a static host does: files as they are, `index.html` for folders, and the not-found page
 * with status 404 for everything else. For previews and tests: it has no TLS, access log, or rate limit.
 *
 * @param folder - The built site. Files with an up-to-date `.br` or `.gz` beside them are sent compressed.
 * @param facts - From the build: the base path and the policy. Without them, the site is at the root and has no policy.
 */
export function createSiteServer(folder: string, facts?: SiteFacts): Server {
  const site: Site = {
    root: folder,
    base: facts?.base ?? '',
    rules: headerRules(facts),
    redirects: new Map(facts?.redirects.map(({ from, to }) => [from, to])),
  };
  const server = createServer(limits, (request, response) => {
    respond(site, request, response).catch((error: NodeJS.ErrnoException) => {
      fail(site, request, response, error);
    });
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.timeout = IDLE_TIMEOUT;
  return server;
}

/** The site that a server sends. */
interface Site {
  /** Its folder. */
  root: string;
  /** The path that it is served below, without a trailing slash. */
  base: string;
  rules: readonly HeaderRule[];
  /** New paths of pages that have moved, by their old ones. */
  redirects: ReadonlyMap<string, string>;
}

async function respond(site: Site, request: IncomingMessage, response: ServerResponse) {
  // A client may send many requests at once. Open the file only when it is the request's turn: if the connection broke
  // earlier, nothing would close the file.
  if (!response.socket) await once(response, 'socket');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    refuse(site, request, response);
    return;
  }
  const path = pathOf(request);
  const moved = site.redirects.get(path.replace(/\/?$/, '/'));
  if (moved !== undefined) {
    setHeaders(response, { ...headersFor(site.rules, path, false, false), location: moved });
    response.statusCode = 301;
    response.end();
    return;
  }
  const isInside = path === site.base || path.startsWith(`${site.base}/`);
  const inside = path.slice(site.base.length) || '/';
  const file = isInside ? findFile(site.root, inside, request.headers['accept-encoding']) : undefined;
  if (!file) {
    await sendNotFound(site, request, response);
    return;
  }
  const selection = await selectBytes(site.root, file, request);
  const found = selection.status < 400;
  setHeaders(response, selection.headers);
  setHeaders(response, headersFor(site.rules, path, found, isPrefetch(request)));
  if (found && selection.status !== 304) describe(file, response);
  response.statusCode = selection.status;
  await sendBody(selection, response);
}

/** Sends the whole not-found page, even if the request is for a range of the missing file or has an ETag. */
async function sendNotFound({ root, rules }: Site, request: IncomingMessage, response: ServerResponse) {
  setHeaders(response, headersFor(rules, pathOf(request), false, false));
  const page = findFile(root, '/404.html', request.headers['accept-encoding']);
  if (!page) {
    sendText(404, 'Not found', response);
    return;
  }
  const selection = await selectBytes(root, page, { method: request.method, headers: {} } as IncomingMessage);
  describe(page, response);
  response.setHeader('content-length', page.size);
  response.statusCode = 404;
  await sendBody(selection, response);
}

/** Sends no file: methods that would change something aren't allowed. */
function refuse({ rules }: Site, request: IncomingMessage, response: ServerResponse) {
  setHeaders(response, headersFor(rules, pathOf(request), false, false));
  response.setHeader('allow', 'GET, HEAD, OPTIONS');
  // Don't read an upload to its end. HTTP/2 has no such header and needs none.
  if (request.httpVersionMajor === 1) response.setHeader('connection', 'close');
  response.statusCode = request.method === 'OPTIONS' ? 204 : 405;
  response.end();
}

/** Responds to a request whose file can't be read, unless the client has disconnected. */
function fail(
  { rules }: Site,
  { method, url }: IncomingMessage,
  response: ServerResponse,
  error: NodeJS.ErrnoException,
) {
  if (response.destroyed || error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
  // A build may delete a file after it was found and before it is read.
  const status = error.code === 'ENOENT' ? 404 : 500;
  if (status === 500) console.error(`${method} ${url} failed: ${error.message}`);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  setHeaders(response, headersFor(rules, '/', false, false));
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
