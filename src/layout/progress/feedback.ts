/*
 * Shows a bar and a spinner and announces "Loading the page…" when a navigation is slow. This script only writes the
 * text into a live region; `src/layout/navigation.css` shows bar and spinner while the region has text.
 */

import { FEEDBACK_DELAY } from '../../shared/browser/slow.ts';
import { withBase } from '../../shared/browser/with-base.ts';

/** Top-layer elements, which would hide the feedback, even from screen readers. */
const LAYERS = ':is(dialog:modal, :popover-open)';

/** Shows that the next page is loading until it arrives or the reader presses Escape. */
export function showSlowNavigation(): void {
  const region = document.querySelector('.page-loading')!;
  let delay: ReturnType<typeof setTimeout> | undefined;

  const begin = () => {
    end();
    const layer = document.querySelector(LAYERS) ?? document.body;
    if (region.parentElement !== layer) layer.append(region);
    delay = setTimeout(() => (region.textContent = 'Loading the page…'), FEEDBACK_DELAY);
  };
  const end = () => {
    clearTimeout(delay);
    delay = undefined;
    region.textContent = '';
  };

  watchNavigation(begin, end);
  // Keep the feedback out of the back/forward cache.
  addEventListener('pagehide', end);
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || delay === undefined) return;
    stop();
    end();
  });
}

function watchNavigation(begin: () => void, end: () => void) {
  try {
    navigation.addEventListener('navigate', ({ destination, downloadRequest, signal }) => {
      if (destination.sameDocument || downloadRequest !== null || !isPage(new URL(destination.url))) return;
      begin();
      signal.addEventListener('abort', end);
    });
  } catch {
    // Without the Navigation API, a page can observe only clicks on links.
    addEventListener('click', (event) => {
      const { target, button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
      if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey || defaultPrevented) return;
      const link = target instanceof Element && target.closest('a');
      if (!(link instanceof HTMLAnchorElement) || !isPage(link) || link.download) return;
      const isSame = link.pathname === location.pathname && link.search === location.search;
      if (!isSame && /^(_self)?$/.test(link.target)) begin();
    });
  }
}

/** True if a URL is a page of this site. Only the paths of pages end with a slash. */
function isPage({ origin, pathname }: Pick<URL, 'origin' | 'pathname'>): boolean {
  return origin === location.origin && pathname.startsWith(withBase('/')) && pathname.endsWith('/');
}
