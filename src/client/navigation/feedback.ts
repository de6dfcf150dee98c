/*
 * Tells the reader that the next page is on its way, when it takes its time. The live region is all there is:
 * `src/styles/navigation.css` draws bar and spinner as long as it holds text.
 */

import { isPage, pageLinkOf } from './page-address.ts';

/** A page that arrives within this time, in milliseconds, needs no announcement. */
const DELAY = 200;

/** What opens above the page and would hide the feedback, from the eye and from assistive technology. */
const LAYERS = ':is(dialog:modal, :popover-open)';

/** Shows in the page's live region that the next page is loading, until it arrives or the reader presses Escape. */
export function showSlowNavigation(): void {
  const region = document.querySelector<HTMLElement>('.page-loading');
  if (!region) return;
  let delay: ReturnType<typeof setTimeout> | undefined;

  const begin = () => {
    end();
    const layer = document.querySelector(LAYERS) ?? document.body;
    if (region.parentElement !== layer) layer.append(region);
    delay = setTimeout(() => (region.textContent = 'Loading the page…'), DELAY);
  };
  const end = () => {
    clearTimeout(delay);
    delay = undefined;
    region.textContent = '';
  };

  watchNavigation(begin, end);
  // The page may be kept for the way back: it is kept without the feedback.
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
    // Browsers without the Navigation API: clicks on links are all that can be seen.
    addEventListener('click', (event) => {
      const { button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
      if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey || defaultPrevented) return;
      const link = pageLinkOf(event);
      if (link && !link.download && /^(_self)?$/.test(link.target)) begin();
    });
  }
}
