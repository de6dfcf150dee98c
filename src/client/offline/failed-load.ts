import { offline } from '../../config/offline.ts';

/*
 * On the page that stands in for a failed one, and on a stored copy: loads the page again once it can be had.
 * The service worker brings this file along, so that it needs no network.
 */

/** The first pause between two tries, in milliseconds; each later one is twice as long, up to the longest. */
const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 60_000;

/** What the entry of the browser's history holds. */
interface Failures {
  failedLoads?: number;
  /** Of the last one, in milliseconds since the epoch. */
  failedAt?: number;
}

/** The notice of a failed load, with its Retry button. */
class FailedLoad extends HTMLElement {
  #trying = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  connectedCallback() {
    const top = document.querySelector('main') ?? document.body;
    if (this.#isOnPage && this !== top.firstElementChild) {
      // A page may have broken off within a menu or a closed part, or far below, where nobody would see the notice.
      top.prepend(this);
      return;
    }
    this.querySelector('button')?.addEventListener('click', () => void this.#try());
    if (this.#loadsByItself) {
      addEventListener('online', () => void this.#try());
      addEventListener('offline', () => this.#wait());
      document.addEventListener('visibilitychange', () => this.#wait());
      this.#wait();
    } else {
      addEventListener('online', () => this.#say('The connection is back.'));
      announce(this.querySelector('[role="status"]'));
    }
  }

  /** Beside what the reader reads, not in its place. */
  get #isOnPage(): boolean {
    return this.classList.contains('on-page');
  }

  /** A reader in the middle of a stored copy is not interrupted; on the failure page nobody reads. */
  get #loadsByItself(): boolean {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const failed = 'failed' in this.dataset || (navigation?.responseStatus ?? 0) >= 500;
    return failed && !this.#isOnPage;
  }

  /** How often this page has failed of late. The entry of the browser's history remembers it over reloads. */
  get #failures(): number {
    const { failedLoads = 0, failedAt = 0 } = (history.state ?? {}) as Failures;
    return Date.now() - failedAt < 2 * LONGEST_PAUSE ? failedLoads : 0;
  }

  #countFailure() {
    const failures: Failures = { failedLoads: this.#failures + 1, failedAt: Date.now() };
    history.replaceState({ ...history.state, ...failures }, '');
  }

  /** Plans the next try. There is none while the browser is offline or nobody looks. */
  #wait() {
    clearTimeout(this.#timer);
    if (this.#trying || document.hidden) return;
    if (!navigator.onLine) {
      this.#say('The page loads once the connection is back.');
      return;
    }
    const pause = Math.min(FIRST_PAUSE * 2 ** this.#failures, LONGEST_PAUSE);
    this.#say(`Next try in ${pause / 1_000} seconds.`);
    this.#timer = setTimeout(() => void this.#try(), pause);
  }

  /** Asks whether the page can be had, and loads it then. */
  async #try() {
    if (this.#trying) return;
    this.#trying = true;
    clearTimeout(this.#timer);
    this.#say('Trying…');
    const reason = (await this.#hasCopy()) ? undefined : await whatFails();
    this.#countFailure();
    this.#trying = false;
    if (reason === undefined) {
      this.#say('The page can be had again.');
      location.reload();
      return;
    }
    const text = this.querySelector('[data-failure]');
    if (text) text.textContent = reason;
    if (this.#loadsByItself) this.#wait();
    else this.#say(reason);
  }

  /** Whether the answer came after all, too late for its reader: the worker has stored it. */
  async #hasCopy(): Promise<boolean> {
    if (!this.#loadsByItself) return false;
    try {
      return (await caches.match(location.pathname)) !== undefined;
    } catch {
      // Where storage is blocked or missing, nothing is stored.
      return false;
    }
  }

  #say(text: string) {
    this.querySelector('span[role="status"]')!.textContent = text;
  }
}

/** Why the page of this address cannot be loaded; nothing when it can. */
async function whatFails(): Promise<string | undefined> {
  const signal = AbortSignal.timeout(offline.answerLimit * 1_000);
  try {
    const { status } = await fetch(location.href, { method: 'HEAD', cache: 'no-store', signal });
    return status < 500 ? undefined : `The server answered ${status}.`;
  } catch {
    if (!navigator.onLine) return 'You are offline.';
    return signal.aborted
      ? `The server did not answer within ${offline.answerLimit} seconds.`
      : 'The connection to the server failed.';
  }
}

/** Screen readers announce what changes in a live region, not what it begins with. */
function announce(region: Element | null) {
  const content = [...(region?.childNodes ?? [])];
  region?.replaceChildren();
  setTimeout(() => region?.replaceChildren(...content));
}

customElements.define('failed-load', FailedLoad);
