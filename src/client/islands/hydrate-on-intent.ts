import islandRuntime from 'astro/runtime/server/astro-island.js?chunk-url';
import { preloadFiles } from './preload.ts';
import { codeOf, hydrateIsland, meetFailure, type Load } from './load.ts';

/*
 * Islands with `client:intent`: Astro's runtime, React and the component load at the first sign that a reader wants
 * the control. Until then a page loads this file alone.
 */

/** An island whose code hasn't loaded yet. */
export interface WaitingIsland extends HTMLElement {
  /** Loads the component. `intent-directive.ts` sets it. */
  load?: Load;
}

/** The pointer or focus arrives about 100 ms before the click, which is time to load ahead. */
const SIGNS = ['pointerenter', 'focusin', 'touchstart', 'click'] as const;

/** Loads the code of each waiting island when a reader points at it, focuses it, touches it or clicks it. */
export function hydrateOnIntent(): void {
  for (const island of document.querySelectorAll<WaitingIsland>('astro-island[client=intent]')) watch(island);
}

function watch(control: WaitingIsland) {
  /** Clicks from before hydration, repeated after it. Links work without. */
  let missedClicks: HTMLElement[] = [];
  let loading = false;
  let message: HTMLElement | undefined;

  const load = async () => {
    loading = true;
    message?.remove();
    try {
      await preloadFiles([islandRuntime, ...codeOf(control)]);
      await import(/* @vite-ignore */ islandRuntime);
      if (control.load) await hydrateIsland(control.load, control);
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
