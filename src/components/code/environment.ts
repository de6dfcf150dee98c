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

/**
 * Shows an environment in all samples within an element, and in its switch, if any.
 *
 * @param chosen - By default, the environment that the reader last chose on any page.
 */
export function showEnvironment(root: ParentNode, chosen = stored(environmentKey)): void {
  // Other sites on the origin share the storage, so it may contain any value.
  const environment: Environment = chosen === 'sandbox' ? chosen : 'platform';
  for (const part of root.querySelectorAll<HTMLElement>('[data-sandbox]')) {
    part.dataset['platform'] ??= part.textContent;
    part.textContent = part.dataset[environment]!;
  }
  for (const radio of root.querySelectorAll<HTMLInputElement>(`[name=${environmentKey}]`))
    radio.checked = radio.value === environment;
}

/**
 * Shows the chosen environment in this element's parent while the page is parsed, so that readers never see a sample
 * switch.
 */
class RestoreChoice extends HTMLElement {
  connectedCallback() {
    showEnvironment(this.parentElement!);
  }
}

customElements.define('restore-choice', RestoreChoice);
