import type { Choice, Downloads } from '../protocol/downloads.ts';
import { cacheSettings } from '../protocol/caches.ts';
import { SILENCE_LIMIT } from '../../config/offline.ts';
import { isGone, isHtml } from '../protocol/html-response.ts';
import { hasRightType, isWholePage } from '../protocol/storable.ts';
import { neverChanges } from '../../shared/never-changing.ts';
import { readWhole, silence } from '../protocol/read-whole.ts';
import { stampedHeaders } from '../protocol/stored-at.ts';
import { fromCache, within } from '../protocol/within.ts';
import { withBase } from '../../client/support/with-base.ts';

/*
 * Stores what readers keep offline. Each choice has its own cache, with its files and a JSON mark that records their
 * version. The service worker reads these caches.
 */

/** How many files to fetch at a time. More would slow down the reader's own page loads. */
const AT_A_TIME = 4;

/** The key of the mark in each cache. No page has this path. */
const MARK = '/offline/mark.json';

/** The state of a download. */
export interface Mark {
  /** Revision of the choice when its download began. */
  revision: string;
  /** Paths of files from an earlier revision that an update hasn't replaced yet. */
  stale?: readonly string[];
  /** When the download completed, in milliseconds since the epoch; absent until then. */
  completed?: number;
}

/** The server has a newer deploy than the one whose files were listed. Load the list again. */
export class SiteChanged extends Error {
  constructor() {
    super('The site has changed during the download.');
  }
}

const cacheOf = (id: string) => caches.open(cacheSettings.keptPrefix + id);

/**
 * Fetches the current list of downloads, `/downloads.json`.
 *
 * @throws Error with a message for readers if that fails.
 */
export async function loadDownloads(): Promise<Downloads> {
  const response = await fetch(withBase('/downloads.json'), {
    cache: 'no-cache',
    signal: AbortSignal.timeout(SILENCE_LIMIT * 1_000),
  });
  if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
  if (!hasRightType('/downloads.json', response))
    throw new Error('The server sent something other than the list of downloads.');
  return (await response.json()) as Downloads;
}

/** Returns the mark of a choice; `undefined` if nothing of it is stored. */
export async function markOf(id: string): Promise<Mark | undefined> {
  const mark = await caches.match(MARK, { cacheName: cacheSettings.keptPrefix + id });
  return mark && ((await mark.json()) as Mark);
}

/** Deletes everything that is stored of a choice. */
export async function remove(id: string): Promise<void> {
  await caches.delete(cacheSettings.keptPrefix + id);
}

/** Returns the size of a choice in bytes, as transferred. */
export function sizeOf({ files }: Choice, downloads: Downloads): number {
  return files.reduce((sum, index) => sum + (downloads.files[index]?.[1] ?? 0), 0);
}

/**
 * Downloads a choice, or continues a download that was stopped.
 *
 * @param report - Called after each file with the number of stored bytes, as transferred.
 * @throws The signal's reason if the download was stopped.
 * @throws SiteChanged if the server has a newer deploy.
 * @throws Error with a message for readers if the network, the server or the device fails.
 */
export async function download(
  choice: Choice,
  downloads: Downloads,
  signal: AbortSignal,
  report: (bytes: number) => void,
): Promise<void> {
  const cache = await cacheOf(choice.id);
  const { revision } = choice;
  const stale = new Set(await staleFiles(cache, choice));
  await setMark(cache, { revision, stale: [...stale] });
  const files = choice.files.map((index) => downloads.files[index]!);
  // Hashed files come before the pages that use them, so an interrupted update leaves no page without its files.
  const parts = [true, false].map((first) => files.filter(([path]) => neverChanges(path) === first));
  let bytes = 0;
  const work = async (queue: typeof files) => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      signal.throwIfAborted();
      const [path, size] = next;
      const kept = stale.has(path) ? undefined : await cache.match(path);
      if (!kept || !hasRightType(path, kept)) await put(cache, path, await get(path, signal));
      stale.delete(path);
      report((bytes += size));
    }
  };
  try {
    for (const queue of parts) await Promise.all(Array.from({ length: AT_A_TIME }, () => work(queue)));
  } catch (error) {
    // Record which files are replaced, so that they aren't downloaded again.
    await setMark(cache, { revision, stale: [...stale] }).catch(() => undefined);
    throw error;
  }
  const { choices } = await loadDownloads();
  if (!choices.some((now) => now.id === choice.id && now.revision === revision)) throw new SiteChanged();
  await removeOthers(cache, new Set(files.map(([path]) => path)));
  await setMark(cache, { revision, completed: Date.now() });
}

/** Returns the paths of stored files that may be from an earlier revision. */
async function staleFiles(cache: Cache, { id, revision }: Choice): Promise<readonly string[]> {
  const mark = await markOf(id);
  if (mark?.revision === revision) return mark.stale ?? [];
  const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  return kept.filter((path) => !neverChanges(path));
}

/** Returns a file from any cache if its content never changes, otherwise from the server. */
async function get(path: string, signal: AbortSignal): Promise<Response> {
  const stored = neverChanges(path) ? await caches.match(path) : undefined;
  if (stored && hasRightType(path, stored)) return stored;
  const transfer = new AbortController();
  const withTimeout = <T>(promise: Promise<T>) => within(SILENCE_LIMIT, promise, silence(SILENCE_LIMIT));
  try {
    const either = AbortSignal.any([signal, transfer.signal]);
    const response = await withTimeout(fetch(path, { cache: 'no-store', signal: either }));
    if (await withTimeout(isGone(path, response))) throw new SiteChanged();
    if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
    if (!hasRightType(path, response)) throw new Error(`The server sent ${path} with the wrong type.`);
    const body = await readWhole(response, SILENCE_LIMIT);
    if (isHtml(response) && !isWholePage(await body.text()))
      throw new Error(`The server sent something other than the page ${path}.`);
    const other = await fromCache(caches.match(path)).catch(() => undefined);
    return new Response(body, { headers: stampedHeaders(response, other && [other]) });
  } catch (error) {
    transfer.abort();
    signal.throwIfAborted();
    if (!(error instanceof TypeError)) throw error;
    throw new Error(navigator.onLine ? 'The connection failed.' : "You're offline.", { cause: error });
  }
}

async function put(cache: Cache, path: string, response: Response) {
  try {
    await cache.put(path, response);
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    const message = isFull ? 'This device is out of storage space.' : "This device couldn't store the file.";
    throw new Error(message, { cause: error });
  }
}

/** Deletes the files that the new version no longer has. */
async function removeOthers(cache: Cache, paths: ReadonlySet<string>) {
  const old = (await cache.keys()).filter(({ url }) => !paths.has(new URL(url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}

async function setMark(cache: Cache, mark: Mark) {
  await put(cache, MARK, Response.json(mark));
}
