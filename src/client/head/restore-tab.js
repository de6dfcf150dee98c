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
      if (chosen)
        tabs.forEach((tab) => {
          tab.setAttribute('aria-selected', tab === chosen);
          tab.tabIndex = tab === chosen ? 0 : -1;
          document.getElementById(tab.hash.slice(1)).hidden = tab !== chosen;
        });
    }
  },
);
