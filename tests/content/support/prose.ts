/** Sentences, words and reading grades. */

import { fleschKincaid } from 'flesch-kincaid';
import { syllable } from 'syllable';

/** Abbreviations whose period doesn't end a sentence. */
const SHORT_FORM = /\b(?:e\.g|i\.e|etc|vs)\.$/;

/** The sentences of a text. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const part of text.split(/(?<=[.!?]["”’)]?)\s+(?=["“‘(]?[\p{Lu}\d‹`])/u)) {
    const last = sentences.at(-1);
    if (last !== undefined && SHORT_FORM.test(last)) sentences[sentences.length - 1] = `${last} ${part}`;
    else if (part.trim() !== '') sentences.push(part.trim());
  }
  return sentences;
}

/** The words of a text; a name such as `/Consent/{id}` is one. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** The Flesch–Kincaid grade: the years of school that a text requires. It is 0 for no text. */
export function readingGrade(sentences: readonly string[]): number {
  const words = sentences.flatMap(wordsOf);
  if (words.length === 0) return 0;
  return fleschKincaid({
    sentence: sentences.length,
    word: words.length,
    syllable: words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0),
  });
}

/** This many equal words in a row aren't a coincidence. */
const IN_A_ROW = 5;

/** The share of a text that others repeat: of its runs of five words, those that occur in one of the others. */
export function sharedText(text: string, others: readonly string[]): number {
  const runs = runsOf(text);
  const known = new Set(others.flatMap(runsOf));
  return runs.length === 0 ? 0 : runs.filter((run) => known.has(run)).length / runs.length;
}

function runsOf(text: string): string[] {
  const words = wordsOf(text.toLowerCase());
  return words.slice(IN_A_ROW - 1).map((_, start) => words.slice(start, start + IN_A_ROW).join(' '));
}
