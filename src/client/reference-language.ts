/*
 * Shares the chosen sample language between the static reference and the guides. starlight-openapi stores the ID of a
 * snippet, the guides the label of a tab. This translates between them.
 */

import { sampleLanguages } from '../config/languages.ts';
import { chosenTabKey, languageTabs } from '../config/tabs.ts';

/** The local storage key in which starlight-openapi stores the ID of a snippet. */
const SNIPPET_KEY = 'starlight-openapi-snippet-id';

const LABEL_KEY = chosenTabKey(languageTabs);

/** Makes the static reference show the language that the reader last chose. Must run before starlight-openapi's script. */
export function restoreReferenceLanguage(): void {
  const label = localStorage.getItem(LABEL_KEY);
  const index = sampleLanguages.findIndex((each) => each.label === label);
  if (index !== -1) store(SNIPPET_KEY, `code-sample:${sampleLanguages[index]!.language}:${index}`);
}

/** Stores the language that the reader chooses in the static reference, for all pages. */
export function rememberReferenceLanguage(): void {
  addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || !target.closest('sl-openapi-snippet-picker')) return;
    const label = target.selectedOptions[0]?.textContent.trim();
    if (label) store(LABEL_KEY, label);
  });
}

function store(key: string, value: string) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is full. The choice applies to this page only.
  }
}
