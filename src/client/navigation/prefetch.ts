/*
 * Prefetches the page of a link when the reader is likely to click it, and prerenders it if they stay on the link. In
 * browsers with speculation rules, marking the link is enough: the browser does both, and the click uses the result.
 * In other browsers, the page is fetched into the HTTP cache. The cache headers of `src/hosting/headers.ts` let the click
 * use it.
 */

import { INTERACTIVE_REFERENCE } from '../../config/apis.ts';
import { savesData } from '../support/data-saving.ts';
import { pageLinkOf } from './page-address.ts';

/** Milliseconds that the pointer or the focus stays on a link before its page is prefetched. */
const PREFETCH_DELAY = 80;

/** Milliseconds that it stays before the page is prerendered, which costs processor time. */
const PRERENDER_DELAY = 200;

/**
 * Milliseconds that a prefetched page may be used for a click. After that it is fetched again, so that readers see the
 * latest deploy. The server's `max-age` for prefetches is the same.
 */
const LIFETIME = 60_000;

/** Prefetched pages that are still fresh, as path and query. */
const fetched = new Set<string>();

/** Starts to prefetch and prerender pages, except on slow connections and with data saver on. */
export function prefetchPages(): void {
  prefetchOnHover();
  const onPress = (event: PointerEvent) => {
    const link = pageLinkOf(event);
    if (link) prefetch(link);
  };
  document.addEventListener('pointerdown', onPress, { passive: true });
  if ((document as { prerendering?: boolean }).prerendering) addEventListener('load', forceLayout);
}

/** Prefetches, then prerenders, the page of the link that has the pointer or the focus. */
function prefetchOnHover() {
  const timers: ReturnType<typeof setTimeout>[] = [];
  let current: HTMLAnchorElement | undefined;

  const stopTimers = () => {
    for (const timer of timers.splice(0)) clearTimeout(timer);
  };
  const leave = () => {
    stopTimers();
    // Discard the prerendered page: it wouldn't notice changes that the reader makes on this page.
    current?.removeAttribute('data-prerender');
    current = undefined;
  };
  const onEnter = (event: PointerEvent | FocusEvent) => {
    // A finger on a link is either a press, which has its own listener, or a scroll.
    if ('pointerType' in event && event.pointerType === 'touch') return;
    const link = pageLinkOf(event);
    // A press moves the focus to the link that the pointer is already on.
    if (link !== current) leave();
    if (!link) return;
    current = link;
    timers.push(setTimeout(prefetch, PREFETCH_DELAY, link), setTimeout(prerender, PRERENDER_DELAY, link));
  };
  const onExit = (event: MouseEvent | FocusEvent) => {
    if (!current || pageLinkOf(event) !== current) return;
    // Ignore moves between children of the same link.
    if (event.relatedTarget instanceof Node && current.contains(event.relatedTarget)) return;
    leave();
  };
  for (const type of ['pointerover', 'focusin'] as const)
    document.addEventListener(type, onEnter, { passive: true });
  for (const type of ['pointerout', 'focusout'] as const)
    document.addEventListener(type, onExit, { passive: true });
  // A prerender that starts after the click would only compete with the navigation.
  document.addEventListener('click', stopTimers, { passive: true });
  // A prerendered page shows immediately. The snapshot of the old page for the fade would delay it.
  addEventListener('pageswap', ({ activation, viewTransition }) => {
    const prerendered = current?.hasAttribute('data-prerender') && current.href === activation?.entry.url;
    if (prerendered) viewTransition?.skipTransition();
  });
}

function prefetch(link: HTMLAnchorElement) {
  const page = link.pathname + link.search;
  if (fetched.has(page) || savesData()) return;
  fetched.add(page);
  setTimeout(() => {
    fetched.delete(page);
    // Makes the browser discard its copy.
    link.removeAttribute('data-prefetch');
  }, LIFETIME);
  if (hasSpeculationRules()) link.setAttribute('data-prefetch', '');
  else void fetchIntoCache(page);
}

function prerender(link: HTMLAnchorElement) {
  // An interactive reference would load a megabyte in the background.
  if (!hasSpeculationRules() || savesData() || INTERACTIVE_REFERENCE.test(link.pathname)) return;
  link.setAttribute('data-prerender', '');
}

/** Browsers delay the layout of a prerendered page until it is shown, unless a script reads a position. */
function forceLayout() {
  document.body.getBoundingClientRect();
}

function hasSpeculationRules(): boolean {
  try {
    return HTMLScriptElement.supports('speculationrules');
  } catch {
    // Older browsers don't have `supports`.
    return false;
  }
}

async function fetchIntoCache(page: string) {
  try {
    const response = await fetch(page, { priority: 'low', headers: { purpose: 'prefetch' } });
    await response.text();
  } catch {
    // The click sends its own request and shows the error.
  }
}
