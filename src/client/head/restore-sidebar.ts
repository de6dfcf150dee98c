import { SIDEBAR_SCROLL, type SidebarScroll } from '../sidebar-scroll.ts';

/**
 * Restores the scroll position of the section's sidebar before the first paint, and scrolls to the current page if it
 * isn't visible there. `Sidebar.astro` places the element after the links.
 */
class RestoreSidebar extends HTMLElement {
  connectedCallback() {
    const pane = this.closest('#starlight__sidebar');
    if (!pane) return;
    const { section, scroll } = stored();
    if (section !== undefined && section === this.parentElement?.dataset['section']) pane.scrollTop = scroll;
    const current = pane.querySelector('[aria-current="page"]');
    if (!current) return;
    const visible = pane.getBoundingClientRect();
    const { top, bottom } = current.getBoundingClientRect();
    if (top < visible.top || bottom > visible.bottom)
      pane.scrollTop += top - (visible.top + visible.bottom) / 2;
  }
}

/** The value when storage is empty or contains something unreadable. */
const NOTHING = { section: undefined, scroll: 0 };

function stored(): { section?: string | undefined; scroll: number } {
  try {
    return {
      ...NOTHING,
      ...(JSON.parse(sessionStorage.getItem(SIDEBAR_SCROLL) ?? '{}') as Partial<SidebarScroll>),
    };
  } catch {
    return NOTHING;
  }
}

customElements.define('restore-sidebar', RestoreSidebar);
