/*
 * Shows the samples of a page for the platform or for the sandbox. Code contains the values of the platform, each in an
 * element with that of the sandbox in `data-sandbox`. The text itself is replaced, so that a selection, a search in the
 * page and the copy button have what readers see.
 */

import { environmentKey, type Environment } from '../../config/samples.ts';
import { store, stored } from '../../shared/browser/storage.ts';

addEventListener('change', ({ target }) => {
  const { name, value } = target as HTMLInputElement;
  if (name !== environmentKey) return;
  store(name, value);
  showEnvironment(document, value);
});

/**
 * Shows an environment in all samples of an element, and in the switch if it is there.
 *
 * @param chosen - By default, the one that the reader chose on any page.
 */
export function showEnvironment(root: ParentNode, chosen = stored(environmentKey)): void {
  // Other sites of the origin share the storage, so it may have any value.
  const environment: Environment = chosen === 'sandbox' ? chosen : 'platform';
  for (const part of root.querySelectorAll<HTMLElement>('[data-sandbox]')) {
    part.dataset['platform'] ??= part.textContent;
    part.textContent = part.dataset[environment]!;
  }
  for (const radio of root.querySelectorAll<HTMLInputElement>(`[name=${environmentKey}]`))
    radio.checked = radio.value === environment;
}

/**
 * Shows the chosen environment in the parent of this element while the page is parsed, so that readers never see a sample
 * switch.
 */
class RestoreChoice extends HTMLElement {
  connectedCallback() {
    showEnvironment(this.parentElement!);
  }
}

customElements.define('restore-choice', RestoreChoice);
