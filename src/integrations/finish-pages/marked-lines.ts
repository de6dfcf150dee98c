import { propertiesIn } from './custom-properties.ts';
import type { Sheets } from './styles.ts';

/** Rules for lines of code: they stand in a shared file, and src/integrations/light-code-markup.ts leaves few pages any. */
const MARKED_LINES = /\.expressive-code \.ec-line\b[^{}]*\{[^{}]*\}/g;

const RULE = /([^{}]*)\{([^{}]*)\}/g;
const SETTING = /(--[\w-]+):[^;]*;?/g;

/**
 * Takes the rules for marked lines of code out of stylesheets, and the settings that only these rules read.
 *
 * @returns What is left of the stylesheets, and the rules as one.
 */
export function withoutMarkedLines(sheets: Sheets): { rest: Sheets; markedLines: string } {
  const all = [...sheets];
  const rules = all.flatMap(([, css]) => css.match(MARKED_LINES) ?? []).join('');
  const others = all.map(([file, css]) => [file, css.replaceAll(MARKED_LINES, '')] as const);
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
    markedLines: `@layer starlight.components{${settings.join('')}${rules}}`,
  };
}
