/*
 * Wide code blocks, tables, and diagrams scroll horizontally. Keyboard users can only scroll focusable elements, and
 * these should only be focusable while there is something to scroll.
 */

const SCROLLERS = ':is(.sl-markdown-content, .calls) :is(pre, .scroller)';

/** A ResizeObserver also covers elements in closed `<details>` and hidden tabs, which have no size until they open. */
export function keepScrollersFocusable(): void {
  const update = ({ target }: ResizeObserverEntry) => {
    if (target.scrollWidth > target.clientWidth) (target as HTMLElement).tabIndex = 0;
    else target.removeAttribute('tabindex');
  };
  // Wait for the next frame. If styles arrived while the observer reads sizes, it would report an error.
  const observer = new ResizeObserver((changes) => requestAnimationFrame(() => changes.forEach(update)));
  for (const element of document.querySelectorAll(SCROLLERS)) observer.observe(element);
}
