import { rulesFor, type Sheets } from './stylesheets.ts';

/**
 * Rules of Expressive Code that syntax-highlighting and code-markup.ts leave without use: colors in `style` attributes,
 * and the frame, whose class names are words of all pages, so that the purge would keep them.
 */
const REPLACED = rulesFor(String.raw`span\[style\^='--'\]|\.expressive-code[^{};]* \.(?:frame|sr-only)\b`);

/** Stylesheets without the rules of Expressive Code that its blocks cannot match here. */
export function withoutReplacedRules(sheets: Sheets): Sheets {
  return new Map([...sheets].map(([file, css]) => [file, css.replaceAll(REPLACED, '')]));
}
