/** The session storage key of the sidebar's scroll position. */
export const SIDEBAR_SCROLL = 'sidebar';

/** The section of the last sidebar, and its scroll position in CSS pixels. */
export interface SidebarScroll {
  section: string;
  scroll: number;
}

/**
 * Stores the sidebar's scroll position for this browser tab when the reader leaves a page. `head/restore-sidebar.ts`
 * restores it on the next page of the same section.
 */
export function keepSidebarScroll(): void {
  const pane = document.getElementById('starlight__sidebar');
  const section = pane?.querySelector<HTMLElement>('section-sidebar')?.dataset['section'];
  if (!pane || !section) return;

  // Reading the position while the page unloads would force a layout and delay the next page.
  let scroll = 0;
  const update = () => (scroll = pane.scrollTop);
  requestAnimationFrame(update);
  pane.addEventListener('scroll', update, { passive: true });

  addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    try {
      sessionStorage.setItem(SIDEBAR_SCROLL, JSON.stringify({ section, scroll } satisfies SidebarScroll));
    } catch {
      // Storage is full. The next sidebar scrolls to its current page.
    }
  });
}
