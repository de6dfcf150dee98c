// Scrolls the sidebar, before it is drawn, to where the reader left that of the section (../sidebar-scroll.ts), or else
// to the current page.
customElements.define(
  'restore-sidebar',
  class extends HTMLElement {
    connectedCallback() {
      var pane = this.closest('#starlight__sidebar');
      try {
        var left = JSON.parse(sessionStorage.getItem('sidebar'));
        if (left.section === this.parentElement.dataset.section) pane.scrollTop = left.scroll;
      } catch {
        // Storage is blocked or empty: the current page is brought into view below.
      }
      var current = pane.querySelector('[aria-current="page"]');
      if (!current) return;
      var frame = pane.getBoundingClientRect();
      var place = current.getBoundingClientRect();
      if (place.top < frame.top || place.bottom > frame.bottom)
        pane.scrollTop += place.top - (frame.top + frame.bottom) / 2;
    }
  },
);
