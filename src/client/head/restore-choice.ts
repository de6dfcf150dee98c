import { showEnvironment } from '../environment/environment.ts';
import { stored } from '../support/storage.ts';
import { selectTab } from '../tabs/tabs.ts';

/**
 * Shows what the reader last chose in the parent of this element while the page is parsed, so that readers never see a
 * sample switch: the tab of tabs that are remembered, and the environment of code and of its switch.
 */
class RestoreChoice extends HTMLElement {
  connectedCallback() {
    const parent = this.parentElement!;
    selectTab(parent, stored(parent.dataset['storageKey'] ?? '') ?? '');
    showEnvironment(parent);
  }
}

customElements.define('restore-choice', RestoreChoice);
