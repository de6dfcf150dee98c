/*
 * Wide code blocks, tables and diagrams scroll horizontally, and the samples of the reference vertically. Keyboard users
 * can scroll them only if they are focusable, and they should be focusable only while there is something to scroll.
 * Expressive Code would make each wide block a region without a name.
 */

const SCROLLERS = '.sl-markdown-content :is(pre, .scroller, .samples [role=tabpanel])';

/**
 * Makes elements focusable while they are larger than their box. A ResizeObserver also covers elements in closed
 * `<details>` and hidden tabs, which have no size until they open.
 */
export function keepScrollersFocusable(): void {
  const update = ({ target }: ResizeObserverEntry) => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight, hidden } = target as HTMLElement;
    const isLarger = scrollWidth > clientWidth || scrollHeight > clientHeight + 1;
    // While a tab closes, its panel still has its size.
    if (isLarger && !hidden) (target as HTMLElement).tabIndex = 0;
    else target.removeAttribute('tabindex');
  };
  // In the next frame: styles that arrive meanwhile would change sizes while they are read, and the observer would report
  // that as an error.
  const observer = new ResizeObserver((changes) => requestAnimationFrame(() => changes.forEach(update)));
  for (const element of document.querySelectorAll(SCROLLERS)) observer.observe(element);
}
