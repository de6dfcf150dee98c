import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { extname, join, posix } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import send from 'send';
import { contentType, headersFor, prefersMarkdown, textTypes } from './headers.ts';
import type { SiteFacts } from './site-facts.ts';
import { readText } from '../shared/text-file.ts';
import { twinLinks } from '../shared/twin-path.ts';

/** A server that sends a built site as a static host does, compressed for clients that accept it. */
export function createSiteServer(folder: string, facts: Partial<SiteFacts> = {}): Server {
  const site = { origin: '', base: '', policy: '', redirects: {}, ...facts };
  const { base, redirects } = site;
  const twinOf = twinLinks(base);
  const compressed = compressedFiles(folder);

  // Use nginx's timeout. If it were shorter, programs that pause between requests would reuse closed connections.
  return createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    const { method, headers } = request;
    const path = pathOf(request);
    const prefetch = String(headers['sec-purpose']).includes('prefetch');
    const wantsMarkdown = prefersMarkdown(headers.accept ?? '');
    const setHeaders = (found: boolean, type = '', file = path) => {
      const siteHeaders = headersFor(site, { path: file, type, found, prefetch, negotiated: file !== path });
      response.setHeaders(new Map(Object.entries(siteHeaders)));
    };
    const respond = (status: number, extraHeaders: Record<string, string> = {}, body = '') => {
      setHeaders(false, extraHeaders['content-type']);
      response.writeHead(status, extraHeaders).end(body);
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
    const file = twin.slice(base.length) + (twin.endsWith('/') ? 'index.html' : '');
    const acceptsGzip = headers['accept-encoding']?.toString().toLowerCase().includes('gzip');
    const copy = acceptsGzip ? compressed(file).catch(() => undefined) : Promise.resolve(undefined);
    void copy.then((gzipped) => (gzipped ? sendCompressed(gzipped) : sendFile()));

    function setFileHeaders() {
      const type = contentType(file);
      setHeaders(true, type, twin);
      response.setHeader('content-type', type);
      response.setHeader('vary', 'Accept-Encoding');
      if (twin !== path) response.setHeader('content-location', encodeURI(twin));
      // For shared caches. Prefetches omit it, because the click that uses a prefetch sends a different Accept.
      if (['.html', '.md'].includes(extname(file)) && !prefetch) response.appendHeader('vary', 'Accept');
    }

    function sendCompressed({ etag, body }: Compressed) {
      setFileHeaders();
      response.setHeader('etag', etag);
      if (headers['if-none-match']?.includes(etag)) response.writeHead(304).end();
      else response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body.length }).end(body);
    }

    function sendFile() {
      send(request, encodeURI(file), { root: folder, dotfiles: 'allow', cacheControl: false })
        .on('headers', setFileHeaders)
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
    }
  });
}

/** Normalizes a request's path as other hosts do: decodes it, and removes `..` and repeated slashes. */
function pathOf({ url = '' }: IncomingMessage): string {
  const { pathname = url } = URL.parse(url.startsWith('/') ? `http://localhost${url}` : url) ?? {};
  try {
    return posix.normalize(decodeURIComponent(pathname));
  } catch {
    return pathname;
  }
}

interface Compressed {
  etag: string;
  body: Buffer;
}

/** Compresses a folder's text files, each when a client first requests it, and keeps the result in memory. */
function compressedFiles(folder: string): (file: string) => Promise<Compressed | undefined> {
  const compress = promisify(gzip);
  const compressed = new Map<string, Compressed>();
  return async (file) => {
    const path = join(folder, file);
    // On Windows, a backslash could lead out of the folder.
    if (!textTypes.includes(contentType(file)) || !path.startsWith(join(folder, '/'))) return undefined;
    const { size, mtimeMs } = await stat(path);
    const etag = `W/"${size}-${mtimeMs}-gzip"`;
    if (compressed.get(file)?.etag !== etag)
      compressed.set(file, { etag, body: await compress(await readFile(path)) });
    return compressed.get(file);
  };
}
