import { correct, listedPages, nearPages } from './near.ts';
import { checkConnection, openIndex, type FoundPage, type Pagefind, type RawResult } from './pagefind.ts';
import type { ListedPage } from '../not-found/not-found.ts';

/** What a search found. */
export interface Findings {
  /** The query that the results are for: the reader's, or a corrected one. */
  query: string;
  count: number;
  /** The first pages, best first. */
  first: readonly FoundPage[];
  rest: readonly RawResult[];
  /** Pages with similar titles, if there are no results. */
  near: readonly ListedPage[];
}

/** Pagefind with the index that is open. */
export interface SearchIndex {
  current: Pagefind;
}

/** How many pages are loaded at a time. */
export const PAGE_SIZE = 8;

/** With so few results, a word of the query may be misspelled. */
const FEW = 2;

/**
 * Searches the site. If there are few results and a word is misspelled, the results are for the corrected query.
 *
 * @param literally - Whether to search for the query as it is.
 * @throws Error if a result or the list of parts of the index fails to load.
 */
export async function find(index: SearchIndex, query: string, literally = false): Promise<Findings> {
  const findings = await findOnce(index.current, query, literally);
  if (findings.count > 0) return findings;
  // Pagefind also finds nothing if a part of the index fails to load, or is gone after a deploy.
  index.current = await openIndex();
  await checkConnection();
  return findOnce(index.current, query, literally);
}

async function findOnce(pagefind: Pagefind, query: string, literally: boolean): Promise<Findings> {
  const { results } = await pagefind.search(query);
  if (results.length > FEW || literally) return load(query, results);
  const pages = await listedPages();
  const corrected = correct(query, pages);
  const others = corrected === query ? [] : (await pagefind.search(corrected)).results;
  const enough = results.length === 0 ? 0 : results.length + FEW;
  if (others.length > enough) return load(corrected, others);
  const found = await load(query, results);
  return { ...found, near: results.length > 0 ? [] : nearPages(corrected, pages) };
}

async function load(query: string, results: readonly RawResult[]): Promise<Findings> {
  const pages = await Promise.all(results.slice(0, PAGE_SIZE).map(({ data }) => data()));
  return {
    query,
    count: results.length,
    first: pages.sort((one, other) => Number(isExact(other, query)) - Number(isExact(one, query))),
    rest: results.slice(PAGE_SIZE),
    near: [],
  };
}

/** Whether a query is the title or a keyword of a page, or the call or ID of its operation. */
function isExact({ meta }: FoundPage, query: string): boolean {
  const { title, keywords, call, operation } = meta;
  return [
    title,
    ...(keywords?.split(', ') ?? []),
    call ?? meta['call (deprecated)'],
    operation ?? meta['operation (deprecated)'],
  ].some((name) => name?.toLowerCase() === query.toLowerCase());
}
