/*
 * The static reference shares the chosen language of samples with the guides. starlight-openapi remembers the ID of a
 * snippet, the guides the label of a tab: this translates between the two.
 */

import { sampleLanguages } from '../config/languages.ts';
import { chosenTabKey, languageTabs } from '../config/tabs.ts';

/** The key in local storage under which starlight-openapi looks for the ID of a snippet. */
const SNIPPET_KEY = 'starlight-openapi-snippet-id';

const LABEL_KEY = chosenTabKey(languageTabs);

/** Lets the static reference open with the language that the reader chose in a guide. Runs before its own script. */
export function restoreReferenceLanguage(): void {
  const label = localStorage.getItem(LABEL_KEY);
  const place = sampleLanguages.findIndex((each) => each.label === label);
  if (place !== -1) store(SNIPPET_KEY, `code-sample:${sampleLanguages[place]!.language}:${place}`);
}

/** Remembers the language that the reader chooses in the static reference, for the guides. */
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
    // Storage is full. The choice holds for this page only.
  }
}
