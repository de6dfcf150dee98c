import { SILENCE_LIMIT } from '../../config/offline.ts';
import { isGone, isHtml, typeOf } from '../../offline/protocol/html-response.ts';

/** The reason for giving up on a load that has stalled. */
export const SILENCE = `nothing arrived for ${SILENCE_LIMIT} seconds`;

/** A file that failed to load or arrived incomplete. */
export class LoadError extends Error {
  /** Whether the server no longer has the file, because it serves a newer deploy than the one of this page. */
  readonly gone: boolean;

  constructor(message: string, gone: boolean) {
    super(message);
    this.gone = gone;
  }
}

/** Aborts requests when no byte has arrived for {@link SILENCE_LIMIT} seconds. */
class SilenceTimer {
  readonly #lost = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  get signal(): AbortSignal {
    return this.#lost.signal;
  }

  /** Starts the timer, or restarts it when a byte has arrived. */
  restart(): void {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    this.#timer = setTimeout(() => this.#lost.abort(Error(SILENCE)), SILENCE_LIMIT * 1000);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }
}

/** The static imports at the top of a built module, below a license notice, if any; each with its URL in quotes. */
const IMPORTS = /^(?:\/\*[^]*?\*\/\s*)?(?:const __vite__\w+=.*\n)?((?:import[^;]*;)+)/;

/**
 * Fetches files, and the modules they import, into the browser's cache. Call it before `import()`: a failed `import()`
 * reports neither the file nor the reason, and some browsers then never request the file again.
 *
 * @param priority - `low` for files that the reader hasn't requested.
 * @throws LoadError for the first file that fails.
 */
export async function preloadFiles(
  urls: readonly string[],
  priority: RequestPriority = 'auto',
): Promise<void> {
  const started = new Set<string>();
  // All files share one timer, because on a slow connection they wait for each other.
  const timer = new SilenceTimer();
  const preload = async (url: string): Promise<void> => {
    if (started.has(url)) return;
    started.add(url);
    const code = await (await fetchChecked(url, timer, { priority })).text();
    const [, imports = ''] = IMPORTS.exec(code) ?? [];
    const imported = [...imports.matchAll(/["'](\.?\/[^"']+)["']/g)];
    await Promise.all(imported.map(([, path = '']) => preload(new URL(path, url).href)));
  };
  try {
    timer.restart();
    await Promise.all(urls.map((each) => preload(new URL(each, location.href).href)));
  } finally {
    // After a failure, the other requests continue and fill the cache for the next try.
    timer.stop();
  }
}

/**
 * Fetches one file completely.
 *
 * @param fetchIt - The function to fetch with; `fetch` by default.
 * @returns A response whose body is in memory.
 * @throws LoadError if the file fails.
 */
export async function fetchWhole(url: string, fetchIt?: typeof fetch): Promise<Response> {
  const timer = new SilenceTimer();
  try {
    timer.restart();
    return await fetchChecked(url, timer, {}, fetchIt);
  } finally {
    timer.stop();
  }
}

/**
 * Files that failed. They bypass the cache: it returns a file of the wrong type unchanged, and some browsers wait for the
 * rest of an incomplete one.
 */
const broken = new Set<string>();

async function fetchChecked(
  url: string,
  timer: SilenceTimer,
  options: RequestInit,
  fetchIt = fetch,
): Promise<Response> {
  const { pathname } = new URL(url);
  const { signal } = timer;
  try {
    const cache = broken.has(url) ? 'reload' : 'default';
    const response = await fetchIt(url, { ...options, cache, signal });
    if (!response.ok || !isUsable(pathname, response)) {
      const instead = isHtml(response) ? 'a page instead of the file' : 'a file of the wrong type';
      const reason = response.ok ? instead : response.status;
      throw new LoadError(
        `The server responded to ${pathname} with ${reason}.`,
        await isGone(pathname, response),
      );
    }
    const restartTimer = new TransformStream<Uint8Array, Uint8Array>({
      transform(part, output) {
        timer.restart();
        output.enqueue(part);
      },
    });
    const body = await new Response(response.body?.pipeThrough(restartTimer)).blob();
    return new Response(body, { headers: response.headers });
  } catch (error) {
    broken.add(url);
    if (error instanceof LoadError) throw error;
    const { message } = (signal.reason ?? error) as Error;
    const reason = navigator.onLine ? message : "You're offline";
    throw new LoadError(`${pathname}: ${reason}.`, false);
  }
}

/** Whether browsers accept the type of a file. The development server sends stylesheets as scripts. */
function isUsable(path: string, response: Response): boolean {
  return /\.(js|css|json)$/.test(path)
    ? /javascript|css|json/.test(typeOf(response.headers))
    : !isHtml(response);
}
