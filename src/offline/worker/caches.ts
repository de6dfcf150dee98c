import { cacheNames, cachePrefix, LIMITS } from '../protocol/caches.ts';
import { build } from './build.ts';

declare const self: ServiceWorkerGlobalScope;

const names = cacheNames(build.base);
const shell = `${cachePrefix(build.base)}shell-${build.revision}`;

/**
 * Stores the page for failed loads with everything that it needs.
 *
 * @throws TypeError if a file is missing. The browser then doesn't install this worker, and tries again later.
 */
export async function fillShell(): Promise<void> {
  const cache = await caches.open(shell);
  await cache.addAll(build.shell.map((path) => new Request(path, { cache: 'no-cache' })));
}

/** The page for failed loads. */
export async function failurePage(): Promise<Response | undefined> {
  const page = await find(['shell'], build.shell[0]);
  // A copy, because browsers refuse a response that was redirected, as from `/500.html` to `/500` on some hosts.
  return page && new Response(page.body, { headers: page.headers });
}

/** Finds a stored response in the first cache that has it. A cache that can't be read counts as empty. */
export async function find(
  kinds: readonly (keyof typeof names | 'shell')[],
  url: string,
): Promise<Response | undefined> {
  for (const kind of kinds) {
    const cacheName = kind === 'shell' ? shell : names[kind];
    const found = await caches.match(url, { cacheName, ignoreVary: true }).catch(() => undefined);
    if (found) return found;
  }
  return undefined;
}

/** Stores a response, and evicts the oldest ones. */
export async function store(kind: keyof typeof LIMITS, url: string, response: Response): Promise<void> {
  const cache = await caches.open(names[kind]);
  await cache.put(url, response);
  // Caches list their entries in the order in which they were stored.
  const tooMany = (await cache.keys()).slice(0, -LIMITS[kind]);
  await Promise.all(tooMany.map((each) => cache.delete(each)));
}

/** Deletes what earlier workers of this site stored and this one doesn't use. */
export async function deleteOldCaches(): Promise<void> {
  const current = new Set([...Object.values(names), shell]);
  await deleteCaches((name) => !current.has(name));
}

/** Deletes caches of this site, but not those of other sites on the origin. */
export async function deleteCaches(isWanted: (name: string) => boolean): Promise<void> {
  for (const name of await caches.keys())
    if (isWanted(name) && (name.startsWith(cachePrefix(build.base)) || (await isUnscoped(name))))
      await caches.delete(name);
}

/** Whether a cache is from a version of this site whose cache names had no base path. Its URLs have it. */
async function isUnscoped(name: string): Promise<boolean> {
  if (!/^portal-(pages|assets|reference|files|reports|shell|kept)-/.test(name)) return false;
  const [first] = await (await caches.open(name)).keys();
  return first?.url.startsWith(self.registration.scope) ?? true;
}
