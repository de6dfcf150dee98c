/** The header always shows within this distance from the top, in CSS pixels. */
const NEAR_TOP = 160;

/** Marks the page while the reader scrolls down, so that CSS hides the header. */
export function hideHeaderOnScroll(): void {
  let lastY = scrollY;
  addEventListener(
    'scroll',
    () => {
      document.documentElement.toggleAttribute('data-header-hidden', scrollY > Math.max(lastY, NEAR_TOP));
      lastY = scrollY;
    },
    { passive: true },
  );
}
