import { offline } from '../config/offline.ts';
import { isPageInstead } from '../shared/html-response.ts';
import { build } from './build.ts';

/** Raised when the shape of what is stored changes: the stores of earlier shapes are cleared. */
const SHAPE = 1;

/** Names of the stores, each a cache of the browser. Those of pages and files outlive deploys. */
export const stores = {
  shell: `${offline.storePrefix}shell-${build.revision}`,
  pages: `${offline.storePrefix}pages-${SHAPE}`,
  assets: `${offline.storePrefix}assets-${SHAPE}`,
  reference: `${offline.storePrefix}reference-${SHAPE}`,
  files: `${offline.storePrefix}files-${SHAPE}`,
} as const;

/** A hash in the name: the browser may have the file already, and then it is the right one. */
const HASHED = /\/_astro\//;

/**
 * Fetches what the failure page needs.
 *
 * @throws TypeError when a file is missing: the worker is not installed, and the next visit tries again.
 */
export async function fillShell(): Promise<void> {
  const files = build.shell.map(async (address) => {
    const answer = await fetch(address, { cache: HASHED.test(address) ? 'default' : 'no-cache' });
    if (!answer.ok || isPageInstead(address, answer)) throw new TypeError(`${address} is missing.`);
    return { address, answer };
  });
  const arrived = await Promise.all(files);
  const shell = await caches.open(stores.shell);
  await Promise.all(arrived.map(({ address, answer }) => shell.put(address, answer)));
}

/** Removes the stores of earlier workers. What readers chose to keep stays. */
export async function clearOldStores(): Promise<void> {
  const current = new Set<string>(Object.values(stores));
  const names = await caches.keys();
  const old = names.filter(
    (name) =>
      name.startsWith(offline.storePrefix) && !name.startsWith(offline.keptPrefix) && !current.has(name),
  );
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The address under which a page is stored: without query, and with the slash that its links have. */
export function storedAddress({ origin, pathname }: URL): string {
  const isFolder = !/\.[^/]+$/.test(pathname) && !pathname.endsWith('/');
  return `${origin}${pathname}${isFolder ? '/' : ''}`;
}

/** When the server sent an answer, in milliseconds since the epoch; 0 when the answer does not tell. */
export function dateOf(answer: Response): number {
  return Date.parse(answer.headers.get('date') ?? '') || 0;
}

/** Names of the stores that hold pages. */
export async function pageStores(): Promise<string[]> {
  const names = await caches.keys();
  return names.filter((name) => name === stores.pages || name.startsWith(offline.keptPrefix));
}

/** The newest stored copy of a page, be it read or kept. */
export async function newestCopy(address: string): Promise<Response | undefined> {
  const names = await pageStores();
  const found = await Promise.all(
    names.map((cacheName) => caches.match(address, { cacheName, ignoreVary: true })),
  );
  const copies = found.filter((copy) => copy !== undefined);
  return copies.sort((one, other) => dateOf(other) - dateOf(one))[0];
}
