/*
 * Shows a page's samples for the platform or the sandbox. Code contains the platform's values, each in an element with
 * the sandbox's value in `data-sandbox`. The script replaces the text itself, so that selections, find-in-page, and the
 * copy button use what readers see.
 */

import { environmentKey, type Environment } from '../../config/samples.ts';
import { store, stored } from '../../shared/browser/storage.ts';

addEventListener('change', ({ target }) => {
  const { name, value } = target as HTMLInputElement;
  if (name !== environmentKey) return;
  store(name, value);
  showEnvironment(document, value);
});

/** Shows an environment in an element's samples and its switch. The default is the reader's last choice on any page. */
export function showEnvironment(root: ParentNode, chosen = stored(environmentKey)): void {
  // Other sites on the origin share the storage, so it may contain any value.
  const environment: Environment = chosen === 'sandbox' ? chosen : 'platform';
  for (const valueElement of root.querySelectorAll<HTMLElement>('[data-sandbox]')) {
    valueElement.dataset['platform'] ??= valueElement.textContent;
    valueElement.textContent = valueElement.dataset[environment] ?? '';
  }
  for (const radio of root.querySelectorAll<HTMLInputElement>(`[name=${environmentKey}]`))
    radio.checked = radio.value === environment;
}

/** Applies the choice to the parent element while the page is parsed, so that readers never see a sample change. */
customElements.define(
  'restore-choice',
  class extends HTMLElement {
    connectedCallback() {
      showEnvironment(this.parentElement ?? this);
    }
  },
);
