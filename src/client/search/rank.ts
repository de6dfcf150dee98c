import type { FoundPage, Pagefind, RawResult } from './pagefind.ts';
import { likeness, type QueryWord } from './words.ts';

/** How much of a query has to match, from 0 to 1, by letters. */
const ENOUGH = 0.7;

/** How much a synonym counts, compared with the word itself. */
const SYNONYM = 0.6;

/** How much more a page counts if its title or a keyword consists of the words of the query. */
const NAMED = 3;

/** How much more a guide counts than a page of the reference. Readers who need that type a name or a path. */
const GUIDE = 1.75;

/** How many pages are compared by their titles. */
const COMPARED = 16;

/** The longest ending that a word may have and the found one not: "getting" finds "get". */
const ENDING = 4;

/** A page with a score. */
interface Ranked {
  result: RawResult;
  score: number;
}

/** The pages with enough of a query, best first, and the words that occur nowhere. */
export async function rank(pagefind: Pagefind, words: readonly QueryWord[]) {
  const found = await Promise.all(words.map((word) => searchWord(pagefind, word)));
  const wanted = letters(words);
  const ids = new Set(found.flatMap(({ pages }) => [...pages.keys()]));
  const ranked = [...ids].flatMap((id) => {
    const hits = found.flatMap(({ word, pages }) => (pages.has(id) ? [{ word, ...pages.get(id)! }] : []));
    const share = letters(hits.map(({ word }) => word)) / wanted;
    const score = hits.reduce((sum, hit) => sum + hit.score, 0) * share ** 2;
    return share < ENOUGH ? [] : { result: hits[0]!.result, score };
  });
  ranked.sort((one, other) => other.score - one.score);
  const missing = found.filter(({ occurs }) => !occurs).map(({ word }) => word.word);
  return { results: await byTitle(ranked, words), missing };
}

const letters = (words: readonly QueryWord[]) =>
  words.reduce((sum, { word, optional }) => sum + (optional ? 0 : word.length), 0);

/** The pages that a word or a synonym is on. */
async function searchWord(pagefind: Pagefind, word: QueryWord) {
  const [own = [], ...others] = await Promise.all(
    [word.word, ...word.others].map(async (each) => {
      const { results } = await pagefind.search(each);
      return results[0] && (await occurs(each, results[0])) ? results : [];
    }),
  );
  const pages = new Map<string, Ranked>(own.map((result) => [result.id, { result, score: result.score }]));
  for (const result of others.flat()) {
    const score = Math.max(result.score * SYNONYM, pages.get(result.id)?.score ?? 0);
    pages.set(result.id, { result, score });
  }
  return { word, pages, occurs: pages.size > 0 };
}

/** Whether a result contains a word or another form of it. Where there is none, Pagefind finds its first letters. */
async function occurs(word: string, { data, words }: RawResult): Promise<boolean> {
  const { content, meta } = await data();
  const all = content.split(/\s+/);
  const places = words.map((place) => all[place] ?? '').join(' ');
  const found = [places, ...Object.values(meta)]
    .join(' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  const start = word.slice(0, Math.ceil(word.length * ENOUGH));
  return found.some(
    (each) =>
      each.includes(start) ||
      (each.length > 2 && word.startsWith(each) && word.length - each.length <= ENDING),
  );
}

/** Ranks the first pages again, by how much their titles and keywords are like the query. */
async function byTitle(ranked: readonly Ranked[], words: readonly QueryWord[]): Promise<RawResult[]> {
  const top = ranked[0]?.score ?? 0;
  const first = await Promise.all(
    ranked.slice(0, COMPARED).map(async ({ result, score }) => {
      const { meta } = await result.data();
      const named = Math.max(...namesOf(meta).map((name) => likeness(words, name)));
      return { result, score: (score + NAMED * named ** 2 * top) * (isReference(meta) ? 1 : GUIDE) };
    }),
  );
  first.sort((one, other) => other.score - one.score);
  return [...first, ...ranked.slice(COMPARED)].map(({ result }) => result);
}

/** The title and the keywords of a page. */
export const namesOf = ({ title, keywords }: FoundPage['meta']): string[] => [
  title ?? '',
  ...(keywords?.split(', ') ?? []),
];

const isReference = ({ section }: FoundPage['meta']) => section === 'API Reference';
