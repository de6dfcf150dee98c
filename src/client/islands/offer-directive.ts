import type { ClientDirective } from 'astro';
import { savesData } from '../data-saving.ts';
import { codeOf, hydrateIsland } from './load.ts';
import type { OfferedIsland } from './hydrate-on-intent.ts';

/*
 * For an island that weighs much: its code comes by itself once the page is shown and the browser has time; on
 * a slow or dear line it waits for its button. It runs when the reader can see its place: running takes a phone
 * a second or more, in which who reads what stands above it could touch nothing. The island's section holds that
 * button and a live region. Until the island is drawn it is empty.
 */

/** What the page tells of the island. */
export interface Offer {
  /** What it is, as the subject of a sentence. */
  name: string;
  /** Addresses of files that it needs besides its code. */
  files: readonly string[];
}

/** A reference that is there within this time, in milliseconds, needs no announcement. */
const DELAY = 200;

/** Under this name the history's entry keeps that the reader has asked for the island. */
const WANTED = 'island-wanted';

/** Longest time, in milliseconds, to wait for the browser to have time. */
const IDLE_LIMIT = 2_000;

/** How much of the window's height has to show the place of an island before it is drawn there. */
const SHOWN = 0.1;

const onOffer: ClientDirective = (load, options, island) => {
  const { name, files } = options.value as unknown as Offer;
  const section = island.closest('section')!;
  const offer = section.querySelector<HTMLElement>('[data-offer]')!;
  const status = section.querySelector<HTMLElement>('[role="status"]')!;
  let message: HTMLElement | undefined;

  const start = async () => {
    // The page is shown: its script has run.
    const { preloadFiles, meetFailure } = (island as OfferedIsland).tools!;
    // The button that the reader pressed goes; the section takes its focus.
    if (section.contains(document.activeElement)) section.focus({ preventScroll: true });
    offer.hidden = true;
    message?.remove();
    try {
      await announced(() => preloadFiles([...codeOf(island), ...files], 'low'));
      await inView(section);
      await announced(async () => {
        await hydrateIsland(load, island);
        await drawn(island);
      });
    } catch (error) {
      const place = (element: HTMLElement) => status.after(element);
      message = meetFailure(error, { subject: name, place, retry: () => void start() });
    }
  };

  const announced = async (wait: () => Promise<void>) => {
    // The time counts from the request, which this makes.
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

/** The state of the history's entry outlives the reload for a new deploy. Once drawn, Scalar replaces it. */
function rememberWanted() {
  try {
    history.replaceState({ ...history.state, [WANTED]: true }, '');
  } catch {
    // Then the button stands there again.
  }
}

function isWanted(): boolean {
  const state = history.state as Partial<Record<typeof WANTED, true>> | null;
  return state?.[WANTED] === true;
}

/** Calls once the page is loaded and its first paint done. */
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

/** Resolves when the window shows a section, or the address has a fragment: it may name a part of the island. */
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

/** Resolves when the island has drawn something, be it that it crashed. */
function drawn(island: HTMLElement): Promise<void> {
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
