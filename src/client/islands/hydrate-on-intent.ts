import { preloadFiles } from './preload.ts';
import { codeOf, meetFailure } from './load.ts';

/*
 * Islands with `client:intent`, and the search: their code loads at the first sign that a reader wants them. Until
 * then a page loads this file alone.
 */

/**
 * URLs of code that controls share, set by src/integrations/output: Astro's runtime with our directives, and the
 * search. They are undefined in development, where every page loads that code.
 */
declare const ISLAND_CODE: string;
declare const SEARCH_CODE: string;

/** Attributes that are the same on every page and left out of the HTML, by what the island exports. */
declare const ISLAND_ATTRIBUTES: Record<string, Record<string, string>>;

/** A control whose code hasn't loaded yet. */
export interface WaitingControl extends HTMLElement {
  /** Hydrates an island. `intent-directive.ts` sets it. */
  start?: () => Promise<void>;
}

/** The pointer or focus arrives about 100 ms before the click, which is time to load ahead. */
const SIGNS = ['pointerenter', 'focusin', 'touchstart', 'click'] as const;

/** Loads the code of each control when a reader points at it, focuses it, touches it or clicks it. */
export function hydrateOnIntent(): void {
  const isBuilt = typeof ISLAND_CODE === 'string';
  const find = (selector: string) => document.querySelectorAll<WaitingControl>(selector);
  for (const island of find('astro-island[client=intent]')) {
    const attributes = isBuilt && ISLAND_ATTRIBUTES[island.getAttribute('component-export')!];
    for (const [name, value] of Object.entries(attributes || {})) island.setAttribute(name, value);
    watch(island, isBuilt ? ISLAND_CODE : '');
  }
  if (isBuilt) for (const search of find('site-search')) watch(search, SEARCH_CODE);
}

/** @param shared - URL of code that the control needs beside its own; empty if the page has it. */
function watch(control: WaitingControl, shared: string) {
  /** Clicks from before hydration, repeated after it. Links work without. */
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
