import { chosenTab, selectTab } from '../tabs.ts';

/** Shows the remembered tab while the page is parsed: samples would otherwise change before the reader's eyes. */
class RestoreTab extends HTMLElement {
  connectedCallback() {
    const group = this.parentElement;
    const label = group && chosenTab(group);
    if (label) selectTab(group, label);
  }
}

customElements.define('starlight-tabs-restore', RestoreTab);
