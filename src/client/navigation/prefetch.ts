/*
 * Fetches a page when the reader is about to ask for it. Where the browser knows speculation rules, those in
 * `NavigationFeedback.astro` fetch every link that is marked here, and the click uses what came. Elsewhere the
 * page goes into the browser's cache, and the rules of `src/server` allow the click to take it from there.
 */

import { savesData } from '../data-saving.ts';
import { pageLinkOf } from './page-address.ts';

/** A pointer, or the focus, that rests on a link for so long is not just passing. In milliseconds. */
const PAUSE = 80;

/**
 * How long a page that was fetched ahead may serve a click, in milliseconds. Later it is asked for again, so
 * that a reader sees what was deployed since. The server gives the browser's cache the same time.
 */
const KEPT = 60_000;

/** Fetches pages ahead from now on, unless the reader's line is slow or data is to be saved. */
export function prefetchPages(): void {
  const fetched = new Set<string>();
  let pause: ReturnType<typeof setTimeout> | undefined;

  const prefetch = (link: HTMLAnchorElement) => {
    const address = link.pathname + link.search;
    if (fetched.has(address) || savesData()) return;
    fetched.add(address);
    setTimeout(() => {
      fetched.delete(address);
      // Without the mark, the browser throws away what it holds.
      link.removeAttribute('data-prefetch');
    }, KEPT);
    if (hasSpeculationRules()) link.setAttribute('data-prefetch', '');
    else void fetchIntoCache(address);
  };

  const on = (types: string[], act: (link: HTMLAnchorElement) => void) => {
    const listener = (event: Event) => {
      clearTimeout(pause);
      const link = pageLinkOf(event);
      if (link) act(link);
    };
    for (const type of types) document.addEventListener(type, listener, { passive: true });
  };
  on(['pointerover', 'focusin'], (link) => (pause = setTimeout(prefetch, PAUSE, link)));
  on(['pointerout', 'focusout'], () => undefined);
  on(['pointerdown'], prefetch);
}

function hasSpeculationRules(): boolean {
  try {
    return HTMLScriptElement.supports('speculationrules');
  } catch {
    // Older browsers lack the method itself.
    return false;
  }
}

async function fetchIntoCache(address: string) {
  try {
    const page = await fetch(address, { priority: 'low', headers: { purpose: 'prefetch' } });
    await page.text();
  } catch {
    // The click asks for itself, and shows what is wrong.
  }
}
