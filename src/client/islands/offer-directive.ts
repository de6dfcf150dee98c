import type { ClientDirective } from 'astro';
import { savesData } from '../data-saving.ts';
import { codeOf, hydrateIsland, meetFailure } from './load.ts';
import { preloadFiles } from './preload.ts';

/*
 * For a heavy island. Its code loads once the page is shown and the browser is idle; on a slow or metered connection it
 * waits for a button. It runs when the reader scrolls to it, because running blocks a phone for a second or more. The
 * island's section holds the button and a live region. The island is empty until it is rendered.
 */

/** The value of `client:offer`. */
export interface Offer {
  /** The island's name, as the subject of a sentence. */
  name: string;
  /** URLs of files that it needs besides its code. */
  files: readonly string[];
}

/** Loads that take less than this many milliseconds aren't announced. */
const DELAY = 200;

/** Key in `history.state` that notes that the reader asked for the island. */
const WANTED = 'island-wanted';

/** Longest wait for an idle browser, in milliseconds. */
const IDLE_LIMIT = 2_000;

/** Share of the window's height that must show the island's section before the island runs. */
const SHOWN = 0.1;

const onOffer: ClientDirective = (load, options, island) => {
  const { name, files } = options.value as unknown as Offer;
  const section = island.closest('section')!;
  const offer = section.querySelector<HTMLElement>('[data-offer]')!;
  const status = section.querySelector<HTMLElement>('[role="status"]')!;
  let message: HTMLElement | undefined;

  const start = async () => {
    // The pressed button disappears, so the section takes the focus.
    if (section.contains(document.activeElement)) section.focus({ preventScroll: true });
    offer.hidden = true;
    message?.remove();
    try {
      await announced(() => preloadFiles([...codeOf(island), ...files], 'low'));
      await inView(section);
      await announced(async () => {
        await hydrateIsland(load, island);
        await rendered(island);
      });
    } catch (error) {
      const place = (element: HTMLElement) => status.after(element);
      message = meetFailure(error, { subject: name, place, retry: () => void start() });
    }
  };

  const announced = async (wait: () => Promise<void>) => {
    const arrival = wait();
    const delay = setTimeout(() => (status.textContent = `${name} is loading…`), DELAY);
    try {
      await arrival;
    } finally {
      clearTimeout(delay);
      status.textContent = '';
    }
  };

  if (savesData() && !isWanted()) {
    offer.hidden = false;
    offer.querySelector('button')!.addEventListener('click', () => {
      rememberWanted();
      void start();
    });
  } else {
    whenShown(() => whenIdle(() => void start()));
  }
};

/** `history.state` survives the reload after a new deploy. Scalar replaces it once it is rendered. */
function rememberWanted() {
  try {
    history.replaceState({ ...history.state, [WANTED]: true }, '');
  } catch {
    // Browsers limit how often a page may do this. The button will be there again.
  }
}

function isWanted(): boolean {
  const state = history.state as Partial<Record<typeof WANTED, true>> | null;
  return state?.[WANTED] === true;
}

/** Calls once the page has loaded and painted. */
function whenShown(then: () => void) {
  if (document.readyState !== 'complete') addEventListener('load', () => whenShown(then), { once: true });
  else if (window.PerformanceObserver?.supportedEntryTypes.includes('paint')) {
    const observer = new PerformanceObserver(() => {
      observer.disconnect();
      then();
    });
    observer.observe({ type: 'paint', buffered: true });
  } else then();
}

function whenIdle(start: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: IDLE_LIMIT });
  else setTimeout(start, DELAY);
}

/** Resolves when the window shows a section, or when the URL has a fragment, which may belong to the island. */
function inView(section: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      observer.disconnect();
      removeEventListener('hashchange', end);
      resolve();
    };
    const look = (entries: readonly IntersectionObserverEntry[]) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) end();
    };
    const observer = new IntersectionObserver(look, { rootMargin: `-${SHOWN * 100}% 0px` });
    observer.observe(section);
    addEventListener('hashchange', end);
    if (location.hash) end();
  });
}

/** Resolves when the island has rendered something, even a crash message. */
function rendered(island: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(look);
    observer.observe(island, { childList: true });
    look();
    function look() {
      if (island.childElementCount === 0) return;
      observer.disconnect();
      resolve();
    }
  });
}

export default onOffer;
