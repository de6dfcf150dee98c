import { RESPONSE_LIMIT } from '../config/offline.ts';
import { hasRightType } from '../shared/html-response.ts';
import { neverChanges } from '../shared/never-changing.ts';
import { within } from '../shared/within.ts';
import { cacheNames, find, findKept, store } from './caches.ts';
import { noResponseInTime } from './failure.ts';

declare const self: ServiceWorkerGlobalScope;

/** Queries only prevent caches from matching: that of the search index is the time. */
const WITHOUT_QUERY = { ignoreSearch: true };

/**
 * Whether the worker responds to a request for a file. Prefetched pages are left to the browser; "Keep these docs
 * offline" requests with `no-store` and fills a cache of its own.
 */
export function isFile({ method, cache, url }: Request): boolean {
  const { origin, pathname } = new URL(url);
  return (
    method === 'GET' && cache !== 'no-store' && origin === self.location.origin && /\.\w+$/.test(pathname)
  );
}

/** Responds with a file: one that never changes from a cache first, any other from the network first. */
export function fileResponse(event: ExtendableEvent, request: Request): Promise<Response> {
  return neverChanges(new URL(request.url).pathname)
    ? cacheFirst(event, request)
    : networkFirst(event, request);
}

async function cacheFirst(event: ExtendableEvent, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  // The reference has a cache of its own, so that its megabytes don't push out the files of pages.
  const kind = /\/_astro\/(scalar\/|api-reference\.)/.test(pathname) ? 'reference' : 'assets';
  const own = await find(request, { cacheName: cacheNames[kind] });
  const stored = own ?? (await find(request));
  // One of the wrong type is replaced in the own cache, which comes first.
  if (stored && hasRightType(pathname, stored)) {
    // Other caches are deleted at other times.
    if (!own) event.waitUntil(store(kind, request, stored.clone()));
    return stored;
  }
  const response = await fetch(request);
  if (isStorable(pathname, response)) event.waitUntil(store(kind, request, response.clone()));
  return response;
}

async function networkFirst(event: ExtendableEvent, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const network = fetch(request).then((response) => {
    if (isStorable(pathname, response))
      event.waitUntil(store('files', request.url.replace(/\?.*/, ''), response.clone()));
    return response;
  });
  // A response that arrives after the limit is stored for the next request.
  event.waitUntil(network.catch(() => undefined));
  const response = await within(RESPONSE_LIMIT, network, noResponseInTime()).catch(() => undefined);
  if (response && response.status < 500 && hasRightType(pathname, response)) return response;
  return (await copyOf(request)) ?? network;
}

/**
 * A stored copy of a file. The parts of the search index have the same names in every deploy but contain other names.
 * What readers keep is a complete index, unlike the parts of one search, so it comes first.
 */
async function copyOf(request: Request): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  const kept = pathname.includes('/pagefind/') ? await findKept(request, WITHOUT_QUERY) : [];
  const copy = kept[0] ?? (await find(request, WITHOUT_QUERY));
  return copy && hasRightType(pathname, copy) ? copy : undefined;
}

const isStorable = (path: string, response: Response) =>
  response.status === 200 && hasRightType(path, response);
