import type { ExpressiveCodeTheme } from '@astrojs/starlight/expressive-code';
import type { ThemedToken, ThemeRegistration } from 'shiki/core';

/** A dark and a light theme, in this order. */
export type ThemeVariants = readonly { theme: Pick<ExpressiveCodeTheme, 'fg' | 'settings'> }[];

/** A theme whose colors are numbers of pairs: the dark and the light color of the same code. */
export interface PairedTheme {
  theme: ThemeRegistration & { name: string };
  /** The rules of the classes that {@link classesOf} returns. */
  css: string;
}

/** Classes and declarations for the bits of a token's `fontStyle`, lowest bit first. */
const fontStyles = [
  ['t-italic', 'font-style:italic'],
  ['t-bold', 'font-weight:bold'],
  ['t-underline', 'text-decoration:underline'],
  ['t-struck', 'text-decoration:line-through'],
] as const;

/** The lowest bit of a font style that shows on spaces, too. */
const UNDERLINE = 4;

/**
 * Makes one theme of two, so that code is read once and the browser picks the color for its color mode.
 *
 * @param variants - Themes for the same scopes.
 */
export function pairThemes([dark, light]: ThemeVariants): PairedTheme {
  if (!dark || !light) throw new Error('ec.config.mjs: code needs a dark and a light theme.');
  const plain = pairOf(dark.theme.fg, light.theme.fg);
  const pairs = [plain];
  const lightByScope = new Map(light.theme.settings.map((each) => [String(each.scope), each.settings]));
  const settings = dark.theme.settings.map(({ scope = [], settings: { foreground, fontStyle } }) => {
    const other = lightByScope.get(String(scope))?.foreground;
    const style = fontStyle ? { fontStyle } : {};
    return {
      scope,
      settings: foreground && other ? { ...style, foreground: numberOf(pairOf(foreground, other)) } : style,
    };
  });
  return {
    theme: { name: 'paired', fg: numberOf(plain), bg: '#ffffff', settings },
    css: [
      ...pairs.slice(1).map((pair, index) => `.t${index}{color:light-dark(${pair})}`),
      ...fontStyles.map(([name, declaration]) => `.${name}{${declaration}}`),
    ].join('\n'),
  };

  /** The number of a pair, written as a color. */
  function numberOf(pair: string): string {
    if (!pairs.includes(pair)) pairs.push(pair);
    return `#${pairs.indexOf(pair).toString(16).padStart(6, '0')}`;
  }
}

/** The classes of a token that was read with a paired theme; none if it looks like plain code. */
export function classesOf({ content, color = '#000000', fontStyle = 0 }: ThemedToken): string[] {
  if (content.trim() === '' && fontStyle < UNDERLINE) return [];
  const pair = Number.parseInt(color.slice(1), 16);
  const styles = fontStyles.filter((_, bit) => fontStyle > 0 && fontStyle & (1 << bit));
  return [...(pair > 0 ? [`t${pair - 1}`] : []), ...styles.map(([name]) => name)];
}

/** Both colors in the order of CSS's `light-dark()`. */
function pairOf(dark: string, light: string): string {
  return `${light},${dark}`.toLowerCase();
}
