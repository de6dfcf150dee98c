/*
 * Hides the header while the reader scrolls down and shows it on the way up. One passive listener, one
 * attribute of <html>; the movement itself is CSS.
 */

/** Within this distance from the top, in CSS pixels, the header stays. */
const NEAR_TOP = 160;

/** Smaller movements, in CSS pixels, are a trembling finger and change nothing. */
const TREMBLE = 8;

/** Starts to follow the page's scrolling, unless the reader prefers less motion. */
export function hideHeaderOnScroll(): void {
  const header = document.querySelector('header');
  if (!header) return;
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  const root = document.documentElement;
  /** Where the page was. While it loads, the browser takes it to a fragment, or back to where the reader was. */
  let last: number | undefined;
  // To ask makes the browser lay the page out, which in a frame it does anyway.
  const begin = () => {
    last = undefined;
    requestAnimationFrame(() => requestAnimationFrame(() => (last = scrollY)));
  };
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin);
  // An open menu hides the announcement: what is below it keeps its place, at another scroll position.
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
      if (scrollY > NEAR_TOP && Math.abs(moved) < TREMBLE) return;
      const busy =
        header.querySelector(':focus-visible') !== null || document.querySelector(':popover-open') !== null;
      show(scrollY <= NEAR_TOP || moved < 0 || busy);
      last = scrollY;
    },
    { passive: true },
  );
  header.addEventListener('focusin', () => show(true));
}
