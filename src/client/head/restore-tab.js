// Shows the remembered tab while the page is read, before it is drawn: else the samples would change under the
// reader's eyes. Starlight writes this element after tabs that have a key.
customElements.define(
  'starlight-tabs-restore',
  class extends HTMLElement {
    connectedCallback() {
      var group = this.parentElement;
      var label = localStorage.getItem('starlight-synced-tabs__' + group.dataset.syncKey);
      var tabs = [...group.querySelectorAll(':scope > .tablist-wrapper [role=tab]')];
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
