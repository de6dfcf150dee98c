import islandRuntime from 'astro/runtime/server/astro-island.js?chunk-url';
import { preloadFiles } from './preload.ts';
import { codeUrlsOf, handleFailure, hydrateIsland, type Load } from './load.ts';

/*
 * Islands with `client:intent`: Astro's runtime, React and the component load when the reader points at, focuses,
 * touches or clicks the control. Until then a page loads only this file.
 */

/** An island whose code hasn't loaded yet. */
export interface WaitingIsland extends HTMLElement {
  /** Loads the component. `intent-directive.ts` sets it. */
  load?: Load;
}

/** Events that start the load. The first three come about 100 ms before the click, which gives the code a head start. */
const INTENT_EVENTS = ['pointerenter', 'focusin', 'touchstart', 'click'] as const;

/** Loads and hydrates each waiting island on the reader's first {@link INTENT_EVENTS | intent event}. */
export function hydrateOnIntent(): void {
  for (const island of document.querySelectorAll<WaitingIsland>('astro-island[client=intent]')) watch(island);
}

function watch(control: WaitingIsland) {
  /** Clicks on buttons before hydration; they are repeated after it. Links don't need this. */
  let missedClicks: HTMLElement[] = [];
  let loading = false;
  let message: HTMLElement | undefined;

  const load = async () => {
    loading = true;
    message?.remove();
    try {
      await preloadFiles([islandRuntime, ...codeUrlsOf(control)]);
      await import(/* @vite-ignore */ islandRuntime);
      if (control.load) await hydrateIsland(control.load, control);
    } catch (error) {
      loading = false;
      // Without a click, the reader hasn't noticed anything. The next event tries again.
      if (missedClicks.length > 0) fail(error);
      return;
    }
    for (const type of INTENT_EVENTS) control.removeEventListener(type, onIntent, options);
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
    message = handleFailure(error, {
      subject: 'This control',
      place: (element) => control.after(element),
      retry,
      dismiss,
    });
  };

  const onIntent = ({ type, target }: Event) => {
    if (!(target instanceof Element) || message?.contains(target)) return;
    if (type === 'click') {
      const clicked = target.closest('button');
      // A click after a failure replaces the earlier clicks.
      if (!loading) missedClicks = [];
      if (clicked) missedClicks.push(clicked);
    }
    // After a failed click, only another click or Retry loads again, not a passing pointer.
    else if (missedClicks.length > 0) return;
    if (!loading) void load();
  };

  // `pointerenter` doesn't bubble, so capture it.
  const options = { capture: true, passive: true };
  for (const type of INTENT_EVENTS) control.addEventListener(type, onIntent, options);
}
