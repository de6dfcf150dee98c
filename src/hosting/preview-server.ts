import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import send from 'send';
import { contentType, headersFor, prefersMarkdown, textTypes } from './headers.ts';
import type { SiteFacts } from './site-facts.ts';
import { filesBelow } from '../shared/files-below.ts';
import { readText } from '../shared/text-file.ts';
import { twinLinks } from '../shared/twin-path.ts';

/**
 * Creates a server that sends a built site as a static host does: files with the headers of `src/hosting/headers.ts`,
 * `index.html` for folders, and the not-found page with status 404 for everything else. For previews and tests.
 *
 * @param folder - The built site. Files with a `.br` or `.gz` version are sent compressed.
 * @param facts - From the build. By default, the site is at the root and has no policy.
 */
export function createSiteServer(folder: string, facts: Partial<SiteFacts> = {}): Server {
  const site = { origin: '', base: '', policy: '', redirects: {}, ...facts };
  const { base, redirects } = site;
  const twinOf = twinLinks(base);

  // The same timeout as nginx. Otherwise, programs that compute between requests would reuse a closed connection.
  return createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    const { method, headers } = request;
    const path = pathOf(request);
    const isPrefetch = /prefetch/.test(String(headers['sec-purpose']));
    const wantsMarkdown = prefersMarkdown(headers.accept ?? '');
    const setHeaders = (found: boolean, type = '', file = path) => {
      const all = headersFor(site, {
        path: file,
        type,
        found,
        prefetch: isPrefetch,
        negotiated: file !== path,
      });
      for (const [name, value] of Object.entries(all)) response.setHeader(name, value);
    };
    const respond = (status: number, others: Record<string, string> = {}, body = '') => {
      setHeaders(false, others['content-type']);
      response.writeHead(status, others).end(body);
    };
    const notFound = () => {
      const page = wantsMarkdown || path.endsWith('.md') ? '404.md' : '404.html';
      const file = join(folder, page);
      const body = existsSync(file) ? readText(file) : 'Not found';
      respond(404, { 'content-type': contentType(page) }, body);
    };

    if (method !== 'GET' && method !== 'HEAD') return respond(405, { allow: 'GET, HEAD' });
    const moved = path === base ? `${base}/` : redirects[path];
    if (moved) return respond(301, { location: moved });
    if (!path.startsWith(`${base}/`)) return notFound();

    const twin = wantsMarkdown ? twinOf(path) : path;
    const file = twin.slice(base.length).replace(/\/$/, '/index.html');
    const encoding = encodings.find(
      ({ name, ending }) =>
        name.test(headers['accept-encoding'] ?? '') && existsSync(join(folder, file + ending)),
    );
    return void send(request, encodeURI(file + (encoding?.ending ?? '')), {
      root: folder,
      dotfiles: 'allow',
      cacheControl: false,
    })
      .on('headers', () => {
        const type = contentType(file);
        setHeaders(true, type, twin);
        response.setHeader('content-type', type);
        response.setHeader('vary', 'Accept-Encoding');
        if (encoding) response.setHeader('content-encoding', encoding.value);
        if (twin !== path) response.setHeader('content-location', encodeURI(twin));
        // Only shared caches need it, and they don't store prefetches, which a click with a different Accept must find.
        if (/html|markdown/.test(type) && !isPrefetch) response.appendHeader('vary', 'Accept');
      })
      .on('directory', () => {
        if (existsSync(join(folder, file, 'index.html'))) respond(301, { location: `${encodeURI(path)}/` });
        else notFound();
      })
      .on('error', ({ status, headers: others }: { status: number; headers?: Record<string, string> }) => {
        if (response.headersSent) response.destroy();
        else if (status !== 412 && status !== 416) notFound();
        else {
          for (const name of response.getHeaderNames()) response.removeHeader(name);
          respond(status, others);
        }
      })
      .pipe(response);
  });
}

/** Compressed formats, best first. */
const encodings = [
  { name: /\bbr\b/i, value: 'br', ending: '.br' },
  { name: /\bgzip\b/i, value: 'gzip', ending: '.gz' },
];

/** A request's path as other hosts compare it: decoded, without `..` and repeated slashes. */
function pathOf({ url = '' }: IncomingMessage): string {
  const { pathname = url } = URL.parse(url.replace(/^\/+/, '/'), 'http://localhost') ?? {};
  try {
    return posix.normalize(decodeURIComponent(pathname));
  } catch {
    return pathname;
  }
}

/** Nearly the best compression for text, in a tenth of the time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Writes missing `.br` and `.gz` versions of a folder's text files. */
export async function precompress(folder: string): Promise<void> {
  const texts = (await filesBelow(folder))
    .map((file) => join(folder, file))
    .filter((file) => textTypes.includes(contentType(file)) && !existsSync(`${file}.gz`));
  await Promise.all(
    texts.map(async (file) => {
      const content = await readFile(file);
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, BROTLI));
      await writeFile(`${file}.gz`, await promisify(gzip)(content));
    }),
  );
}
