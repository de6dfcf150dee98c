import { selectTab } from './tabs.ts';

/**
 * Selects the remembered tab while the page is parsed, so that readers never see the samples switch. `Tabs.astro` places
 * the element after the panels.
 */
class RestoreTab extends HTMLElement {
  connectedCallback() {
    const group = this.parentElement;
    const label = group?.dataset['storageKey'] && localStorage.getItem(group.dataset['storageKey']);
    if (group && label) selectTab(group, label);
  }
}

customElements.define('restore-tab', RestoreTab);
