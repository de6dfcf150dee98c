import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import sirv from 'sirv';
import { contentType, headerRules, headersFor } from '../hosting/headers.ts';
import type { SiteFacts } from '../hosting/site-facts.ts';

/**
 * Creates a server that sends a built site as a static host does: files with the headers of `src/hosting/headers.ts`,
 * `index.html` for folders, and the not-found page with status 404 for everything else. For previews and tests.
 *
 * @param folder - The built site. Files with a `.br` or `.gz` beside them are sent compressed.
 * @param facts - From the build: the base path and the policy. Without them, the site is at the root and has no policy.
 */
export function createSiteServer(folder: string, facts?: SiteFacts): Server {
  const base = facts?.base ?? '';
  const rules = headerRules(facts);
  const redirects = new Map(facts?.redirects.map(({ from, to }) => [from, to]));
  const files = sirv(folder, {
    // Looks each file up when it is requested, so that a new build needs no restart.
    dev: true,
    etag: true,
    brotli: true,
    gzip: true,
    extensions: ['html'],
    setHeaders: (response, path) => {
      response.setHeader('content-type', contentType(extname(path) && !path.endsWith('/') ? path : '.html'));
    },
  });

  return createServer((request, response) => {
    const { method, url = '/' } = request;
    const path = url.replace(/\?.*/s, '');
    const moved = redirects.get(path.replace(/\/?$/, '/'));
    const setHeaders = (found: boolean) => {
      const headers = headersFor(rules, path, found, isPrefetch(request));
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    };
    const notFound = () => {
      setHeaders(false);
      sendNotFound(folder, response);
    };

    if (method !== 'GET' && method !== 'HEAD') {
      setHeaders(false);
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
    } else if (moved) {
      setHeaders(false);
      response.writeHead(301, { location: moved }).end();
    } else if (path === base || path.startsWith(`${base}/`)) {
      setHeaders(true);
      request.url = url.slice(base.length);
      files(request, response, notFound);
    } else notFound();
  });
}

function sendNotFound(folder: string, response: ServerResponse) {
  response.writeHead(404, { 'content-type': contentType('.html') });
  createReadStream(join(folder, '404.html'))
    .on('error', () => response.end('Not found'))
    .pipe(response);
}

/** Browsers send the first header for speculation rules and links; our scripts send the second with `fetch`. */
function isPrefetch({ headers }: IncomingMessage): boolean {
  return [headers['sec-purpose'], headers['purpose']].some((purpose) => /prefetch/.test(String(purpose)));
}
