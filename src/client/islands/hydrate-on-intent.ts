import islandRuntime from 'astro/runtime/server/astro-island.js?chunk-url';
import siteSearch from '../search/site-search.ts?chunk-url';
import { preloadFiles } from './preload.ts';
import { codeOf, hydrateIsland, meetFailure, type Load } from './load.ts';

/*
 * Controls whose code loads at the first sign that a reader wants them: islands with `client:intent`, with Astro's
 * runtime and React, and the search. Until then a page loads this file alone.
 */

/** An island whose code hasn't loaded yet. */
export interface WaitingIsland extends HTMLElement {
  /** Loads the component. `intent-directive.ts` sets it. */
  load?: Load;
}

/** The pointer or focus arrives about 100 ms before the click, which is time to load ahead. */
const SIGNS = ['pointerenter', 'focusin', 'touchstart', 'click'] as const;

/** Loads the code of each waiting control when a reader points at it, focuses it, touches it or clicks it. */
export function hydrateOnIntent(): void {
  for (const island of document.querySelectorAll<WaitingIsland>('astro-island[client=intent]')) {
    watch(island, async () => {
      await preloadFiles([islandRuntime, ...codeOf(island)]);
      await import(/* @vite-ignore */ islandRuntime);
      if (island.load) await hydrateIsland(island.load, island);
    });
  }
  for (const search of document.querySelectorAll<HTMLElement>('site-search')) {
    watch(search, async () => {
      await preloadFiles([siteSearch]);
      await import(/* @vite-ignore */ siteSearch);
    });
  }
}

/** @param start - Loads the code and runs it; the control works afterwards. */
function watch(control: HTMLElement, start: () => Promise<void>) {
  /** Clicks from before hydration, repeated after it. Links work without. */
  let missedClicks: HTMLElement[] = [];
  let loading = false;
  let message: HTMLElement | undefined;

  const load = async () => {
    loading = true;
    message?.remove();
    try {
      await start();
    } catch (error) {
      loading = false;
      // Without a click there is nothing to report: the next sign tries again.
      if (missedClicks.length > 0) fail(error);
      return;
    }
    for (const sign of SIGNS) control.removeEventListener(sign, onSign, options);
    for (const target of missedClicks) if (target.isConnected) target.click();
  };

  const fail = (error: unknown) => {
    const [clicked] = missedClicks;
    const dismiss = () => {
      message?.remove();
      missedClicks = [];
      clicked?.focus();
    };
    const retry = () => {
      void load();
      clicked?.focus();
    };
    // The search shows the message in its dialog, which has a close button.
    const dialog = control.querySelector('[open] .state');
    message = meetFailure(error, {
      subject: dialog ? 'The search' : 'This control',
      place: (element) => (dialog ?? control).after(element),
      retry,
      ...(!dialog && { dismiss }),
    });
  };

  const onSign = ({ type, target }: Event) => {
    if (!(target instanceof Element) || message?.contains(target)) return;
    if (type === 'click') {
      const clicked = target.closest('button');
      // A click after a failure replaces the clicks that failed.
      if (!loading) missedClicks = [];
      if (clicked) missedClicks.push(clicked);
    }
    // After a failed click, only another click or Retry loads again: a passing pointer doesn't.
    else if (missedClicks.length > 0) return;
    if (!loading) void load();
  };

  // `pointerenter` doesn't bubble: capture sees it on its way down to the control.
  const options = { capture: true, passive: true };
  for (const sign of SIGNS) control.addEventListener(sign, onSign, options);
}
