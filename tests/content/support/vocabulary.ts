/** The vocabulary that the prose linter has too: terms spelled one way, and words that guides do without. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '../../support/project-copy.ts';

function read(file: string): unknown {
  return parse(readFileSync(join(projectRoot, file), 'utf8'));
}

const linter = read('.textlintrc.yml') as {
  rules: { terminology: { terms: [wrong: string, right: string][] } };
};

/** A wrong spelling as a regular expression, and the right one. */
export const { terms } = linter.rules.terminology;

/** Words that say nothing, or praise. */
export const fillers = read('tests/content/vocabulary/filler.json') as string[];

/** The wrong spellings and fillers in a text, its inline code apart, each with the cure. */
export function wrongWordsIn(written: string): string[] {
  const text = written.replace(/`[^`]*`/g, '``');
  const spellings = terms.flatMap(([wrong, right]) =>
    [...text.matchAll(new RegExp(`(?<![\\w/-])(?:${wrong})(?![\\w-])`, 'g'))].map(
      ([found]) => `write "${found.replace(new RegExp(wrong), right)}" for "${found}"`,
    ),
  );
  const empty = fillers.flatMap((word) =>
    new RegExp(`(?<![\\w-])${word}(?![\\w-])`, 'i').test(text) ? [`leave out "${word}"`] : [],
  );
  return [...spellings, ...empty];
}
