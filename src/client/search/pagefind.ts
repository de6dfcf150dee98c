import { SILENCE_LIMIT } from '../../config/offline.ts';
import { factWeights } from '../../config/search.ts';
import { preloadFiles, SILENCE } from './preload.ts';
import { within } from '../../offline/protocol/within.ts';
import { withBase } from '../support/with-base.ts';
import { watchIndex } from './watch-index.ts';

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

/**
 * Loads Pagefind and what every search needs of its index.
 *
 * @param onLost - Called when a part of the index fails to load later. It is called once.
 * @throws Error if the module or the index fails to load.
 */
export async function openIndex(onLost: (error: Error) => void): Promise<Pagefind> {
  const bundlePath = withBase('/pagefind/');
  const module = `${bundlePath}pagefind.js`;
  await preloadFiles([module]);
  const loading = import(/* @vite-ignore */ module) as Promise<Pagefind>;
  const pagefind = await within(SILENCE_LIMIT, loading, new Error(`${SILENCE}.`));
  const lost = Promise.withResolvers<never>();
  let isOpen = false;
  const stopWatching = watchIndex(bundlePath, (error) => {
    stopWatching();
    lost.reject(error);
    if (isOpen) onLost(error);
  });
  // After a failed attempt, Pagefind may have an incomplete index.
  await pagefind.destroy();
  // In a web worker, `watchIndex` couldn't observe Pagefind's requests.
  await pagefind.options({ bundlePath, noWorker: true, ranking: { metaWeights: factWeights } });
  // Load what every search needs now, because Pagefind hides a failure during a search.
  await Promise.race([pagefind.filters(), lost.promise]);
  isOpen = true;
  return pagefind;
}
