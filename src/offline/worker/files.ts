import { RESPONSE_LIMIT, SILENCE_LIMIT } from '../../config/offline.ts';
import { hasRightType } from '../protocol/storable.ts';
import { neverChanges } from '../../shared/never-changing.ts';
import { readWhole, silence } from '../protocol/read-whole.ts';
import { stampedHeaders } from '../protocol/stored-at.ts';
import { within } from '../protocol/within.ts';
import { cacheNames, find, findKept, store } from './caches.ts';
import { noResponseInTime } from './failure.ts';

declare const self: ServiceWorkerGlobalScope;

/** How many seconds a transfer may pause. Pages give up earlier and show why. */
const HANG_LIMIT = SILENCE_LIMIT + 5;

/** Ignore queries. The search index has a timestamp in its query, which never matches a stored one. */
const WITHOUT_QUERY = { ignoreSearch: true };

/**
 * Whether the worker responds to a request for a file. Prefetched pages are left to the browser; "Keep these docs
 * offline" sends requests with `no-store` and fills its own cache.
 */
export function isFile({ method, cache, url }: Request): boolean {
  const { origin, pathname } = new URL(url);
  return (
    method === 'GET' && cache !== 'no-store' && origin === self.location.origin && /\.\w+$/.test(pathname)
  );
}

/** Responds with a file. Files that never change come from a cache first, others from the network first. */
export function fileResponse(event: ExtendableEvent, request: Request): Promise<Response> {
  return neverChanges(new URL(request.url).pathname)
    ? cacheFirst(event, request)
    : networkFirst(event, request);
}

async function cacheFirst(event: ExtendableEvent, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  // The reference has its own cache, so that its megabytes don't evict the files of pages.
  const kind = /\/_astro\/(scalar\/|api-reference\.)/.test(pathname) ? 'reference' : 'assets';
  const own = await find(request, { cacheName: cacheNames[kind] });
  const stored = own ?? (await find(request));
  // A copy of the wrong type, or one that the page found damaged, is fetched again and replaced.
  if (stored && request.cache !== 'reload' && hasRightType(pathname, stored)) {
    // Copy it, because the other cache may be deleted earlier.
    if (!own) event.waitUntil(store(kind, request, stored.clone()));
    return stored;
  }
  return load(event, request, kind);
}

async function networkFirst(event: ExtendableEvent, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const network = load(event, request, 'files');
  // A response that arrives after the limit is stored for the next request.
  event.waitUntil(network.catch(() => undefined));
  const response = await within(RESPONSE_LIMIT, network, noResponseInTime()).catch(() => undefined);
  if (response && response.status < 500 && hasRightType(pathname, response)) return response;
  return (await copyOf(request)) ?? network;
}

/**
 * Fetches a file and stores it without its query. Gives up on a transfer that hangs, as pages do, because it would
 * occupy one of the few connections that browsers open to a server.
 */
async function load(event: ExtendableEvent, request: Request, kind: 'assets' | 'reference' | 'files') {
  const hung = new AbortController();
  const giveUp = (error: unknown) => {
    hung.abort(error);
    throw error;
  };
  const started = fetch(request, { signal: hung.signal });
  const response = await within(HANG_LIMIT, started, silence(HANG_LIMIT)).catch(giveUp);
  const { origin, pathname } = new URL(request.url);
  if (response.status === 200 && hasRightType(pathname, response)) {
    const stored = readWhole(response.clone(), HANG_LIMIT).then((body) =>
      store(kind, origin + pathname, new Response(body, { headers: stampedHeaders(response) })),
    );
    event.waitUntil(stored.catch(giveUp).catch(() => undefined));
  }
  return response;
}

/**
 * Returns a stored copy of a file. Some files of the search index have the same name in every deploy, and refer to
 * other files by names with a hash. What readers keep is a complete index, unlike the files of one search, so it comes
 * first.
 */
async function copyOf(request: Request): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  const kept = pathname.includes('/pagefind/') ? await findKept(request, WITHOUT_QUERY) : [];
  const copy = kept[0] ?? (await find(request, WITHOUT_QUERY));
  return copy && hasRightType(pathname, copy) ? copy : undefined;
}
