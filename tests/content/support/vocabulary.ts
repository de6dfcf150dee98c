/**
 * The vocabulary that this test shares with the prose linter: the spelling of terms, and words that guides don't need.
 */

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

/** Filler and praise. */
export const fillers = read('tests/content/vocabulary/filler.json') as string[];

/** The wrong spellings and fillers outside of inline code, each with the fix. */
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
