/*
 * The service worker. Pages and files come from the network, as without a worker. If the network fails, readers get the
 * stored copy of a page that they visited before, or else the failure page.
 */

import { RESPONSE_LIMIT } from '../settings.ts';
import { cachePrefix, isOurs, LIMITS, pagesCache } from '../protocol.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Set by `src/offline/build/index.ts`: the base path, the paths of the failure page and the files that it needs, and a
 * hash of these files. If a file changes, the worker's code changes, so browsers install the new worker.
 */
declare const BUILD: { base: string; revision: string; shell: readonly [string, ...string[]] };
/** The kill switch. If false, the worker deletes its caches and unregisters itself. */
declare const ENABLED: boolean;

const { base, revision, shell } = BUILD;
const names = {
  pages: pagesCache(base),
  /** Stylesheets, scripts, images, parts of the search index, and other files of visited pages. */
  files: `${cachePrefix(base)}files`,
  /** The failure page and the files that it needs. */
  shell: `${cachePrefix(base)}shell-${revision}`,
};

/** Files whose names contain a hash of their content. */
const NEVER_CHANGES = /\/_astro\/|\/pagefind\/(index|fragment)\//;

self.addEventListener('install', (event) => {
  const files = shell.map((path) => new Request(path, { cache: 'no-cache' }));
  // If a file is missing, the browser doesn't install this worker and retries later.
  if (ENABLED) event.waitUntil(caches.open(names.shell).then((cache) => cache.addAll(files)));
  // Don't wait for open pages to close. A new worker can serve pages of any deploy.
  void self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  const use = ENABLED ? self.clients.claim() : self.registration.unregister();
  event.waitUntil(Promise.allSettled([use, deleteCaches()]));
});

if (ENABLED)
  self.addEventListener('fetch', (event) => {
    const { mode, method, url } = event.request;
    const { origin, pathname } = new URL(url);
    if (method !== 'GET') return;
    if (mode === 'navigate') event.respondWith(pageResponse(event));
    else if (origin === self.location.origin && /\.\w+$/.test(pathname))
      event.respondWith(fileResponse(event));
  });

async function deleteCaches() {
  const used = ENABLED ? Object.values(names) : [];
  for (const name of await caches.keys())
    if (name.startsWith(cachePrefix(base)) && !used.includes(name)) await caches.delete(name);
}

async function pageResponse(event: FetchEvent): Promise<Response> {
  const { origin, pathname } = new URL(event.request.url);
  // Remove the query and add the trailing slash that links have.
  const url = origin + pathname.replace(/\/[^./]+$/, '$&/');
  try {
    const page = await fetchInTime(event.request);
    if (page.status >= 500) throw new Error(`The server responded with ${page.status}.`);
    event.waitUntil(storePage(url, page.clone()).catch(() => undefined));
    return page;
  } catch (error) {
    const copy = (await findIn(['pages'], url)) ?? (await findIn(['shell'], shell[0]));
    return copy ? withReason(copy, (error as Error).message) : Response.error();
  }
}

/** Copies a stored page and adds the reason as a header for the page's script. The HTML stays unchanged. */
function withReason({ body, headers: stored }: Response, reason: string): Response {
  const headers = new Headers(stored);
  const date = stored.get('date') ?? '';
  headers.set('server-timing', `portal-reason;desc="${reason}", portal-date;desc="${date}"`);
  return new Response(body, { headers });
}

const isHtml = ({ headers }: Response) => (headers.get('content-type') ?? '').startsWith('text/html');

/** Stores a page if it's complete and ours, unlike a captive portal's login page. */
async function storePage(url: string, page: Response): Promise<void> {
  if (page.status !== 200 || !isHtml(page)) return;
  const html = await page.text();
  if (isOurs(html)) await storeResponse('pages', url, new Response(html, page));
}

/** Responds with a file. Tries a cache first for immutable files, and the network first for all other files. */
async function fileResponse(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  // Remove the query, which is a timestamp for the search index.
  const url = origin + pathname;
  const findCopy = () => findIn(['files', 'shell'], url);
  const isStatic = NEVER_CHANGES.test(pathname);
  // Pages request a file with `reload` if it arrived damaged.
  const copy = isStatic && request.cache !== 'reload' ? await findCopy() : undefined;
  if (copy) return copy;

  // The Retry button needs a failed script's URL, which WebKit only lists if the response has a status.
  const failed = () =>
    request.destination === 'script' ? new Response(null, { status: 504 }) : Response.error();
  const response = await (isStatic ? fetch(request) : fetchInTime(request)).catch(failed);
  if (response.status === 0 || response.status >= 500) return (await findCopy()) ?? response;
  // Don't store HTML, because some hosts send a page instead of a missing file.
  if (response.status === 200 && !isHtml(response))
    event.waitUntil(storeResponse('files', url, response.clone()).catch(() => undefined));
  return response;
}

/**
 * Fetches with a time limit for the start of the response, and throws the reason in one sentence for readers. Aborts the
 * request at the limit, because browsers would hold back the next request for the same URL.
 */
async function fetchInTime(request: Request): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), RESPONSE_LIMIT * 1_000);
  try {
    return await fetch(request, { signal: limit.signal });
  } catch {
    const tooLate = `The server didn't respond within ${RESPONSE_LIMIT} seconds.`;
    throw new Error(limit.signal.aborted ? tooLate : 'The connection to the server failed.');
  } finally {
    clearTimeout(timer);
  }
}

/** Finds a stored response in the first cache that has it. A cache that can't be read counts as empty. */
async function findIn(kinds: readonly (keyof typeof names)[], url: string): Promise<Response | undefined> {
  for (const kind of kinds) {
    const options = { cacheName: names[kind], ignoreVary: true };
    const response = await caches.match(url, options).catch(() => undefined);
    if (response) return response;
  }
  return undefined;
}

/** Stores a response, and evicts the oldest responses. */
async function storeResponse(kind: keyof typeof LIMITS, url: string, response: Response): Promise<void> {
  const cache = await caches.open(names[kind]);
  await cache.put(url, response);
  // Caches list their entries in insertion order.
  const tooMany = (await cache.keys()).slice(0, -LIMITS[kind]);
  await Promise.all(tooMany.map((request) => cache.delete(request)));
}
