/* What becomes of the styles of Expressive Code, since our code blocks have another markup than it writes. */

import { propertiesIn } from './custom-properties.ts';
import type { Sheets } from './sheets.ts';

/**
 * Rules that code-colours and light-code-markup.ts leave without use: colours in `style` attributes, and the frame,
 * whose class names are words of all pages, so that the purge would keep them.
 */
const REPLACED = rulesFor(String.raw`span\[style\^='--'\]|\.expressive-code[^{};]* \.(?:frame|sr-only)\b`);

/** Rules for lines of code, which light-code-markup.ts leaves to few blocks. */
const LINES = rulesFor(String.raw`\.expressive-code[^{};]* \.ec-line\b`);

const RULE = /([^{}]*)\{([^{}]*)\}/g;
const SETTING = /(--[\w-]+):[^;]*;?/g;

/** Whole rules, with no rule within, whose selectors hold a pattern. */
function rulesFor(pattern: string): RegExp {
  return new RegExp(String.raw`(?<=^|[{};])[^{};]*(?:${pattern})[^{};]*\{[^{}]*\}`, 'g');
}

/** Stylesheets without the rules of Expressive Code that its blocks cannot match here. */
export function withoutReplacedRules(sheets: Sheets): Sheets {
  return new Map([...sheets].map(([file, css]) => [file, css.replaceAll(REPLACED, '')]));
}

/**
 * Takes the rules for lines of code out of stylesheets, and the settings that only these rules read.
 *
 * @returns What is left of the stylesheets, and the rules as one.
 */
export function splitLineRules(sheets: Sheets): { rest: Sheets; lineRules: string } {
  const all = [...sheets];
  const rules = all.flatMap(([, css]) => css.match(LINES) ?? []).join('');
  const others = all.map(([file, css]) => [file, css.replaceAll(LINES, '')] as const);
  const readElsewhere = propertiesIn(others.map(([, css]) => css).join('\n'));
  const own = new Set([...propertiesIn(rules)].filter((name) => !readElsewhere.has(name)));
  const settings: string[] = [];
  const rest = others.map(([file, css]) => {
    const left = css.replaceAll(RULE, (rule, selector: string, body: string) => {
      const taken = [...body.matchAll(SETTING)]
        .filter(([, name = '']) => own.has(name))
        .map(([each]) => each);
      if (taken.length === 0) return rule;
      settings.push(`${selector}{${taken.join('')}}`);
      return `${selector}{${taken.reduce((text, each) => text.replace(each, ''), body)}}`;
    });
    return [file, left] as const;
  });
  return {
    rest: new Map(rest),
    lineRules: `@layer starlight.components{${settings.join('')}${rules}}`,
  };
}
