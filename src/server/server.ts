import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import sirv from 'sirv';
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
  const files = sirv(folder, {
    // Looks each file up when it is requested, so that a new build needs no restart.
    dev: true,
    etag: true,
    brotli: true,
    gzip: true,
    extensions: ['html'],
    setHeaders: (response, path) => {
      const type = contentType(isPage(path) ? '.html' : path);
      response.setHeader('content-type', type);
      // Only shared caches need it. They keep no prefetch, which a click with another Accept header must find.
      if (/html|markdown/.test(type) && !isPrefetch(response.req)) response.appendHeader('vary', 'Accept');
    },
  });

  return createServer((request, response) => {
    const { method, url = '/' } = request;
    const path = url.replace(/\?.*/s, '');
    const moved = redirects.get(path);
    const setHeaders = (found: boolean) => {
      const headers = headersFor(rules, path, found, isPrefetch(request));
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    };
    const wantsMarkdown = prefersMarkdown.test(request.headers.accept ?? '');
    const notFound = () => {
      setHeaders(false);
      response.removeHeader('content-location');
      const isMarkdown = wantsMarkdown || path.endsWith('.md');
      const near = isMarkdown ? nearestTwin(folder, path) : '';
      sendNotFound(folder, isMarkdown ? '404.md' : '404.html', near, response);
    };

    if (method !== 'GET' && method !== 'HEAD') {
      setHeaders(false);
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
    } else if (moved) {
      setHeaders(false);
      response.writeHead(301, { location: moved }).end();
    } else if (path === base || path.startsWith(`${base}/`)) {
      setHeaders(true);
      const twin = twinOf(isPage(path) ? path.replace(/\/?$/, '/') : path);
      if (wantsMarkdown && twin !== path) response.setHeader('content-location', twin);
      request.url = (wantsMarkdown ? twin : url).slice(base.length);
      files(request, response, notFound);
    } else notFound();
  });
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
