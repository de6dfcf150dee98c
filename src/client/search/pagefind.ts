import { factWeights } from '../../config/search.ts';
import { withBase } from '../support/with-base.ts';

/** A part of a page with matches: from one heading to the next. */
export interface FoundPart {
  title: string;
  url: string;
  /** Text around the matches, which are in `<mark>`. `<` and `>` of the text are character references. */
  excerpt: string;
  /** Places of the matches in the text of the page. */
  locations: readonly number[];
}

/** A page with matches. */
export interface FoundPage {
  url: string;
  excerpt: string;
  /** The title, and the facts of `src/config/search.ts`. */
  meta: Readonly<Record<string, string>>;
  sub_results: readonly FoundPart[];
}

/** A result whose page isn't loaded yet. */
export interface RawResult {
  data: () => Promise<FoundPage>;
}

/** The part of Pagefind's own module that the site uses. */
export interface Pagefind {
  destroy: () => Promise<void>;
  options: (options: { bundlePath: string; noWorker: boolean; ranking: object }) => Promise<void>;
  filters: () => Promise<unknown>;
  search: (query: string) => Promise<{ results: readonly RawResult[] }>;
}

const bundlePath = withBase('/pagefind/');

/**
 * Checks that the server can be reached.
 *
 * @throws Error if not. The service worker doesn't respond to this request.
 */
export async function checkConnection(): Promise<void> {
  await fetch(`${bundlePath}pagefind-entry.json`, { method: 'HEAD' });
}

/**
 * Loads Pagefind and the list of the parts of its index. Opening it again discards the parts that failed to load, or
 * that belong to an earlier deploy.
 *
 * @throws Error if one of them fails to load.
 */
export async function openIndex(): Promise<Pagefind> {
  const pagefind = (await import(/* @vite-ignore */ `${bundlePath}pagefind.js`)) as Pagefind;
  await pagefind.destroy();
  await pagefind.options({ bundlePath, noWorker: true, ranking: { metaWeights: factWeights } });
  // Loads what every search needs. Pagefind hides a failure during a search.
  await pagefind.filters();
  return pagefind;
}
