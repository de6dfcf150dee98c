/*
 * Hides the header while the reader scrolls down and shows it while they scroll up. This script only sets
 * `data-header-hidden` on <html>; CSS moves the header.
 */

/** Within this distance from the top, in CSS pixels, the header always shows. */
const NEAR_TOP = 160;

/** Shorter scrolls, in CSS pixels, are ignored, because a resting finger is never quite still. */
const TOLERANCE = 8;

/** Starts to hide the header on scroll. It stays visible for readers who prefer reduced motion. */
export function hideHeaderOnScroll(): void {
  const header = document.querySelector('header')!;
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  const root = document.documentElement;
  /** The last scroll position; `undefined` while the browser scrolls to a fragment or restores the position. */
  let last: number | undefined;
  // Read `scrollY` in a frame, where the layout is current. Elsewhere, reading it forces a layout.
  const begin = () => {
    last = undefined;
    requestAnimationFrame(() => requestAnimationFrame(() => (last = scrollY)));
  };
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin);
  // The open menu hides the announcement, which changes the scroll position although nothing moves.
  addEventListener('beforetoggle', begin, true);

  const show = (visible: boolean) => root.toggleAttribute('data-header-hidden', !visible);

  addEventListener(
    'scroll',
    () => {
      if (reducedMotion.matches) {
        show(true);
        return;
      }
      if (last === undefined) return;
      const moved = scrollY - last;
      if (scrollY > NEAR_TOP && Math.abs(moved) < TOLERANCE) return;
      const busy =
        header.querySelector(':focus-visible') !== null || document.querySelector(':popover-open') !== null;
      show(scrollY <= NEAR_TOP || moved < 0 || busy);
      last = scrollY;
    },
    { passive: true },
  );
  header.addEventListener('focusin', () => show(true));
}
