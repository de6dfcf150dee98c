import { propertiesIn } from './custom-properties.ts';
import { rulesFor, type Sheets } from './sheets.ts';

/** Rules for what few pages have: lines of code, which light-code-markup.ts leaves to few blocks, and text in asides. */
const RARE = rulesFor(String.raw`\.expressive-code[^{};]* \.ec-line\b|\.starlight-aside\b`);

const RULE = /([^{}]*)\{([^{}]*)\}/g;
const SETTING = /(--[\w-]+):[^;]*;?/g;

/**
 * Takes the rules for what few pages have out of stylesheets, and the settings that only these rules read.
 *
 * @returns What is left of the stylesheets, and the rules as one.
 */
export function splitRareRules(sheets: Sheets): { rest: Sheets; rareRules: string } {
  const all = [...sheets];
  const rules = all.flatMap(([, css]) => css.match(RARE) ?? []).join('');
  const others = all.map(([file, css]) => [file, css.replaceAll(RARE, '')] as const);
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
    rareRules: `@layer starlight.components{${settings.join('')}${rules}}`,
  };
}
