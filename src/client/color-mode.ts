/*
 * Owner of the color mode. The state lives in two attributes of <html>, which styles read:
 * `data-color-mode`, the reader's choice, and `data-theme`, what is shown. `head/before-paint.ts`
 * sets both before the first paint, and whenever the choice may have changed elsewhere.
 */

/** What a reader can choose, in the order in which the toggle offers them. */
export const colorModes = ['system', 'light', 'dark'] as const;
export type ColorMode = (typeof colorModes)[number];

/** The mode of a reader who never chose. */
export const defaultColorMode: ColorMode = 'light';

/** The key in local storage. */
export const colorModeKey = 'color-mode';

/** The mode after this one. */
export function nextColorMode(mode: ColorMode): ColorMode {
  return colorModes[(colorModes.indexOf(mode) + 1) % colorModes.length] ?? defaultColorMode;
}

/** A stored or marked value as a mode; anything else is the default. */
export function parseColorMode(value: unknown): ColorMode {
  return colorModes.find((mode) => mode === value) ?? defaultColorMode;
}

/** The mode that the page is in. */
export function currentColorMode(): ColorMode {
  return parseColorMode(document.documentElement.dataset['colorMode']);
}

/** Chooses a mode for this page and, where storage allows, for every other and later one. */
export function chooseColorMode(mode: ColorMode): void {
  showColorMode(mode);
  try {
    localStorage.setItem(colorModeKey, mode);
  } catch {
    // Storage is blocked or full: the choice holds for this page.
  }
}

/** Shows a mode on this page: the attributes of `<html>` that styles read. */
export function showColorMode(mode: ColorMode): void {
  const root = document.documentElement.dataset;
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  root['colorMode'] = mode;
  root['theme'] = mode === 'system' ? (prefersDark ? 'dark' : 'light') : mode;
}
