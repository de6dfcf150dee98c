import type { ClientDirective } from 'astro';
import { savesData } from '../support/data-saving.ts';
import { codeUrlsOf, handleFailure, hydrateIsland } from './load.ts';
import { preloadFiles } from '../search/preload.ts';

/*
 * The `client:offer` directive, for a heavy island. Its code loads once the page has painted and the reader comes near
 * the island. On a slow connection or with data saver on, a button offers to load it. The island is hydrated when the
 * reader scrolls to it, because that blocks a phone for a second or more. The island's section contains the button and
 * a live region. The island has no server-rendered content.
 */

/** The value of `client:offer`. */
export interface Offer {
  /** The island's name, as the subject of a sentence. */
  name: string;
  /** URLs of files that the island needs besides its code. */
  files: readonly string[];
}

/** Loads that take less than this many milliseconds aren't announced. */
const DELAY = 200;

/** Key in `history.state` that records that the reader pressed the button. */
const REQUESTED = 'island-requested';

/** Maximum wait for an idle browser, in milliseconds. */
const IDLE_LIMIT = 2_000;

/** The code loads when the section is within this distance of the window. */
const NEAR = '400px';

/** The island is hydrated when the section reaches this far into the window, as a share of the window's height. */
const VISIBLE = '-10%';

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
      await reaches(section, NEAR);
      await announceWhile(preloadFiles([...codeUrlsOf(island), ...files], 'low'));
      await reaches(section, VISIBLE);
      await announceWhile(hydrateIsland(load, island).then(() => rendered(island)));
    } catch (error) {
      const place = (element: HTMLElement) => status.after(element);
      message = handleFailure(error, { subject: name, place, retry: () => void start() });
    }
  };

  /** Waits for a promise and announces the wait if it takes long. */
  const announceWhile = async (loading: Promise<void>) => {
    const delay = setTimeout(() => (status.textContent = `${name} is loading…`), DELAY);
    try {
      await loading;
    } finally {
      clearTimeout(delay);
      status.textContent = '';
    }
  };

  if (savesData() && !wasRequested()) {
    offer.hidden = false;
    offer.querySelector('button')!.addEventListener('click', () => {
      rememberRequest();
      void start();
    });
  } else {
    whenPainted(() => whenIdle(() => void start()));
  }
};

/** Records the request in `history.state`, which survives a reload after a new deploy. Scalar later replaces it. */
function rememberRequest() {
  try {
    history.replaceState({ ...history.state, [REQUESTED]: true }, '');
  } catch {
    // Browsers limit how often a page may do this. After a reload, the button shows again.
  }
}

function wasRequested(): boolean {
  const state = history.state as Partial<Record<typeof REQUESTED, true>> | null;
  return state?.[REQUESTED] === true;
}

/** Calls back once the page has loaded and painted. */
function whenPainted(then: () => void) {
  if (document.readyState !== 'complete') addEventListener('load', () => whenPainted(then), { once: true });
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

/**
 * Resolves when a section is in the window, or when the URL has a fragment, which may belong to the island.
 *
 * @param margin - How far the observed area extends beyond the window, at its top and bottom.
 */
function reaches(section: HTMLElement, margin: string): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      observer.disconnect();
      removeEventListener('hashchange', end);
      resolve();
    };
    const onChange = (entries: readonly IntersectionObserverEntry[]) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) end();
    };
    const observer = new IntersectionObserver(onChange, { rootMargin: `${margin} 0px` });
    observer.observe(section);
    addEventListener('hashchange', end);
    if (location.hash) end();
  });
}

/** Resolves when the island has rendered something, even a crash message. */
function rendered(island: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(check);
    observer.observe(island, { childList: true });
    check();
    function check() {
      if (island.childElementCount === 0) return;
      observer.disconnect();
      resolve();
    }
  });
}

export default onOffer;
