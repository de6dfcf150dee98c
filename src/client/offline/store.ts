import type { Choice, Downloads } from '../../config/downloads.ts';
import { offline, SILENCE_LIMIT } from '../../config/offline.ts';
import { hasRightType, isGone, isHtml, isWholePage } from '../../shared/html-response.ts';
import { neverChanges } from '../../shared/never-changing.ts';
import { stampedHeaders } from '../../shared/stored-at.ts';
import { within } from '../../shared/within.ts';
import { withBase } from '../with-base.ts';

/*
 * Owner of what readers keep offline: one cache per choice, which the service worker reads. Each holds the files of
 * the choice, and a mark with their version.
 */

/** How many files are requested at a time; the rest of the connection is the reader's. */
const AT_A_TIME = 4;

/** Is in each cache beside the files; no page has this path. */
const MARK = '/offline/mark.json';

export interface Mark {
  /** Revision of the choice when its download began. */
  revision: string;
  /** Paths of files that an update has still to replace: they are of an earlier revision. */
  stale?: readonly string[];
  /** When the download was complete, in milliseconds since the epoch; absent as long as it is not. */
  completed?: number;
}

/** The server has another deploy than the one whose files were listed: list them again. */
export class SiteChanged extends Error {
  constructor() {
    super('The site has changed during the download.');
  }
}

const cacheOf = (id: string) => caches.open(offline.keptPrefix + id);

/** Lists what there is to keep, as the server has it now. */
export async function loadDownloads(): Promise<Downloads> {
  const response = await fetch(withBase('/downloads.json'), {
    cache: 'no-cache',
    signal: AbortSignal.timeout(SILENCE_LIMIT * 1_000),
  });
  if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
  if (!hasRightType('/downloads.json', response)) throw new Error('The server sent something else.');
  return (await response.json()) as Downloads;
}

/** What is kept of a choice, if anything. */
export async function markOf(id: string): Promise<Mark | undefined> {
  const mark = await caches.match(MARK, { cacheName: offline.keptPrefix + id });
  return mark && ((await mark.json()) as Mark);
}

/** Removes everything that was kept of a choice. */
export async function remove(id: string): Promise<void> {
  await caches.delete(offline.keptPrefix + id);
}

/** Bytes of a choice, as transferred. */
export function sizeOf({ files }: Choice, downloads: Downloads): number {
  return files.reduce((sum, index) => sum + (downloads.files[index]?.[1] ?? 0), 0);
}

/**
 * Downloads a choice; one that was stopped continues where it was.
 *
 * @param report - Called with the bytes that are stored, as transferred, after each file.
 * @throws The reason of the signal, when it was stopped.
 * @throws SiteChanged when the server has other files by now.
 * @throws Error with a message for readers, when the network, the server or the device fails.
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
  // The files of pages come first. So the pages of an unfinished update have them, and the others still have theirs.
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
    // What was replaced isn't downloaded again.
    await setMark(cache, { revision, stale: [...stale] }).catch(() => undefined);
    throw error;
  }
  const { choices } = await loadDownloads();
  if (!choices.some((now) => now.id === choice.id && now.revision === revision)) throw new SiteChanged();
  await removeOthers(cache, new Set(files.map(([path]) => path)));
  await setMark(cache, { revision, completed: Date.now() });
}

/** Paths of kept files that are of an earlier revision. */
async function staleFiles(cache: Cache, { id, revision }: Choice): Promise<readonly string[]> {
  const mark = await markOf(id);
  if (mark?.revision === revision) return mark.stale ?? [];
  const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  return kept.filter((path) => !neverChanges(path));
}

/** A file that never changes may be in another cache; everything else comes from the server. */
async function get(path: string, signal: AbortSignal): Promise<Response> {
  const stored = neverChanges(path) ? await caches.match(path) : undefined;
  if (stored && hasRightType(path, stored)) return stored;
  const transfer = new AbortController();
  const notSilent = <T>(promise: Promise<T>) =>
    within(SILENCE_LIMIT, promise, new Error(`Nothing arrived for ${SILENCE_LIMIT} seconds.`));
  try {
    const either = AbortSignal.any([signal, transfer.signal]);
    const response = await notSilent(fetch(path, { cache: 'no-store', signal: either }));
    if (isGone(path, response)) throw new SiteChanged();
    if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
    if (!hasRightType(path, response)) throw new Error(`The server sent ${path} with the wrong type.`);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const reader = response.body!.getReader();
    for (let part = await notSilent(reader.read()); part.value; part = await notSilent(reader.read()))
      parts.push(part.value);
    const body = new Blob(parts);
    if (isHtml(response) && !isWholePage(await body.text()))
      throw new Error(`The server sent something else than the page ${path}.`);
    return new Response(body, { headers: stampedHeaders(response) });
  } catch (error) {
    transfer.abort();
    signal.throwIfAborted();
    if (!(error instanceof TypeError)) throw error;
    throw new Error(navigator.onLine ? 'The connection failed.' : 'You are offline.', { cause: error });
  }
}

async function put(cache: Cache, path: string, response: Response) {
  try {
    await cache.put(path, response);
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    throw new Error(isFull ? 'This device has no room left.' : 'This device could not store the file.', {
      cause: error,
    });
  }
}

/** Removes the files that the new version no longer has. */
async function removeOthers(cache: Cache, paths: ReadonlySet<string>) {
  const old = (await cache.keys()).filter(({ url }) => !paths.has(new URL(url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}

async function setMark(cache: Cache, mark: Mark) {
  await put(cache, MARK, Response.json(mark));
}
