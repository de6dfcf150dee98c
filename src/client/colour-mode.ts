/*
 * Owner of the colour mode. The state lives in two attributes of <html>, which styles read:
 * `data-colour-mode`, the reader's choice, and `data-theme`, what is shown. A script in the head
 * (`before-paint.js`) sets both before the first paint and whenever the choice may have changed elsewhere; this
 * module makes the choice.
 */

/** What a reader can choose, in the order in which the toggle offers them. */
export const colourModes = ['system', 'light', 'dark'] as const;
export type ColourMode = (typeof colourModes)[number];

/** The mode of a reader who never chose. */
export const defaultColourMode: ColourMode = 'light';

/** The key in local storage; `before-paint.js` reads the same. */
export const colourModeKey = 'colour-mode';

/** The mode after this one. */
export function nextColourMode(mode: ColourMode): ColourMode {
  return colourModes[(colourModes.indexOf(mode) + 1) % colourModes.length] ?? defaultColourMode;
}

/** A stored or marked value as a mode; anything else is the default. */
export function parseColourMode(value: unknown): ColourMode {
  return colourModes.find((mode) => mode === value) ?? defaultColourMode;
}

/** The mode that the page is in. */
export function currentColourMode(): ColourMode {
  return parseColourMode(document.documentElement.dataset['colourMode']);
}

/** Chooses a mode for this page and, where storage allows, for every other and later one. */
export function chooseColourMode(mode: ColourMode): void {
  show(mode);
  try {
    localStorage.setItem(colourModeKey, mode);
  } catch {
    // Storage is blocked or full: the choice holds for this page.
  }
}

function show(mode: ColourMode): void {
  const root = document.documentElement.dataset;
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  root['colourMode'] = mode;
  root['theme'] = mode === 'system' ? (prefersDark ? 'dark' : 'light') : mode;
}
