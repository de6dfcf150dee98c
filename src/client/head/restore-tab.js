// Shows the remembered tab while the page is parsed, so that readers never see samples change. Tabs.astro writes this
// element after the panels.
customElements.define(
  'restore-tab',
  class extends HTMLElement {
    connectedCallback() {
      var group = this.parentElement;
      var label = localStorage.getItem(group.dataset.storageKey);
      var tabs = [...group.querySelectorAll(':scope > [role=tablist] > [role=tab]')];
      var chosen = tabs.find((tab) => tab.textContent.trim() === label);
      var panels = group.querySelectorAll(':scope > [role=tabpanel]');
      if (chosen)
        tabs.forEach((tab, index) => {
          tab.setAttribute('aria-selected', tab === chosen);
          tab.tabIndex = tab === chosen ? 0 : -1;
          panels[index].hidden = tab !== chosen;
        });
    }
  },
);
