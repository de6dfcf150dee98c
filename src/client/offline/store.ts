import type { Choice, Downloads } from '../../config/downloads.ts';
import { offline } from '../../config/offline.ts';
import { isPageInstead } from '../../shared/html-response.ts';
import { neverChanges } from '../../shared/never-changing.ts';

/*
 * Owner of what readers keep offline: one store per choice, which the service worker reads. Each holds the
 * files of the choice, and a mark that tells which version they are.
 */

/** How many files are asked for at a time; the rest of the line is the reader's. */
const AT_A_TIME = 4;

/** Stands in each store beside the files; no page has this address. */
const MARK = '/offline/mark.json';

export interface Mark {
  /** Revision of the choice when its download began. */
  revision: string;
  /** Addresses of files that an update has still to replace: they are of an earlier revision. */
  stale?: readonly string[];
  /** When the download was complete, in milliseconds since the epoch; absent as long as it is not. */
  completed?: number;
}

const storeOf = (id: string) => caches.open(offline.keptPrefix + id);

/** What is kept of a choice; nothing when there is no download of it. */
export async function markOf(id: string): Promise<Mark | undefined> {
  const cacheName = offline.keptPrefix + id;
  const mark = await caches.match(MARK, { cacheName });
  return mark && ((await mark.json()) as Mark);
}

/** Removes all that was kept of a choice. */
export async function remove(id: string): Promise<void> {
  await caches.delete(offline.keptPrefix + id);
}

/** Bytes of a choice, as transferred. */
export function sizeOf({ files }: Choice, downloads: Downloads): number {
  return files.reduce((sum, place) => sum + (downloads.files[place]?.[1] ?? 0), 0);
}

/**
 * Downloads a choice; one that was stopped goes on where it was.
 *
 * @param report - Called with the bytes that are there, as transferred, whenever a file has arrived.
 * @throws The reason of the signal, when it was stopped.
 * @throws Error with a text for the reader, when the network, the server or the device fails.
 */
export async function download(
  choice: Choice,
  downloads: Downloads,
  signal: AbortSignal,
  report: (bytes: number) => void,
): Promise<void> {
  const store = await storeOf(choice.id);
  const { revision } = choice;
  const stale = new Set(await staleFiles(store, choice));
  await setMark(store, { revision, stale: [...stale] });
  const files = choice.files.map((place) => downloads.files[place]!);
  // What pages load comes before them: those of an update that broke off have it, and the others have theirs still.
  const parts = [true, false].map((first) => files.filter(([address]) => neverChanges(address) === first));
  let bytes = 0;
  const work = async (queue: typeof files) => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      signal.throwIfAborted();
      const [address, size] = next;
      const isThere = !stale.has(address) && (await store.match(address)) !== undefined;
      if (!isThere) await put(store, address, await get(address, signal));
      stale.delete(address);
      report((bytes += size));
    }
  };
  try {
    for (const queue of parts) await Promise.all(Array.from({ length: AT_A_TIME }, () => work(queue)));
  } catch (error) {
    // What was replaced need not come again.
    await setMark(store, { revision, stale: [...stale] }).catch(() => undefined);
    throw error;
  }
  await removeOthers(store, new Set(files.map(([address]) => address)));
  await setMark(store, { revision, completed: Date.now() });
}

/** Addresses of kept files that are of an earlier revision. */
async function staleFiles(store: Cache, { id, revision }: Choice): Promise<readonly string[]> {
  const mark = await markOf(id);
  if (mark?.revision === revision) return mark.stale ?? [];
  const kept = (await store.keys()).map(({ url }) => new URL(url).pathname);
  return kept.filter((address) => !neverChanges(address));
}

/** A file that never changes may stand in another store; everything else comes from the server. */
async function get(address: string, signal: AbortSignal): Promise<Response> {
  const stored = neverChanges(address) ? await caches.match(address) : undefined;
  if (stored) return stored;
  const response = await fetch(address, { cache: 'no-store', signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new Error(navigator.onLine ? 'The connection failed.' : 'You are offline.', { cause: error });
  });
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  if (isPageInstead(address, response)) throw new Error(`The server answered ${address} with a page.`);
  return response;
}

async function put(store: Cache, address: string, response: Response) {
  try {
    await store.put(address, response);
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    throw new Error(isFull ? 'This device has no room left.' : 'The connection broke.', { cause: error });
  }
}

/** An update leaves files behind that the new version no longer has. */
async function removeOthers(store: Cache, addresses: ReadonlySet<string>) {
  const old = (await store.keys()).filter(({ url }) => !addresses.has(new URL(url).pathname));
  await Promise.all(old.map((request) => store.delete(request)));
}

async function setMark(store: Cache, mark: Mark) {
  await put(store, MARK, Response.json(mark));
}
