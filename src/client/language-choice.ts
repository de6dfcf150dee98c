/*
 * One choice of a programming language for the whole site. Guides show samples in Starlight's tabs, the static
 * reference in the selection of starlight-openapi; each remembers the choice under a key of its own. This
 * module, on pages of both kinds, tells the one what was chosen in the other.
 */

import { sampleLanguages } from '../config/languages.ts';

/** Key of Starlight's synchronised tabs whose `syncKey` is `language`; the value is a label. */
const TABS_KEY = 'starlight-synced-tabs__language';

/** Key of starlight-openapi; the value is `code-sample:<language>:<index>`. */
const REFERENCE_KEY = 'starlight-openapi-snippet-id';

/** Keeps both memories equal from now on. */
export function shareLanguageChoice(): void {
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || !target.closest('sl-openapi-snippet-picker')) return;
    remember(TABS_KEY, target.selectedOptions[0]?.textContent?.trim());
  });
  document.addEventListener('click', ({ target }) => {
    const tab =
      target instanceof Element && target.closest('starlight-tabs[data-sync-key="language"] [role="tab"]');
    if (!tab) return;
    const index = sampleLanguages.findIndex(({ label }) => label === tab.textContent?.trim());
    const chosen = sampleLanguages[index];
    if (chosen) remember(REFERENCE_KEY, `code-sample:${chosen.language}:${index}`);
  });
}

function remember(key: string, value: string | undefined) {
  if (!value) return;
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is blocked or full: the choice holds for this page.
  }
}
