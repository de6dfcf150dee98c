/*
 * One choice of a programming language for the whole site. Guides show samples in Starlight's tabs, the static
 * reference in the selection of starlight-openapi; each remembers the choice under a key of its own. This
 * module tells the one what was chosen in the other.
 */

import { sampleLanguages } from '../config/languages.ts';
import { CHOSEN_TAB, workTabs } from './tabs.ts';

/** The `syncKey` of tabs whose labels are programming languages. */
const LANGUAGE = 'language';

/** Key of starlight-openapi; the value is `code-sample:<language>:<index>`. */
const REFERENCE_KEY = 'starlight-openapi-snippet-id';

/** Lets readers choose among tabs, and keeps both memories of the language equal. */
export function shareLanguageChoice(): void {
  workTabs((key, label) => {
    remember(CHOSEN_TAB + key, label);
    const index = sampleLanguages.findIndex((each) => each.label === label);
    const chosen = key === LANGUAGE && sampleLanguages[index];
    if (chosen) remember(REFERENCE_KEY, `code-sample:${chosen.language}:${index}`);
  });
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || !target.closest('sl-openapi-snippet-picker')) return;
    const label = target.selectedOptions[0]?.textContent.trim();
    if (label) remember(CHOSEN_TAB + LANGUAGE, label);
  });
}

function remember(key: string, value: string) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is blocked or full: the choice holds for this page.
  }
}
