import { preloadFiles } from './preload.ts';
import { codeOf, meetFailure } from './load.ts';

/*
 * The islands of React with `client:intent`, and the search: controls whose code loads at the first sign that a
 * reader wants them. Until then a page pays for this file alone.
 */

/**
 * Addresses of what controls share, set by src/integrations/output: Astro's code for islands with our directive,
 * and the search. They stay undefined in development, where every page brings that code.
 */
declare const ISLAND_CODE: string;
declare const SEARCH_CODE: string;

/** Attributes that are the same on every page and stand in none, by what the island exports. */
declare const ISLAND_ATTRIBUTES: Record<string, Record<string, string>>;

/** A control that waits. */
export interface TouchControl extends HTMLElement {
  /** Hydrates an island; the directive adds it. */
  start?: () => Promise<void>;
}

/** A pointer that arrives, or focus, comes some 100 ms before a click: time to load ahead of it. */
const SIGNS = ['pointerenter', 'focusin', 'touchstart', 'click'] as const;

/** An island that loads by itself (`offer-directive.ts`). */
export interface OfferedIsland extends HTMLElement {
  /** What it loads with, and fails with: pages have both here, and need them no second time. */
  tools?: { preloadFiles: typeof preloadFiles; meetFailure: typeof meetFailure };
}

/** Loads the code of each control that a reader reaches for. */
export function loadOnTouch(): void {
  const isBuilt = typeof ISLAND_CODE === 'string';
  const find = <Found extends HTMLElement = TouchControl>(selector: string) =>
    document.querySelectorAll<Found>(selector);
  for (const island of find<OfferedIsland>('astro-island[client=offer]'))
    island.tools = { preloadFiles, meetFailure };
  for (const island of find('astro-island[client=intent]')) {
    const attributes = isBuilt && ISLAND_ATTRIBUTES[island.getAttribute('component-export')!];
    for (const [name, value] of Object.entries(attributes || {})) island.setAttribute(name, value);
    watch(island, isBuilt ? ISLAND_CODE : '');
  }
  if (isBuilt) for (const search of find('site-search')) watch(search, SEARCH_CODE);
}

/** @param shared - Address of what the control needs beside its own code; empty where the page has it. */
function watch(control: TouchControl, shared: string) {
  /** Clicks that came before their handler: kept, and given again once the handler stands. Links work anyway. */
  let missedClicks: HTMLElement[] = [];
  let loading = false;
  let message: HTMLElement | undefined;

  const load = async () => {
    loading = true;
    message?.remove();
    try {
      if (shared) {
        await preloadFiles([shared, ...codeOf(control)]);
        await import(/* @vite-ignore */ shared);
      }
      await control.start?.();
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
    // The search says it in its dialog, which has a button to close.
    const state = control.querySelector('[open] .state');
    message = meetFailure(error, {
      subject: state ? 'The search' : 'This control',
      place: (element) => (state ?? control).after(element),
      retry,
      ...(!state && { dismiss }),
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
