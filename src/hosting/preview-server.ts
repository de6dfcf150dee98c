import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import send from 'send';
import { contentType, headersFor, prefersMarkdown, textTypes } from './headers.ts';
import type { SiteFacts } from './site-facts.ts';
import { filesBelow } from '../shared/files-below.ts';
import { readText } from '../shared/text-file.ts';
import { twinLinks } from '../shared/twin-path.ts';

/** A server that sends a built site as a static host does. If a file has a `.gz` version, the server sends that one. */
export function createSiteServer(folder: string, facts: Partial<SiteFacts> = {}): Server {
  const site = { origin: '', base: '', policy: '', redirects: {}, ...facts };
  const { base, redirects } = site;
  const twinOf = twinLinks(base);

  // Use nginx's timeout. If it were shorter, programs that pause between requests would reuse closed connections.
  return createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    const { method, headers } = request;
    const path = pathOf(request);
    const prefetch = /prefetch/.test(String(headers['sec-purpose']));
    const wantsMarkdown = prefersMarkdown(headers.accept ?? '');
    const setHeaders = (found: boolean, type = '', file = path) => {
      const all = headersFor(site, { path: file, type, found, prefetch, negotiated: file !== path });
      response.setHeaders(new Map(Object.entries(all)));
    };
    const respond = (status: number, others: Record<string, string> = {}, body = '') => {
      setHeaders(false, others['content-type']);
      response.writeHead(status, others).end(body);
    };
    const sendError = (status: number, name: string) => {
      const file = join(folder, name);
      const body = existsSync(file) ? readText(file) : `Error ${status}`;
      respond(status, { 'content-type': contentType(file) }, body);
    };
    const notFound = () => sendError(404, wantsMarkdown || path.endsWith('.md') ? '404.md' : '404.html');

    if (method !== 'GET' && method !== 'HEAD') return respond(405, { allow: 'GET, HEAD' });
    const moved = path === base ? `${base}/` : redirects[path];
    if (moved) return respond(301, { location: moved });
    if (!path.startsWith(`${base}/`)) return notFound();

    const twin = wantsMarkdown ? twinOf(path) : path;
    const file = twin.slice(base.length).replace(/\/$/, '/index.html');
    const isCompressed =
      /\bgzip\b/i.test(headers['accept-encoding'] ?? '') && existsSync(join(folder, `${file}.gz`));
    const options = { root: folder, dotfiles: 'allow', cacheControl: false } as const;
    return void send(request, encodeURI(isCompressed ? `${file}.gz` : file), options)
      .on('headers', () => {
        const type = contentType(file);
        setHeaders(true, type, twin);
        response.setHeader('content-type', type);
        response.setHeader('vary', 'Accept-Encoding');
        if (isCompressed) response.setHeader('content-encoding', 'gzip');
        if (twin !== path) response.setHeader('content-location', encodeURI(twin));
        // For shared caches. Prefetches omit it, because the click that uses a prefetch sends a different Accept.
        if (/html|markdown/.test(type) && !prefetch) response.appendHeader('vary', 'Accept');
      })
      .on('directory', () => {
        if (existsSync(join(folder, file, 'index.html'))) respond(301, { location: `${encodeURI(path)}/` });
        else notFound();
      })
      .on('error', ({ status, headers: others }: { status: number; headers?: Record<string, string> }) => {
        if (response.headersSent) response.destroy();
        else if (status >= 500) sendError(status, '500.html');
        else if (status !== 412 && status !== 416) notFound();
        else {
          for (const name of response.getHeaderNames()) response.removeHeader(name);
          respond(status, others);
        }
      })
      .pipe(response);
  });
}

/** Normalizes a request's path as other hosts do: decodes it, and removes `..` and repeated slashes. */
function pathOf({ url = '' }: IncomingMessage): string {
  const { pathname = url } = URL.parse(url.replace(/^\/+/, '/'), 'http://localhost') ?? {};
  try {
    return posix.normalize(decodeURIComponent(pathname));
  } catch {
    return pathname;
  }
}

/** Compresses every text file in a folder that has no `.gz` file yet. */
export async function precompress(folder: string): Promise<void> {
  const texts = (await filesBelow(folder))
    .map((file) => join(folder, file))
    .filter((file) => textTypes.includes(contentType(file)) && !existsSync(`${file}.gz`));
  const compress = promisify(gzip);
  await Promise.all(texts.map(async (file) => writeFile(`${file}.gz`, await compress(await readFile(file)))));
}
