import { distance } from 'fastest-levenshtein';
import type { ListedPage } from '../not-found/not-found.ts';
import { withBase } from '../support/with-base.ts';

let list: Promise<readonly ListedPage[]> | undefined;

/** All pages of the site with titles and keywords; none if they can't be fetched. */
export function listedPages(): Promise<readonly ListedPage[]> {
  return (list ??= fetchPages().catch(() => {
    list = undefined;
    return [];
  }));
}

async function fetchPages(): Promise<readonly ListedPage[]> {
  const response = await fetch(withBase('/pages.json'), { signal: AbortSignal.timeout(5_000) });
  if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
  return (await response.json()) as ListedPage[];
}

const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const wordsOf = ({ title, keywords = [] }: ListedPage) => wordsIn([title, ...keywords].join(' '));

/** How many letters of a word may be wrong. Two letters in the wrong order count as two. */
const tolerance = ({ length }: string) => (length < 4 ? 0 : length < 7 ? 1 : 2);

/**
 * Replaces each word that no word of the titles and keywords starts with. The nearest of their words takes its place,
 * if any is near.
 */
export function correct(query: string, pages: readonly ListedPage[]): string {
  const known = [...new Set(pages.flatMap(wordsOf))];
  return query.replaceAll(/[\p{L}\p{N}]+/gu, (written) => {
    const word = written.toLowerCase();
    if (known.some((each) => each.startsWith(word))) return written;
    const [nearest] = known
      .map((each) => ({ each, steps: distance(word, each) }))
      .filter(({ steps }) => steps <= tolerance(word))
      .sort((one, other) => one.steps - other.steps);
    return nearest?.each ?? written;
  });
}

/** How much of a word may be wrong, from 0 to 1, for a page to be similar. */
const SIMILAR = 0.4;

/** The pages whose titles and keywords have the most words like those of a query; three at most. */
export function nearPages(query: string, pages: readonly ListedPage[]): ListedPage[] {
  const wanted = wordsIn(query).filter(({ length }) => length > 2);
  return pages
    .map((page) => {
      const words = wordsOf(page);
      const isLike = (word: string) =>
        words.some((each) => each.startsWith(word) || distance(word, each) <= word.length * SIMILAR);
      return { page, hits: wanted.filter(isLike).length };
    })
    .filter(({ hits }) => hits > 0)
    .sort((one, other) => other.hits - one.hits)
    .slice(0, 3)
    .map(({ page }) => page);
}
