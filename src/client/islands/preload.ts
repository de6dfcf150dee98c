import { SILENCE_LIMIT } from '../../config/offline.ts';
import { isGone, isPageInstead } from '../../shared/html-response.ts';

/** A file that did not arrive whole. */
export class LoadError extends Error {
  /** The server has no such file: it serves another deploy than the one that the page is of. */
  readonly gone: boolean;

  constructor(message: string, gone: boolean) {
    super(message);
    this.gone = gone;
  }
}

/** Static imports stand first in a built module, each with the address in quotes. */
const IMPORTS = /^(?:const __vite__\w+=.*\n)?((?:import[^;]*;)+)/;

/**
 * Fetches files, and the modules that they import, into the browser's cache. A failed `import()` tells neither
 * which file failed nor why, and some browsers fail again ever after without asking the server; so nothing is
 * imported before all of it has arrived.
 *
 * @param priority - `low` leaves the line to what the reader asked for.
 * @throws LoadError for the first file that did not arrive whole.
 */
export async function fetchFiles(
  addresses: readonly string[],
  priority: RequestPriority = 'auto',
): Promise<void> {
  const begun = new Set<string>();
  const lost = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  // A byte of any file counts for all: on a slow line they wait for each other.
  const heard = () => {
    clearTimeout(timer);
    if (ended) return;
    timer = setTimeout(
      () => lost.abort(Error(`nothing came for ${SILENCE_LIMIT} seconds`)),
      SILENCE_LIMIT * 1000,
    );
  };
  const fetchFile = async (address: string): Promise<void> => {
    if (begun.has(address)) return;
    begun.add(address);
    const [, imports = ''] = IMPORTS.exec(await textOf(address, priority, lost.signal, heard)) ?? [];
    const imported = [...imports.matchAll(/["'](\.?\/[^"']+)["']/g)];
    await Promise.all(imported.map(([, path = '']) => fetchFile(new URL(path, address).href)));
  };
  try {
    heard();
    await Promise.all(addresses.map((each) => fetchFile(new URL(each, location.href).href)));
  } finally {
    // What is still under way is for the browser's cache, and for the next try.
    ended = true;
    clearTimeout(timer);
  }
}

/** Files that did not arrive whole. The browser may wait for the rest of them before it asks for them once more. */
const broken = new Set<string>();

async function textOf(
  address: string,
  priority: RequestPriority,
  signal: AbortSignal,
  heard: () => void,
): Promise<string> {
  const { pathname } = new URL(address);
  try {
    const cache = broken.has(address) ? 'reload' : 'default';
    const response = await fetch(address, { priority, cache, signal });
    if (!response.ok || isPageInstead(pathname, response)) {
      const status = `${response.status} ${response.statusText}`.trim();
      const answer = response.ok ? 'with a page' : status;
      throw new LoadError(`${pathname} answered ${answer}.`, isGone(pathname, response));
    }
    const passing = new TransformStream<Uint8Array, Uint8Array>({
      transform(part, rest) {
        heard();
        rest.enqueue(part);
      },
    });
    return await new Response(response.body!.pipeThrough(passing)).text();
  } catch (error) {
    broken.add(address);
    if (error instanceof LoadError) throw error;
    const { message } = (signal.reason ?? error) as Error;
    const reason = navigator.onLine ? message : 'You are offline';
    throw new LoadError(`${pathname}: ${reason}.`, false);
  }
}
