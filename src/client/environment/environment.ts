/*
 * Shows the samples of a page for the platform or for the sandbox. Code contains the values of the platform, each in an
 * element with that of the sandbox in `data-sandbox`. The text itself is replaced, so that a selection, a search in the
 * page and the copy button have what readers see.
 */

import { environmentKey } from '../../config/samples.ts';
import { store, stored } from '../support/storage.ts';

addEventListener('change', ({ target }) => {
  const { name, value } = target as HTMLInputElement;
  if (name !== environmentKey) return;
  store(name, value);
  showEnvironment(document, value);
});

/**
 * Shows an environment in all samples of an element, and in the switch if it is there.
 *
 * @param environment - By default, the one that the reader chose on any page.
 */
export function showEnvironment(root: ParentNode, environment = stored(environmentKey) ?? 'platform'): void {
  for (const part of root.querySelectorAll<HTMLElement>('[data-sandbox]')) {
    part.dataset['platform'] ??= part.textContent;
    part.textContent = part.dataset[environment]!;
  }
  for (const radio of root.querySelectorAll<HTMLInputElement>(`[name=${environmentKey}]`))
    radio.checked = radio.value === environment;
}
