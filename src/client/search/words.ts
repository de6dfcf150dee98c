import { distance } from 'fastest-levenshtein';
import { optionalWords, stopWords, synonyms } from '../../config/search-words.ts';

/** The words of a text, in lowercase. Punctuation separates them, also in `redirect_url` and `time-zone`. */
export const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+#?/gu) ?? [];

/** Whether a query is written like a name of a contract: `redirectUrl`, `redirect_url`, `time-zone`, `UPDATED`. */
export const isIdentifier = (query: string): boolean =>
  /^\S*(\p{Ll}\p{Lu}|\w[-_.]\w)\S*$|^\p{Lu}{3,}$/u.test(query);

/** A word of a query. */
export interface QueryWord {
  word: string;
  /** Words that mean the same. */
  others: readonly string[];
  /** Whether pages may lack it. */
  optional: boolean;
}

/** The words of a query that say what the reader looks for, with their synonyms. Words of names have none. */
export function queryWords(query: string): QueryWord[] {
  const groups = isIdentifier(query) ? [] : synonyms;
  const words = meaningful(query).map((word) => ({
    word,
    others: groups.find((group) => group.includes(word))?.filter((other) => other !== word) ?? [],
    optional: optionalWords.has(word),
  }));
  return words.some(({ optional }) => !optional)
    ? words
    : words.map((each) => ({ ...each, optional: false }));
}

/** The words of a text without stop words, unless it consists of them. */
export function meaningful(text: string): string[] {
  const all = [...new Set(wordsIn(text))];
  const meant = all.filter((word) => !stopWords.has(word));
  return meant.length > 0 ? meant : all;
}

/** How many words of a name and of a query are the same, as a share of all words of both, from 0 to 1. */
export function likeness(query: readonly QueryWord[], name: string): number {
  const words = query.filter(({ optional }) => !optional);
  const own = meaningful(name);
  const same = own.filter((each) =>
    words.some(({ word, others }) => [word, ...others].some((other) => stem(other) === stem(each))),
  );
  return same.length / (own.length + words.length - same.length);
}

/** A word without its ending. It needs to be right only for pairs such as "expires" and "expired". */
const stem = (word: string) => word.replace(/(?<=...)(ies|ed|es|ing|s|e|y)$/, '');

/** How many letters of a word may be wrong. Two letters in the wrong order count as two. */
const tolerance = ({ length }: string) => (length < 4 ? 0 : length < 7 ? 1 : 2);

/** Replaces words of a query with the nearest known ones, if any are near. */
export function correct(query: string, wrong: readonly string[], known: Iterable<string>): string {
  const all = new Set([...known, ...stopWords, ...optionalWords, ...synonyms.flat()]);
  return query.replaceAll(/[\p{L}\p{N}]+/gu, (written) => {
    const word = written.toLowerCase();
    if (!wrong.includes(word)) return written;
    const [nearest] = [...all]
      .map((each) => ({ each, steps: distance(word, each) }))
      .filter(({ steps }) => steps <= tolerance(word))
      .sort((one, other) => one.steps - other.steps);
    return nearest?.each ?? written;
  });
}
