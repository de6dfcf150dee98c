import type { RouteMatchCallbackOptions, WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { NetworkFirst, Strategy, type StrategyHandler } from 'workbox-strategies';
import { offline } from '../config/offline.ts';
import { isPageInstead } from '../shared/html-response.ts';
import { neverChanges } from '../shared/never-changing.ts';
import { stores } from './caches.ts';

/**
 * Whether the worker answers a request for a file. Pages that are fetched ahead of time are the browser's own
 * matter; `no-store` is how "Keep these docs offline" asks, which fills a store of its own.
 */
export const isFile = ({ sameOrigin, url, request }: RouteMatchCallbackOptions): boolean =>
  sameOrigin && request.cache !== 'no-store' && /\.\w+$/.test(url.pathname);

/** A page in the place of a file would stay in the store, and in its way, for good. */
const withoutPages: WorkboxPlugin = {
  cacheWillUpdate: ({ request, response }) =>
    Promise.resolve(response.status === 200 && !isInstead(request, response) ? response : null),
};

const isInstead = ({ url }: Request, response: Response) => isPageInstead(new URL(url).pathname, response);

/** From any store, else from the network. The own store then has it too: others are cleared at other times. */
class StoredFirst extends Strategy {
  protected override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const stored = await handler.cacheMatch(request);
    if (stored) return stored;
    const elsewhere = await caches.match(request, { ignoreVary: true });
    if (!elsewhere) return handler.fetchAndCachePut(request);
    void handler.waitUntil(handler.cachePut(request, elsewhere.clone()));
    return elsewhere;
  }
}

const storedFirst = (cacheName: string, maxEntries: number) =>
  new StoredFirst({
    cacheName,
    plugins: [
      withoutPages,
      // When the device has no more room, these go: everything in them can be fetched again.
      new ExpirationPlugin({ maxEntries, purgeOnQuotaError: true }),
    ],
  });

const assets = storedFirst(stores.assets, offline.mostEntries.assets);

/** Apart from the assets, so that its megabytes push none of them out. */
const reference = storedFirst(stores.reference, offline.mostEntries.reference);

/** Queries only keep caches from answering: the index of the search has one with the time. */
const matchOptions = { ignoreSearch: true, ignoreVary: true };

const filesExpire = new ExpirationPlugin({
  maxEntries: offline.mostEntries.files,
  purgeOnQuotaError: true,
});

type FindCopy = (request: Request) => Promise<Response | undefined>;

/** What the reader keeps, and what the failure page needs, stands in other stores. */
const anyCopy: FindCopy = (request) => caches.match(request, matchOptions);

const fromNetwork = (copyOf: FindCopy, ...plugins: WorkboxPlugin[]) =>
  new NetworkFirst({
    cacheName: stores.files,
    networkTimeoutSeconds: offline.answerLimit,
    matchOptions,
    plugins: [
      withoutPages,
      {
        cacheKeyWillBeUsed: ({ request }) => Promise.resolve(request.url.replace(/\?.*/, '')),
        // A server in trouble is no better than none.
        fetchDidSucceed: async ({ request, response }) =>
          response.status < 500 && !isInstead(request, response)
            ? response
            : ((await copyOf(request)) ?? response),
        handlerDidError: ({ request }) => copyOf(request),
      },
      filesExpire,
      ...plugins,
    ],
  });

const files = fromNetwork(anyCopy);

/**
 * The parts of the search that have the same names in every deploy name other parts. What a reader keeps has all of
 * them; the store has what one search asked for, maybe of a later deploy.
 */
const searchIndex = fromNetwork(async (request) => (await keptCopy(request)) ?? anyCopy(request), {
  cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
    (await keptCopy(request)) ?? cachedResponse ?? null,
});

async function keptCopy(request: Request): Promise<Response | undefined> {
  for (const cacheName of await caches.keys()) {
    const copy =
      cacheName.startsWith(offline.keptPrefix) &&
      (await caches.match(request, { ...matchOptions, cacheName }));
    if (copy) return copy;
  }
  return undefined;
}

/** Files whose names tell their content come from the store, all others from the network first. */
export function strategyFor(path: string): Strategy {
  if (/\/_astro\/(scalar\/|api-reference\.)/.test(path)) return reference;
  if (neverChanges(path)) return assets;
  return path.includes('/pagefind/') ? searchIndex : files;
}
