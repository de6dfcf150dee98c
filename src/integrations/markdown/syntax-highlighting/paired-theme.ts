import type { ExpressiveCodeTheme } from '@astrojs/starlight/expressive-code';
import type { ThemeRegistration } from 'shiki/core';

type Theme = Pick<ExpressiveCodeTheme, 'fg' | 'settings'>;
type Variants = readonly { theme: Theme }[];

/** Classes and declarations for the bits of a token's `fontStyle`, lowest bit first. */
const fontStyles = [
  ['t-italic', 'font-style:italic'],
  ['t-bold', 'font-weight:bold'],
  ['t-underline', 'text-decoration:underline'],
  ['t-struck', 'text-decoration:line-through'],
] as const;

const known = new WeakMap<Variants, PairedTheme>();

/**
 * A theme whose colors are numbers of pairs: what a dark and a light theme give to the same scopes. So the
 * highlighter reads code once, and the browser takes the color of the mode.
 */
export class PairedTheme {
  /** For the highlighter. */
  readonly theme: ThemeRegistration & { name: string };
  /** The rules of the classes. */
  readonly css: string;

  /**
   * @param variants - A dark and a light theme, in this order, that know the same scopes, with the contrast that
   * Expressive Code gives to their colors.
   */
  static of(variants: Variants): PairedTheme {
    const theme = known.get(variants) ?? new PairedTheme(variants);
    known.set(variants, theme);
    return theme;
  }

  private constructor([dark, light]: Variants) {
    if (!dark || !light) throw new Error('ec.config.mjs: code needs a dark and a light theme.');
    const plain = pairOf(dark.theme.fg, light.theme.fg);
    const inLight = new Map(light.theme.settings.map(({ scope, settings }) => [String(scope), settings]));
    const settings = dark.theme.settings.map(({ scope, settings: { foreground, fontStyle } }) => {
      const other = inLight.get(String(scope))?.foreground;
      return { scope, fontStyle, pair: foreground && other && pairOf(foreground, other) };
    });
    const pairs = [...new Set([plain, ...settings.flatMap(({ pair }) => pair || [])])];
    const numberOf = (pair: string) => `#${pairs.indexOf(pair).toString(16).padStart(6, '0')}`;
    this.theme = {
      // Two themes of one name would be one for the highlighter.
      name: `paired ${pairs.join(' ')}`,
      fg: numberOf(plain),
      bg: '#FFFFFF',
      settings: settings.map(({ scope = [], fontStyle, pair }) => ({
        scope,
        settings: { ...(fontStyle && { fontStyle }), ...(pair && { foreground: numberOf(pair) }) },
      })),
    };
    const classes = pairs.slice(1).map((pair, index) => ({ pair, name: `t${index}` }));
    this.css = [
      ...classes.map(({ pair, name }) => `.${name}{color:light-dark(${pair})}`),
      ...fontStyles.map(([name, declaration]) => `.${name}{${declaration}}`),
    ].join('\n');
  }
}

/**
 * The classes of a piece of code.
 *
 * @param color - The number of its pair; 0 looks like the code around it.
 * @param fontStyle - Bits, as the highlighter has them.
 */
export function classesOf(color: number, fontStyle: number): string[] {
  const styles = fontStyles.filter((_, bit) => fontStyle & (1 << bit));
  return [...(color > 0 ? [`t${color - 1}`] : []), ...styles.map(([name]) => name)];
}

/** Both colors in the order of CSS's `light-dark()`. */
const pairOf = (dark: string, light: string) => `${light},${dark}`.toLowerCase();
