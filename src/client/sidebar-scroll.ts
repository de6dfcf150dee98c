/**
 * Remembers, for the tab, how far the section's sidebar is scrolled when the reader leaves a page. The inline
 * script of Sidebar.astro scrolls the next page of the section there before it is drawn.
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
      sessionStorage.setItem('sidebar', JSON.stringify({ section, scroll }));
    } catch {
      // Storage is full: the next sidebar begins where its current page is.
    }
  });
}
