import { SIDEBAR_SCROLL, type SidebarScroll } from '../sidebar-scroll.ts';

/**
 * Scrolls the sidebar, before it is painted, to where the reader left the one of this section, and otherwise to the
 * current page. `Sidebar.astro` places the element after the links.
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

/** Storage is empty, or holds what another version of the site wrote. */
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
