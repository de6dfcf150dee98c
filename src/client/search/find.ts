import { type Section } from '../../config/sections.ts';
import { sectionAt } from '../../config/sidebars.ts';
import type { ListedPage } from '../support/listed-pages.ts';
import { nearPages } from './near.ts';
import type { FoundPage, Pagefind, RawResult } from './pagefind.ts';
import { namesOf, rank } from './rank.ts';
import { callOf, matchingTerms, type Term, type Terms } from './terms.ts';
import { correct, isIdentifier, meaningful, queryWords, wordsIn } from './words.ts';

/** What a search found. */
export interface Findings {
  /** The query that the results are for: the reader's, or a corrected one. */
  query: string;
  count: number;
  /** The first names and pages, best first. */
  first: readonly (FoundPage | Term)[];
  rest: readonly RawResult[];
  /** Pages with similar titles, if there are no results. */
  near: readonly ListedPage[];
}

/** What is searched. */
export interface SearchIndex {
  pagefind: Pagefind;
  names: Terms;
  /** The IDs of results by the label of their section. */
  sections: () => Promise<Readonly<Record<string, readonly string[]>>>;
  /** Titles and keywords of all pages. */
  pages: () => Promise<readonly ListedPage[]>;
}

/** How a reader wants to search. */
export interface SearchOptions {
  /** Whether misspelled words stay. */
  literally?: boolean;
  /** The label of the only section to search. */
  section?: Section['label'] | undefined;
}

/** How many pages are loaded at a time. */
export const PAGE_SIZE = 8;

/**
 * Searches the site. Words that occur nowhere are corrected.
 *
 * @throws Error if a result or the list of parts of the index fails to load.
 */
export async function find(
  index: SearchIndex,
  query: string,
  options: SearchOptions = {},
): Promise<Findings> {
  const { results, missing } = await search(index, query);
  if (missing.length === 0 || options.literally) return load(index, query, results, options);
  const pages = await index.pages();
  const texts = pages.map(({ title, keywords = [] }) => [title, ...keywords].join(' '));
  const known = [...texts, ...index.names.terms.flatMap(({ names }) => names)].flatMap(wordsIn);
  const corrected = correct(query, missing, known);
  const others = corrected === query ? results : (await search(index, corrected)).results;
  const findings = await load(index, others.length > 0 ? corrected : query, others, options);
  return findings.count > 0 ? findings : { ...findings, near: nearPages(corrected, pages) };
}

/** The pages for a query, and its words that occur nowhere. */
async function search({ pagefind, names }: SearchIndex, query: string) {
  const call = callOf(query, names.calls);
  if (!names.calls.includes(call)) return rank(pagefind, queryWords(query));
  return { results: (await pagefind.search(call)).results, missing: [] };
}

async function load(
  { names, sections }: SearchIndex,
  query: string,
  results: readonly RawResult[],
  { section }: SearchOptions,
): Promise<Findings> {
  const call = callOf(query, names.calls);
  const ids = section && new Set((await sections())[section]);
  const wanted = ids ? results.filter(({ id }) => ids.has(id)) : results;
  const loaded = await Promise.all(wanted.slice(0, PAGE_SIZE).map(({ data }) => data()));
  const pages = loaded.sort((one, other) => Number(isExact(other, call)) - Number(isExact(one, call)));
  const terms = matchingTerms(query, names.terms).filter(
    ({ href }) => !section || sectionAt(href).label === section,
  );
  const [best] = pages;
  const isAfter = best && (isExact(best, call) || (!isIdentifier(query) && isNamed(best, query)));
  return {
    query,
    count: wanted.length + terms.length,
    first: isAfter ? [best, ...terms, ...pages.slice(1)] : [...terms, ...pages],
    rest: wanted.slice(PAGE_SIZE),
    near: [],
  };
}

/** Whether a query is the title or a keyword of a page, or the call or ID of its operation. */
function isExact({ meta }: FoundPage, query: string): boolean {
  const { call, operation } = meta;
  const names = [
    ...namesOf(meta),
    call ?? meta['call (deprecated)'],
    operation ?? meta['operation (deprecated)'],
  ];
  return names.some((name) => name?.toLowerCase() === query.toLowerCase());
}

/** Whether the title and the keywords of a page contain all words of a query. */
function isNamed({ meta }: FoundPage, query: string): boolean {
  const known = wordsIn(namesOf(meta).join(' '));
  return meaningful(query).every((word) => known.includes(word));
}
