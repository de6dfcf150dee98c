/*
 * Code and tables that are wider than the window scroll inside themselves. A keyboard can scroll them only when
 * they take focus, and they should take it only when there is something to scroll.
 */

const SCROLLERS = '.sl-markdown-content :is(pre, table, .picture)';

/** Keeps what scrolls within the text reachable by keyboard, whatever the width of the window. */
export function keepScrollersFocusable(): void {
  const update = () => {
    for (const element of document.querySelectorAll<HTMLElement>(SCROLLERS)) {
      if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    }
  };
  update();
  addEventListener('resize', update, { passive: true });
  // What stands in closed details, or in another tab, has no width until it opens.
  document.addEventListener('toggle', update, { capture: true });
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[role="tab"]')) requestAnimationFrame(update);
  });
}
