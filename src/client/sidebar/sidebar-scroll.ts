import { store } from '../support/storage.ts';

/** The name in session storage of the scroll position of a section's sidebar, in CSS pixels. */
export const scrollKey = (section = '') => `sidebar:${section}`;

/**
 * Stores the sidebar's scroll position for this browser tab when the reader leaves a page. `restore-sidebar.ts`
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
    if (document.visibilityState === 'hidden') store(scrollKey(section), String(scroll), sessionStorage);
  });
}
