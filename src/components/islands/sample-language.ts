/** Scalar's names for the languages of samples, by the label that tabs have: `{ cURL: 'shell/curl', … }`. */
export type Libraries = Readonly<Record<string, string>>;

/**
 * The library of the language that the reader chose on any page, else the first.
 *
 * @param key - Key in local storage of the chosen label.
 */
export function chosenLibrary(libraries: Libraries, key: string): string | undefined {
  return libraries[localStorage.getItem(key) ?? ''] ?? Object.values(libraries)[0];
}

/**
 * Remembers the language that the reader chooses in Scalar, for all pages. Scalar has no event for it and saves its
 * own note half a second late, so this reads the option that is clicked, or chosen with Enter. Its ID ends with the
 * name of the library.
 *
 * @returns Stops listening.
 */
export function rememberLanguage(libraries: Libraries, key: string): () => void {
  const remember = (event: Event) => {
    const option = optionOf(event);
    const label = Object.keys(libraries).find((each) => option?.id.endsWith(`-${libraries[each]}`));
    if (!label) return;
    try {
      localStorage.setItem(key, label);
    } catch {
      // Storage is full. The choice holds for this page.
    }
  };
  // Scalar renders its list of languages outside of the reference.
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
