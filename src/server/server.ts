import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';

/** Types that sirv's table lacks or names otherwise than the field does. */
const contentTypes: Record<string, string> = {
  '.yaml': 'application/yaml; charset=utf-8',
};

/**
 * Serves a built site as a static host would: files as they are, `index.html` for folders, the not-found page
 * with status 404 for everything else.
 *
 * @param folder - The built site. Files with `.br` and `.gz` beside them are sent compressed.
 */
export function createSiteServer(folder: string): Server {
  const notFound = join(folder, '404.html');
  const handle = sirv(folder, {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders: (response, path) => setHeaders(response, path),
    onNoMatch: (_request: IncomingMessage, response: ServerResponse) => {
      response.writeHead(404, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
      response.end(existsSync(notFound) ? readFileSync(notFound) : 'Not found');
    },
  });
  return createServer((request, response) => handle(request, response));
}

function setHeaders(response: ServerResponse, path: string) {
  // Files below /_astro/ carry a hash of their content in their name.
  const immutable = path.startsWith('/_astro/');
  response.setHeader('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  response.setHeader('x-content-type-options', 'nosniff');
  const ending = Object.keys(contentTypes).find((each) => path.endsWith(each));
  if (ending) response.setHeader('content-type', contentTypes[ending]!);
}
