import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';

/** Files below `/_astro/` carry a hash of their content in their name. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Kept, and asked for again before each use: a reader never sees an old page when a new one can be had. */
const REVALIDATED = 'no-cache';

/**
 * A page that was fetched ahead serves the click that follows without a second request. A minute is long enough
 * for the click and short enough for a new deploy; caches that several readers share have no part in it.
 */
const FETCHED_AHEAD = 'private, max-age=60';

/**
 * Serves a built site as a static host would: files as they are, `index.html` for folders, the not-found page
 * with status 404 for everything else.
 *
 * @param folder - The built site. Files with `.br` and `.gz` beside them are sent compressed.
 */
export function createSiteServer(folder: string): Server {
  const handle = sirv(folder, {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders: (response, path) => {
      // The name that RFC 9512 gives it; sirv knows an older one.
      if (path.endsWith('.yaml')) response.setHeader('content-type', 'application/yaml; charset=utf-8');
    },
    onNoMatch: (request: IncomingMessage, response: ServerResponse) =>
      sendNotFound(folder, request, response),
  });
  return createServer((request, response) => {
    // Also on the answer that nothing has changed: it renews the rule that the browser keeps.
    response.setHeader('cache-control', cacheRule(request));
    response.setHeader('x-content-type-options', 'nosniff');
    // A file that the next deploy has removed under the running server ends the answer, not the server.
    response.on('pipe', (file) => file.on('error', () => response.destroy()));
    handle(request, response);
  });
}

function cacheRule({ url = '', headers }: IncomingMessage): string {
  if (url.startsWith('/_astro/')) return IMMUTABLE;
  // Browsers send the first header for speculation rules and links; the second is our own, for `fetch`.
  const ahead = [headers['sec-purpose'], headers['purpose']].some((purpose) =>
    /prefetch/.test(String(purpose)),
  );
  return ahead ? FETCHED_AHEAD : REVALIDATED;
}

/** Sends the not-found page, compressed where the reader takes it so. */
function sendNotFound(folder: string, { headers }: IncomingMessage, response: ServerResponse) {
  const accepted = String(headers['accept-encoding'] ?? '');
  const page = join(folder, '404.html');
  const compressed = [
    { encoding: 'br', file: `${page}.br` },
    { encoding: 'gzip', file: `${page}.gz` },
  ].find(({ encoding, file }) => accepted.includes(encoding) && existsSync(file));
  if (compressed) response.setHeader('content-encoding', compressed.encoding);
  response.setHeader('cache-control', REVALIDATED);
  response.setHeader('vary', 'Accept-Encoding');
  response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' });
  const file = compressed?.file ?? page;
  response.end(existsSync(file) ? readFileSync(file) : 'Not found');
}
