/*
 * Code and tables that are wider than the window scroll inside themselves. A keyboard can scroll them only when
 * they take focus, and they should take it only when there is something to scroll.
 */

const SCROLLERS = '.sl-markdown-content :is(pre, table, .picture, .scroller)';

/**
 * Keeps what scrolls within the text reachable by keyboard, whatever the width of the window. What stands in
 * closed details, or in another tab, has no size until it opens.
 */
export function keepScrollersFocusable(): void {
  // The browser calls when it has laid the page out: asking it before would make it do so at once.
  const observer = new ResizeObserver((changes) => {
    for (const { target } of changes) {
      if (!(target instanceof HTMLElement)) continue;
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute('tabindex');
    }
  });
  for (const element of document.querySelectorAll(SCROLLERS)) observer.observe(element);
}
