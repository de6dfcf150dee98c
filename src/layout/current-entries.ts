/** Scrolls the table of contents to the heading that Starlight marks as current, without scrolling the page. */
export function followContents(): void {
  const list = document.querySelector('.right-sidebar');
  if (!list) return;
  new MutationObserver(() => {
    const link = list.querySelector('starlight-toc [aria-current]');
    if (!link) return;
    const [shown, { top, bottom, height }] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
    if (shown.top < top || shown.bottom > bottom) list.scrollTop += shown.top - top - height / 2;
  }).observe(list, { attributeFilter: ['aria-current'], subtree: true });
}
