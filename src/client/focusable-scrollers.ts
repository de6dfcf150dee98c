/*
 * Wide code blocks, tables and diagrams scroll horizontally. Keyboard users can scroll them only if they are focusable,
 * and they should be focusable only while there is something to scroll.
 */

const SCROLLERS = '.sl-markdown-content :is(pre, table, .picture, .scroller)';

/**
 * Makes elements focusable while they are wider than their box. A ResizeObserver also covers elements in closed
 * `<details>` and hidden tabs, which have no size until they open.
 */
export function keepScrollersFocusable(): void {
  // Sizes are read only in the callback: reading them earlier would force an extra layout.
  const observer = new ResizeObserver((changes) => {
    for (const { target } of changes) {
      if (!(target instanceof HTMLElement)) continue;
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute('tabindex');
    }
  });
  for (const element of document.querySelectorAll(SCROLLERS)) observer.observe(element);
}
