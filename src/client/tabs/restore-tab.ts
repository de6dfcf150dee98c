import { stored } from '../support/storage.ts';
import { selectTab } from './tabs.ts';

/**
 * Selects the remembered tab while the page is parsed, so that readers never see the samples switch. `Tabs.astro` places
 * the element after the panels.
 */
class RestoreTab extends HTMLElement {
  connectedCallback() {
    const group = this.parentElement;
    const key = group?.dataset['storageKey'];
    const label = key && stored(key);
    if (group && label) selectTab(group, label);
  }
}

customElements.define('restore-tab', RestoreTab);
