import type { ClientDirective } from 'astro';
import { fetchIsland, hydrateIsland, meetFailure, type Load } from './load.ts';

/*
 * Cost before the reader touches the island: this file and four listeners. React, the island's own code and
 * Astro's code for islands load at the first sign of intent, so a page that nobody touches ships none of it.
 */

/**
 * Address of Astro's code for islands, which src/integrations/finish-pages takes out of the pages. It stays
 * undefined in development, where every page brings that code.
 */
declare const ISLAND_RUNTIME: string | undefined;

/** A pointer that arrives, or focus, comes some 100 ms before a click: time to load ahead of it. */
const SIGNS_OF_INTENT = ['pointerenter', 'focusin', 'touchstart', 'click'] as const;

/** Waits for the reader to reach for an island, then loads and hydrates it. */
function watch(island: HTMLElement, load: Load, files: readonly string[] = []) {
  /** Clicks that came before their handler: kept, and given again once the handler stands. Links work anyway. */
  let missedClicks: HTMLElement[] = [];
  let loading = false;
  let message: HTMLElement | undefined;

  const hydrate = async () => {
    loading = true;
    message?.remove();
    try {
      await fetchIsland(island, files);
      await hydrateIsland(load, island);
    } catch (error) {
      loading = false;
      // Nobody has asked for more than a look: the next sign tries again, as the network may be back by then.
      if (missedClicks.length > 0) fail(error);
      return;
    }
    for (const sign of SIGNS_OF_INTENT) island.removeEventListener(sign, onSign, options);
    for (const target of missedClicks) if (target.isConnected) target.click();
  };

  const fail = (error: unknown) => {
    const [control] = missedClicks;
    const dismiss = () => {
      message?.remove();
      missedClicks = [];
      control?.focus();
    };
    const retry = () => {
      void hydrate();
      control?.focus();
    };
    const place = (element: HTMLElement) => island.after(element);
    message = meetFailure(error, { subject: 'This control', place, retry, dismiss });
  };

  const onSign = (event: Event) => {
    if (event.type === 'click' && event.target instanceof Element) {
      const control = event.target.closest('button');
      // A click after a failure is the same wish once more.
      if (!loading) missedClicks = [];
      if (control) missedClicks.push(control);
    }
    // A click that waits is given on demand, and not because a pointer passes.
    else if (missedClicks.length > 0) return;
    if (!loading) void hydrate();
  };

  // `pointerenter` does not bubble: capture sees it on the way down to the control.
  const options = { capture: true, passive: true };
  for (const sign of SIGNS_OF_INTENT) island.addEventListener(sign, onSign, options);
}

const runtime = typeof ISLAND_RUNTIME === 'undefined' ? undefined : ISLAND_RUNTIME;

/** What Astro's code, once it is there, gives to load each island with. */
const loads = new Map<HTMLElement, Load>();

const onIntent: ClientDirective = (load, _options, island) => {
  if (runtime === undefined) watch(island, load);
  else loads.set(island, load);
};

if (runtime !== undefined) {
  for (const island of document.querySelectorAll<HTMLElement>('astro-island[client="intent"]')) {
    const load = async () => {
      await import(/* @vite-ignore */ runtime);
      return loads.get(island)!();
    };
    watch(island, load, [runtime]);
  }
}

export default onIntent;
