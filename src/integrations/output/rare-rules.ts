import { propertiesIn } from './custom-properties.ts';
import { rulesFor, type Sheets } from './stylesheets.ts';

/** Rules for what few pages have: lines of code, which code-markup.ts leaves to few blocks, and text in asides. */
const RARE = rulesFor(String.raw`\.expressive-code[^{};]* \.ec-line\b|\.starlight-aside\b`);

const RULE = /([^{}]*)\{([^{}]*)\}/g;
const SETTING = /(--[\w-]+):[^;]*;?/g;

/** Names one class in a functional pseudo-class, as Astro marks the elements of a component. */
const WHERE_CLASS = /:where\((\.[\w-]+)\)/g;

/** A functional pseudo-class around no other: what it names need not be there. */
const PARENTHESES = /\([^()]*\)/g;

/** Rare rules, of which a page gets those for its classes. */
export class RareRules {
  readonly css: string;
  /** Classes that the rules ask for. */
  readonly classes: ReadonlySet<string>;
  /** The classes that each selector of a rule asks for, by the rule's list of selectors. */
  readonly #asked = new Map<string, string[][]>();

  constructor(css: string) {
    this.css = css;
    this.classes = new Set(classesIn(css));
    for (const [, list = ''] of css.matchAll(RULE)) this.#asked.set(list, askedBy(list));
  }

  /**
   * The rules without those for classes that a page lacks. The purge looks at every part of every selector, which
   * takes long; it has fewer of them then.
   */
  for(present: readonly string[]): string {
    const isThere = (name: string) => present.includes(name);
    return this.css.replaceAll(RULE, (rule, list: string) =>
      this.#asked.get(list)!.some((classes) => classes.every(isThere)) ? rule : '',
    );
  }
}

function askedBy(list: string): string[][] {
  // Before a nested rule stand declarations of the rule around it: it stays with them.
  if (list.includes(';')) return [[]];
  let plain = list.replaceAll(WHERE_CLASS, '$1');
  for (let next = ''; next !== plain;) {
    next = plain;
    plain = next.replaceAll(PARENTHESES, '');
  }
  return plain.split(',').map(classesIn);
}

function classesIn(css: string): string[] {
  return [...css.matchAll(/\.([a-z][\w-]+)/g)].map(([, name = '']) => name);
}

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
