import { store, stored } from '../../client/support/storage.ts';

/** Scalar's IDs of the sample languages by the label of their tab: `{ cURL: 'custom/curl', … }`. */
export type Libraries = Readonly<Record<string, string>>;

/** The local storage key of the language that Scalar shows first. */
const SCALAR_KEY = 'scalar-reference-selected-client-v2';

/**
 * Makes Scalar show the language that the reader last chose on any page, or the first one. Scalar's setting for it
 * accepts only the languages of Scalar's own samples: https://github.com/scalar/scalar/issues/5279
 *
 * @param key - The name in local storage of the label that the reader chose.
 */
export function showChosenLanguage(libraries: Libraries, key: string): void {
  const label = stored(key);
  const all = Object.entries(libraries);
  const [, chosen] = all.find(([each]) => each === label) ?? all[0]!;
  try {
    localStorage.setItem(SCALAR_KEY, chosen);
  } catch {
    // The storage is blocked or full. Scalar shows the first language.
  }
}

/**
 * Stores the language that the reader chooses in Scalar, for all pages. Scalar has no event for this, and stores the
 * choice half a second late, so this listens for clicks and Enter on an option. The ID of an option ends with the ID
 * of its language.
 *
 * @returns A function that stops listening.
 */
export function rememberLanguage(libraries: Libraries, key: string): () => void {
  const remember = (event: Event) => {
    const option = optionOf(event);
    const label = Object.keys(libraries).find((each) => option?.id.endsWith(`-${libraries[each]}`));
    if (label) store(key, label);
  };
  // Listen on the document, because Scalar renders the list outside of the reference.
  const types = ['click', 'keydown'];
  for (const type of types) document.addEventListener(type, remember, { capture: true });
  return () => {
    for (const type of types) document.removeEventListener(type, remember, { capture: true });
  };
}

function optionOf(event: Event): Element | null {
  const target = event.target as Element;
  if (event.type === 'click') return target.closest('[role=option]');
  const active = (event as KeyboardEvent).key === 'Enter' && target.getAttribute('aria-activedescendant');
  return active ? document.getElementById(active) : null;
}
