import { SILENCE_LIMIT } from '../../config/offline.ts';
import { isGone, isPageInstead } from '../../shared/html-response.ts';

/** A file that didn't arrive whole. */
export class LoadError extends Error {
  /** The server has no such file: it serves another deploy than the one this page comes from. */
  readonly gone: boolean;

  constructor(message: string, gone: boolean) {
    super(message);
    this.gone = gone;
  }
}

/** Aborts requests when nothing has arrived for {@link SILENCE_LIMIT} seconds. */
class SilenceTimer {
  readonly #lost = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  get signal(): AbortSignal {
    return this.#lost.signal;
  }

  /** Starts the timer, or starts it again because a byte arrived. */
  restart(): void {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    const reason = Error(`nothing came for ${SILENCE_LIMIT} seconds`);
    this.#timer = setTimeout(() => this.#lost.abort(reason), SILENCE_LIMIT * 1000);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }
}

/** Static imports come first in a built module, each with its URL in quotes. */
const IMPORTS = /^(?:const __vite__\w+=.*\n)?((?:import[^;]*;)+)/;

/**
 * Fetches files, and the modules they import, into the browser's cache. A failed `import()` says neither which file
 * failed nor why, and some browsers then fail forever without asking the server again. So everything is fetched
 * before anything is imported.
 *
 * @param priority - `low` leaves the connection to what the reader asked for.
 * @throws LoadError for the first file that doesn't arrive whole.
 */
export async function preloadFiles(
  urls: readonly string[],
  priority: RequestPriority = 'auto',
): Promise<void> {
  const started = new Set<string>();
  // One timer for all files: on a slow connection they wait for each other.
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
    // Requests that are still running go on: they fill the cache for the next try.
    timer.stop();
  }
}

/**
 * Fetches one file.
 *
 * @param fetchIt - What to send the request with, where it isn't `fetch` of the page.
 * @throws LoadError when it doesn't arrive whole.
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

/** Files that didn't arrive whole. Some browsers would wait for the rest of them instead of asking again. */
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
    if (!response.ok || isPageInstead(pathname, response)) {
      const status = `${response.status} ${response.statusText}`.trim();
      const reason = response.ok ? 'with a page' : status;
      throw new LoadError(`${pathname} answered ${reason}.`, isGone(pathname, response));
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
    const reason = navigator.onLine ? message : 'You are offline';
    throw new LoadError(`${pathname}: ${reason}.`, false);
  }
}
