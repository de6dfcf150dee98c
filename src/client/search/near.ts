import { distance } from 'fastest-levenshtein';
import type { ListedPage } from '../support/listed-pages.ts';
import { meaningful, wordsIn } from './words.ts';

/** How much of a word may be wrong, from 0 to 1, for a page to be similar. */
const SIMILAR = 0.4;

/** The pages whose titles and keywords have the most words like those of a query; three at most. */
export function nearPages(query: string, pages: readonly ListedPage[]): ListedPage[] {
  const wanted = meaningful(query).filter(({ length }) => length > 2);
  return pages
    .map((page) => {
      const words = wordsIn([page.title, ...(page.keywords ?? [])].join(' '));
      const isLike = (word: string) =>
        words.some((each) => each.startsWith(word) || distance(word, each) <= word.length * SIMILAR);
      return { page, hits: wanted.filter(isLike).length };
    })
    .filter(({ hits }) => hits > 0)
    .sort((one, other) => other.hits - one.hits)
    .slice(0, 3)
    .map(({ page }) => page);
}
