import { cacheSettings } from '../protocol/caches.ts';
import { isWholePage } from '../protocol/storable.ts';
import { storedAt } from '../protocol/stored-at.ts';
import { fromCache } from '../protocol/within.ts';
import { button } from '../../client/support/button.ts';
import { plainText } from '../../client/support/plain-text.ts';
import { requestReport, checkServer } from './load-report.ts';

/*
 * For the page that the service worker shows when a page fails to load: shows the reason, retries automatically, and
 * lists the stored pages. The worker stores every file that this page needs.
 */

/** The first pause between two retries, in milliseconds. It doubles with each retry, up to {@link LONGEST_PAUSE}. */
const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 60_000;

/** The maximum number of stored pages to list. */
const LIST_LENGTH = 20;

/** The recent failures of this page. `history.state` stores them, because it survives reloads. */
interface Failures {
  failedLoads?: number;
  /** When the last load failed, in milliseconds since the epoch. */
  failedAt?: number;
}

/** Fills in the failure page, and reloads once the requested page can be loaded. */
export async function initFailurePage(): Promise<void> {
  const notice = document.querySelector<HTMLElement>('[data-load-failure]');
  if (!notice) return;
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const report = await requestReport();
  if (report) notice.querySelector('[data-reason]')!.textContent = report.reason;
  // Don't retry if the reader opened `/500/` itself.
  new Retries(notice, Boolean(report) || (navigation?.responseStatus ?? 0) >= 500);
  // If storage is blocked or broken, no page is stored.
  await listStoredPages().catch(() => undefined);
}

/** The notice with its Retry button and the automatic retries. */
class Retries {
  readonly #reason: HTMLElement;
  readonly #status: HTMLElement;
  readonly #repeats: boolean;
  #trying = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param repeats - Whether to retry automatically. */
  constructor(notice: HTMLElement, repeats: boolean) {
    this.#reason = notice.querySelector('[data-reason]')!;
    this.#status = notice.querySelector('[role="status"]')!;
    this.#repeats = repeats;
    // Without this script, a link reloads the page.
    notice.querySelector('a')!.replaceWith(button('Retry', () => void this.#try()));
    if (!repeats) return;
    addEventListener('online', () => void this.#try());
    addEventListener('offline', () => this.#wait());
    document.addEventListener('visibilitychange', () => this.#wait());
    this.#wait();
  }

  /** How often this page has failed recently. */
  get #failures(): number {
    const { failedLoads = 0, failedAt = 0 } = (history.state ?? {}) as Failures;
    return Date.now() - failedAt < 2 * LONGEST_PAUSE ? failedLoads : 0;
  }

  /** Schedules the next retry, except while the browser is offline or the page is in the background. */
  #wait() {
    clearTimeout(this.#timer);
    if (!this.#repeats || this.#trying || document.hidden) return;
    if (!navigator.onLine) {
      this.#status.textContent = "This page will load when you're back online.";
      // Check again later, because not every browser reports that the connection is back.
      this.#timer = setTimeout(() => this.#wait(), FIRST_PAUSE);
      return;
    }
    const pause = Math.min(FIRST_PAUSE * 2 ** this.#failures, LONGEST_PAUSE);
    this.#status.textContent = `Trying again in ${pause / 1_000} seconds.`;
    this.#timer = setTimeout(() => void this.#try(), pause);
  }

  /** Checks whether the page can be loaded, and then loads it. */
  async #try() {
    if (this.#trying) return;
    this.#trying = true;
    clearTimeout(this.#timer);
    this.#status.textContent = 'Trying…';
    const reason = (await hasCopy()) ? undefined : await checkServer();
    const failures: Failures = { failedLoads: this.#failures + 1, failedAt: Date.now() };
    history.replaceState({ ...history.state, ...failures }, '');
    this.#trying = false;
    if (reason === undefined) {
      this.#status.textContent = 'The page is loading.';
      location.reload();
      return;
    }
    this.#reason.textContent = reason;
    this.#status.textContent = '';
    this.#wait();
  }
}

/** Whether the worker has stored the page in the meantime, because the response arrived after the time limit. */
async function hasCopy(): Promise<boolean> {
  try {
    return (await fromCache(caches.match(location.pathname))) !== undefined;
  } catch {
    return false;
  }
}

/** Lists the stored pages, most recently stored first. */
async function listStoredPages() {
  const isPageCache = (name: string) =>
    name.startsWith(cacheSettings.pagesPrefix) || name.startsWith(cacheSettings.keptPrefix);
  const names = (await caches.keys()).filter(isPageCache);
  const copies = (await Promise.all(names.map(copiesIn))).flat();
  copies.sort((one, other) => storedAt(other.copy) - storedAt(one.copy));
  const newest = new Map<string, Response>();
  for (const { url, copy } of copies) if (!newest.has(url)) newest.set(url, copy);
  const list = document.querySelector('[data-stored-pages] ul')!;
  for (const [url, copy] of [...newest].slice(0, LIST_LENGTH)) {
    const html = await copy.text();
    if (!isWholePage(html)) continue;
    const [, heading = ''] = /<h1\b[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
    const link = document.createElement('a');
    // Use the whole URL, because a path that starts with two slashes would lead to another site.
    link.href = url;
    link.textContent = plainText(heading).trim() || new URL(url).pathname;
    list.appendChild(document.createElement('li')).append(link);
  }
  list.closest('section')!.hidden = list.children.length === 0;
}

/** Returns the pages in a cache. Unlike pages, files have a dot in the last segment of their path. */
async function copiesIn(name: string): Promise<{ url: string; copy: Response }[]> {
  const cache = await caches.open(name);
  const urls = (await cache.keys())
    .map(({ url }) => url)
    .filter((url) => /\/[^./]*$/.test(new URL(url).pathname));
  return Promise.all(urls.map(async (url) => ({ url, copy: (await cache.match(url))! })));
}
