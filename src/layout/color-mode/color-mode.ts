import { store } from '../../shared/browser/storage.ts';

/*
 * Reads and sets the color mode. Two attributes of <html> store it for stylesheets: `data-color-mode` is the
 * reader's choice, and `data-theme` is the visible theme. `head/before-paint.ts` sets both before the first paint, and
 * again when the choice may have changed in another tab.
 */

/** The modes, in the toggle's order. */
export const colorModes = ['system', 'light', 'dark'] as const;
type ColorMode = (typeof colorModes)[number];

/** The local storage key that holds the reader's color mode. */
export const colorModeKey = 'color-mode';

/** Returns the toggle's next mode. */
export function nextColorMode(mode: ColorMode): ColorMode {
  return colorModes[(colorModes.indexOf(mode) + 1) % colorModes.length] ?? 'light';
}

/** Returns a stored value as a mode, or the default if it's invalid. */
export function parseColorMode(value: unknown): ColorMode {
  return colorModes.find((mode) => mode === value) ?? 'light';
}

/** Sets the mode of this page and, if storage is available, of all other pages. */
export function chooseColorMode(mode: ColorMode): void {
  showColorMode(mode);
  store(colorModeKey, mode);
}

/** Shows a mode on this page without storing it. */
export function showColorMode(mode: ColorMode): void {
  const root = document.documentElement.dataset;
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  root['colorMode'] = mode;
  root['theme'] = mode === 'system' ? (prefersDark ? 'dark' : 'light') : mode;
}
