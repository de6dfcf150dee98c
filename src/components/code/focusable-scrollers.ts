/*
 * Wide code blocks, tables and diagrams scroll horizontally, and the samples of the reference vertically. Keyboard users
 * can scroll them only if they are focusable, and they should be focusable only while there is something to scroll.
 * Expressive Code would make each wide block a region without a name.
 */

const SCROLLERS = '.sl-markdown-content :is(pre, .picture, .scroller, .samples [role=tabpanel])';

/**
 * Makes elements focusable while they are larger than their box. A ResizeObserver also covers elements in closed
 * `<details>` and hidden tabs, which have no size until they open.
 */
export function keepScrollersFocusable(): void {
  // Sizes are read only in the callback: reading them earlier would force an extra layout.
  const observer = new ResizeObserver((changes) => {
    for (const each of changes) {
      const target = each.target as HTMLElement;
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = target;
      const isLarger = scrollWidth > clientWidth || scrollHeight > clientHeight + 1;
      // While a tab closes, its panel still has its size.
      if (isLarger && !target.hidden) target.tabIndex = 0;
      else target.removeAttribute('tabindex');
    }
  });
  for (const element of document.querySelectorAll(SCROLLERS)) observer.observe(element);
}
