import { stored } from '../support/storage.ts';
import { scrollKey } from './sidebar-scroll.ts';

/**
 * Restores the scroll position of the section's sidebar before the first paint, and scrolls to the current page if it
 * isn't visible there. `Sidebar.astro` places the element after the links.
 */
class RestoreSidebar extends HTMLElement {
  connectedCallback() {
    const pane = this.closest('#starlight__sidebar');
    if (!pane) return;
    pane.scrollTop = Number(stored(scrollKey(this.parentElement?.dataset['section']), sessionStorage));
    const current = pane.querySelector('[aria-current="page"]');
    if (!current) return;
    const visible = pane.getBoundingClientRect();
    const { top, bottom } = current.getBoundingClientRect();
    if (top < visible.top || bottom > visible.bottom)
      pane.scrollTop += top - (visible.top + visible.bottom) / 2;
  }
}

customElements.define('restore-sidebar', RestoreSidebar);
