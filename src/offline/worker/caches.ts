import { cacheSettings } from '../protocol/caches.ts';
import { SILENCE_LIMIT } from '../../config/offline.ts';
import { hasRightType } from '../protocol/storable.ts';
import { storedAt } from '../protocol/stored-at.ts';
import { fromCache } from '../protocol/within.ts';
import { build } from './build.ts';

/** Increase it when the format of stored responses changes. Caches with an earlier format are then deleted. */
const FORMAT = 2;

/** Names of the caches. The caches of pages and files survive deploys. */
export const cacheNames = {
  pages: `${cacheSettings.pagesPrefix}${FORMAT}`,
  assets: `${cacheSettings.cachePrefix}assets-${FORMAT}`,
  reference: `${cacheSettings.cachePrefix}reference-${FORMAT}`,
  files: `${cacheSettings.cachePrefix}files-${FORMAT}`,
  reports: `${cacheSettings.cachePrefix}reports-${FORMAT}`,
} as const;

const shell = `${cacheSettings.cachePrefix}shell-${build.revision}`;

/**
 * Stores everything that the failure page needs.
 *
 * @throws Error when a file is missing or doesn't arrive: the worker is not installed, and the next visit tries again.
 */
export async function fillShell(): Promise<void> {
  const signal = AbortSignal.timeout(SILENCE_LIMIT * 1_000);
  const files = build.shell.map(async (path) => {
    const response = await fetch(path, { cache: path.includes('/_astro/') ? 'default' : 'no-cache', signal });
    if (!response.ok || !hasRightType(path, response)) throw new Error(`${path} is missing.`);
    return [path, response] as const;
  });
  const loaded = await Promise.all(files);
  const cache = await caches.open(shell);
  await Promise.all(loaded.map(([path, response]) => cache.put(path, response)));
}

/** The page that readers see when another page fails to load. */
export function failurePage(): Promise<Response | undefined> {
  return find(build.failurePage, { cacheName: shell });
}

/** How many characters at the start of all our pages are the same: `<html>` and its first attributes. */
const BEGINNING = 80;

/** Whether HTML may be the beginning of one of our pages. Their marker comes later. */
export async function beginsLikeOurs(text: string): Promise<boolean> {
  const page = await failurePage();
  return page !== undefined && (await page.text()).startsWith(text.slice(0, BEGINNING));
}

/** Deletes what earlier workers stored, except what readers chose to keep. */
export async function clearOldCaches(): Promise<void> {
  const current = new Set<string>([shell, ...Object.values(cacheNames)]);
  const isOld = (name: string) =>
    name.startsWith(cacheSettings.cachePrefix) &&
    !name.startsWith(cacheSettings.keptPrefix) &&
    !current.has(name);
  const names = await caches.keys();
  await Promise.all(names.filter(isOld).map((name) => caches.delete(name)));
}

/** Finds a stored response. A cache that can't be read in time counts as empty. */
export async function find(
  request: RequestInfo | URL,
  options?: MultiCacheQueryOptions,
): Promise<Response | undefined> {
  return fromCache(caches.match(request, { ignoreVary: true, ...options })).catch(() => undefined);
}

/** Finds what readers chose to keep. */
export async function findKept(request: RequestInfo | URL, options?: CacheQueryOptions): Promise<Response[]> {
  const names = await fromCache(caches.keys()).catch(() => []);
  const kept = names.filter((name) => name.startsWith(cacheSettings.keptPrefix));
  const found = await Promise.all(kept.map((cacheName) => find(request, { ...options, cacheName })));
  return found.filter((response) => response !== undefined);
}

/** The stored copies of a page, whether it was read or kept, newest first. */
export async function copiesOf(url: string): Promise<Response[]> {
  const visited = await find(url, { cacheName: cacheNames.pages });
  const copies = [...(visited ? [visited] : []), ...(await findKept(url))];
  return copies.sort((one, other) => storedAt(other) - storedAt(one));
}

/** Stores a response, and evicts the oldest ones. Ignores failures, because the page works without the copy. */
export async function store(
  kind: keyof typeof cacheNames,
  request: RequestInfo | URL,
  response: Response,
): Promise<void> {
  try {
    const cache = await caches.open(cacheNames[kind]);
    await cache.put(request, response);
    // Caches list their entries in the order in which they were stored.
    const tooMany = (await cache.keys()).slice(0, -cacheSettings.maxEntries[kind]);
    await Promise.all(tooMany.map((each) => cache.delete(each)));
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') return;
    // The device is out of space. Delete what can be loaded again, and keep the pages.
    const { assets, reference, files } = cacheNames;
    await Promise.allSettled([assets, reference, files].map((name) => caches.delete(name)));
  }
}
