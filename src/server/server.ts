import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join, posix } from 'node:path';
import send from 'send';
import { nearest } from '../shared/nearest.ts';
import { readText } from '../shared/text-file.ts';
import { twinLinks } from '../shared/twin-path.ts';
import { contentType, headerRules, headersFor, PREFERS_MARKDOWN, UNKNOWN_TYPE } from '../hosting/headers.ts';
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
  const twinOf = twinLinks(base);
  const redirects = new Map(facts?.redirects.map(({ from, to }) => [from, to]));

  return createServer((request, response) => {
    const { method, headers } = request;
    const path = pathOf(request);
    const moved = redirects.get(path);
    const setHeaders = (found: boolean) => {
      const all = headersFor(rules, path, found, isPrefetch(request));
      for (const [name, value] of Object.entries(all)) response.setHeader(name, value);
    };
    const fail = (status: number, others = {}) => {
      setHeaders(false);
      response.writeHead(status, others).end();
    };
    const wantsMarkdown = prefersMarkdown.test(headers.accept ?? '');
    const notFound = () => {
      setHeaders(false);
      const isMarkdown = wantsMarkdown || path.endsWith('.md');
      const near = isMarkdown ? nearestTwin(folder, path) : '';
      sendNotFound(folder, isMarkdown ? '404.md' : '404.html', near, response);
    };

    if (method !== 'GET' && method !== 'HEAD') return fail(405, { allow: 'GET, HEAD' });
    if (moved) return fail(301, { location: moved });
    if (path !== base && !path.startsWith(`${base}/`)) return notFound();

    const page = isPage(path) ? path.replace(/\/?$/, '/') : path;
    const twin = wantsMarkdown ? twinOf(page) : page;
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
        setHeaders(true);
        response.setHeader('content-type', type);
        response.setHeader('vary', 'Accept-Encoding');
        if (encoding) response.setHeader('content-encoding', encoding.value);
        if (twin !== page) response.setHeader('content-location', encodeURI(twin));
        // Only shared caches need it. They keep no prefetch, which a click with another Accept header must find.
        if (/html|markdown/.test(type) && !isPrefetch(request)) response.appendHeader('vary', 'Accept');
      })
      .on('directory', notFound)
      .on('error', ({ status, headers: others }: { status: number; headers?: Record<string, string> }) => {
        if (response.headersSent) response.destroy();
        else if (status !== 412 && status !== 416) notFound();
        else {
          for (const name of response.getHeaderNames()) response.removeHeader(name);
          fail(status, others);
        }
      })
      .pipe(response);
  });
}

/** Compressed files, the best first. */
const encodings = [
  { name: /\bbr\b/i, value: 'br', ending: '.br' },
  { name: /\bgzip\b/i, value: 'gzip', ending: '.gz' },
];

/** The path of a request as other hosts compare it: decoded, without `..` and repeated slashes. */
function pathOf({ url = '' }: IncomingMessage): string {
  const { pathname = url } = URL.parse(url.replace(/^\/+/, '/'), 'http://localhost') ?? {};
  try {
    return posix.normalize(decodeURIComponent(pathname));
  } catch {
    return pathname;
  }
}

/** Whether a path is that of a page, also without its slash. */
function isPage(path: string): boolean {
  return path.endsWith('/') || (!extname(path) && contentType(path) === UNKNOWN_TYPE);
}

const prefersMarkdown = new RegExp(PREFERS_MARKDOWN, 'i');

/** A line about the page with the nearest path, which static hosts can't find. */
function nearestTwin(folder: string, path: string): string {
  const file = join(folder, 'pages.json');
  if (!existsSync(file)) return '';
  const pages = JSON.parse(readText(file)) as { href: string; title: string }[];
  const href = nearest(
    path.replace(/(\.md)?\/?$/, '/'),
    pages.map((page) => page.href),
  );
  const page = pages.find((each) => each.href === href);
  return page ? `- The nearest page is [${page.title}](${twinLinks('')(page.href)}).\n` : '';
}

/** Sends a page for unknown paths, and a line after it. */
function sendNotFound(folder: string, file: string, line: string, response: ServerResponse) {
  response.writeHead(404, { 'content-type': contentType(file) });
  const page = join(folder, file);
  response.end(existsSync(page) ? readText(page) + line : 'Not found');
}

/** Browsers send the first header for speculation rules and links; our scripts send the second with `fetch`. */
function isPrefetch({ headers }: IncomingMessage): boolean {
  return [headers['sec-purpose'], headers['purpose']].some((purpose) => /prefetch/.test(String(purpose)));
}
