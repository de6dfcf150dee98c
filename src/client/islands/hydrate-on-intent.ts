import islandRuntime from 'astro/runtime/server/astro-island.js?chunk-url';
import siteSearch from '../search/site-search.ts?chunk-url';
import { preloadFiles } from '../search/preload.ts';
import { codeUrlsOf, handleFailure, hydrateIsland, type Load } from './load.ts';
import { SEARCH, takeIntent, type Intent } from './reload-once.ts';

/*
 * Controls whose code loads when the reader points at, focuses, touches or clicks them: islands with `client:intent`,
 * with Astro's runtime and React, and the search. Until then a page loads only this file.
 */

/** An island whose code hasn't loaded yet. */
export interface WaitingIsland extends HTMLElement {
  /** Loads the component. `intent-directive.ts` sets it. */
  load?: Load;
}

/** A load after a click that takes less than this many milliseconds isn't announced. */
const DELAY = 200;

/** Events that start the load. The first three come about 100 ms before the click, which gives the code a head start. */
const INTENT_EVENTS = ['pointerenter', 'focusin', 'touchstart', 'click'] as const;

/** Loads the code of each control on the reader's first {@link INTENT_EVENTS | intent event}. */
export function hydrateOnIntent(): void {
  const intent = takeIntent();
  for (const island of document.querySelectorAll<WaitingIsland>('astro-island[client=intent]')) {
    const load = async () => {
      await preloadFiles([islandRuntime, ...codeUrlsOf(island)]);
      await import(/* @vite-ignore */ islandRuntime);
      if (island.load) await hydrateIsland(island.load, island);
    };
    watch(island, island.getAttribute('component-export')!, load, intent);
  }
  for (const search of document.querySelectorAll<HTMLElement>('site-search')) {
    const load = async () => {
      await preloadFiles([siteSearch]);
      await import(/* @vite-ignore */ siteSearch);
    };
    watch(search, SEARCH, load, intent);
  }
}

/**
 * @param name - The control's name in an {@link Intent}.
 * @param start - Loads and runs the code of the control.
 * @param intent - What the reader did before the page reloaded, with this control or another one.
 */
function watch(control: HTMLElement, name: string, start: () => Promise<void>, intent: Intent | undefined) {
  /** Clicks on buttons before the code runs; they are repeated afterwards. Links don't need this. */
  let missedClicks: HTMLElement[] = [];
  let loading = false;
  let message: HTMLElement | undefined;
  /** The live region that announces the load. */
  let status: Element | null | undefined;

  const end = () => {
    loading = false;
    if (status) status.textContent = '';
    status = undefined;
  };

  /** Announces the load, if it takes long, to the reader who waits for it. */
  const announce = () =>
    setTimeout(() => {
      if (!loading) return;
      status = control.querySelector('[open] .state') ?? document.querySelector('.page-loading');
      if (status) status.textContent = 'Loading…';
    }, DELAY);

  const load = async () => {
    loading = true;
    message?.remove();
    try {
      await start();
      end();
    } catch (error) {
      end();
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
    // The search shows the message in its dialog, which has a close button. What was clicked is behind the dialog.
    const dialog = control.querySelector('[open] .state');
    const retry = () => {
      void load();
      (dialog ? control.querySelector('input') : clicked)?.focus();
    };
    message = handleFailure(error, {
      subject: dialog ? 'The search' : 'This control',
      place: (element) => (dialog ?? control).after(element),
      retry,
      ...(!dialog && { dismiss }),
      intent: {
        control: name,
        clicks: name === SEARCH && !dialog ? 0 : missedClicks.length,
        typed: control.querySelector('input')?.value,
      },
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
    if (missedClicks.length > 0) announce();
  };

  // `pointerenter` doesn't bubble, so capture it.
  const options = { capture: true, passive: true };
  for (const type of INTENT_EVENTS) control.addEventListener(type, onIntent, options);
  // Escape closes the search before its code has arrived. A repeated click would open it again.
  control.addEventListener('close', () => (missedClicks = []), options);

  if (intent?.control !== name) return;
  const field = control.querySelector('input');
  if (field) field.value = intent.typed ?? '';
  for (let click = 0; click < intent.clicks; click++) control.querySelector('button')?.click();
}
