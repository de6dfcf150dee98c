import islandRuntime from 'astro/runtime/server/astro-island.js?chunk-url';
import { fetchFiles } from './preload.ts';
import { codeOf, hydrateIsland, meetFailure, type Load } from './load.ts';

/*
 * The islands with `client:intent`: controls whose code (Astro's runtime of islands, React, and the control) loads at
 * the first sign that a reader wants them. Until then a page pays for this file.
 */

/** An island that waits. */
export interface WaitingIsland extends HTMLElement {
  /** Loads the island's code; `intent-directive.ts` adds it. */
  load?: Load;
}

/** A pointer that arrives, or focus, comes some 100 ms before a click: time to load ahead of it. */
const SIGNS = ['pointerenter', 'focusin', 'touchstart', 'click'] as const;

/** An island that loads by itself (`offer-directive.ts`). */
export interface OfferedIsland extends HTMLElement {
  /** What it loads with, and fails with: pages have both here, and need them no second time. */
  tools?: { fetchFiles: typeof fetchFiles; meetFailure: typeof meetFailure };
}

/** Loads the code of each waiting island when the reader reaches for it. */
export function hydrateOnIntent(): void {
  for (const island of document.querySelectorAll<OfferedIsland>('astro-island[client=offer]')) {
    island.tools = { fetchFiles, meetFailure };
    void import(/* @vite-ignore */ islandRuntime);
  }
  for (const island of document.querySelectorAll<WaitingIsland>('astro-island[client=intent]')) watch(island);
}

function watch(control: WaitingIsland) {
  /** Clicks that came before their handler: kept, and given again once the handler stands. Links work anyway. */
  let missedClicks: HTMLElement[] = [];
  let loading = false;
  let message: HTMLElement | undefined;

  const load = async () => {
    loading = true;
    message?.remove();
    try {
      await fetchFiles([islandRuntime, ...codeOf(control)]);
      await import(/* @vite-ignore */ islandRuntime);
      if (control.load) await hydrateIsland(control.load, control);
    } catch (error) {
      loading = false;
      // Nobody has asked for more than a look: the next sign tries again, as the network may be back by then.
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
    message = meetFailure(error, {
      subject: 'This control',
      place: (element) => control.after(element),
      retry,
      dismiss,
    });
  };

  const onSign = ({ type, target }: Event) => {
    if (!(target instanceof Element) || message?.contains(target)) return;
    if (type === 'click') {
      const clicked = target.closest('button');
      // A click after a failure is the same wish once more.
      if (!loading) missedClicks = [];
      if (clicked) missedClicks.push(clicked);
    }
    // A click that waits is given on demand, and not because a pointer passes.
    else if (missedClicks.length > 0) return;
    if (!loading) void load();
  };

  // `pointerenter` does not bubble: capture sees it on the way down to the control.
  const options = { capture: true, passive: true };
  for (const sign of SIGNS) control.addEventListener(sign, onSign, options);
}
