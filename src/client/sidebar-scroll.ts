/** Key in session storage for the position of the sidebar. */
export const SIDEBAR_SCROLL = 'sidebar';

/** The section whose sidebar the reader last saw, and how far it was scrolled, in CSS pixels. */
export interface SidebarScroll {
  section: string;
  scroll: number;
}

/**
 * Remembers, for the browser's tab, how far the section's sidebar is scrolled when the reader leaves a page.
 * `head/restore-sidebar.ts` scrolls it there again on the next page of the section.
 */
export function keepSidebarScroll(): void {
  const pane = document.getElementById('starlight__sidebar');
  const section = pane?.querySelector<HTMLElement>('section-sidebar')?.dataset['section'];
  if (!pane || !section) return;

  // Asked while the page goes, the browser would lay it out once more, and the next one would wait.
  let scroll = 0;
  const note = () => (scroll = pane.scrollTop);
  requestAnimationFrame(note);
  pane.addEventListener('scroll', note, { passive: true });

  addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    try {
      sessionStorage.setItem(SIDEBAR_SCROLL, JSON.stringify({ section, scroll } satisfies SidebarScroll));
    } catch {
      // Storage is full: the next sidebar begins where its current page is.
    }
  });
}
