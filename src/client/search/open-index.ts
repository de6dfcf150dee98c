import { factWeights } from '../../config/search.ts';
import { listedPages } from '../support/listed-pages.ts';
import { withBase } from '../support/with-base.ts';
import { find, type Findings, type SearchIndex, type SearchOptions } from './find.ts';
import type { Pagefind } from './pagefind.ts';
import type { Terms } from './terms.ts';

const bundlePath = withBase('/pagefind/');

/**
 * Loads Pagefind, the list of the parts of its index, and the names of the contracts. Opening it again discards the parts
 * that failed to load, or that belong to an earlier deploy.
 *
 * @throws Error if one of them fails to load.
 */
export async function openIndex(): Promise<SearchIndex> {
  const [pagefind, names] = await Promise.all([openPagefind(), fetchList<Terms>('terms')]);
  return { pagefind, names, sections: () => fetchList('sections'), pages: listedPages };
}

async function openPagefind(): Promise<Pagefind> {
  const pagefind = (await import(/* @vite-ignore */ `${bundlePath}pagefind.js`)) as Pagefind;
  await pagefind.destroy();
  await pagefind.options({ bundlePath, noWorker: true, ranking: { metaWeights: factWeights } });
  // Loads what every search needs. Pagefind hides a failure during a search.
  await pagefind.filters();
  return pagefind;
}

/** Fetches a list that the build writes beside Pagefind's index. */
async function fetchList<List>(name: 'terms' | 'sections'): Promise<List> {
  const response = await fetch(`${bundlePath}${name}.json`);
  if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
  return (await response.json()) as List;
}

/**
 * Searches the index that is open. Pagefind also finds nothing if a part of the index fails to load, or is gone after a
 * deploy. So if there is nothing, this opens the index again, and checks that the server can be reached: the service
 * worker doesn't respond to a HEAD request.
 *
 * @throws Error if the index or a result fails to load.
 */
export async function findCurrent(
  index: { current: SearchIndex },
  query: string,
  options: SearchOptions,
): Promise<Findings> {
  const findings = await find(index.current, query, options);
  if (findings.count > 0) return findings;
  index.current = await openIndex();
  await fetch(`${bundlePath}pagefind-entry.json`, { method: 'HEAD' });
  return find(index.current, query, options);
}
