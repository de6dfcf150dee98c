import { PagefindUI, type SearchResult } from '@pagefind/default-ui';
import { SILENCE_LIMIT } from '../../config/offline.ts';
import { factWeights } from '../../shared/search-facts.ts';
import styles from '../../styles/search.css?url&no-inline';
import { within } from '../../shared/within.ts';
import { preloadFiles, SILENCE } from '../islands/preload.ts';
import { withBase } from '../with-base.ts';
import { watchIndex } from './watch-index.ts';

const bundlePath = withBase('/pagefind/');

/** The part of Pagefind's own module that the site uses. */
interface Pagefind {
  destroy: () => Promise<void>;
  options: (options: { bundlePath: string; noWorker: boolean }) => Promise<void>;
  filters: () => Promise<unknown>;
}

/**
 * Renders Pagefind's interface into an element.
 *
 * @param onFailure - Called with the reader's query when a part of the index fails to load later. The interface has
 * been removed by then.
 * @returns The interface's field.
 * @throws Error if the styles or the index fail to load.
 */
export async function mountSearch(
  element: Element,
  onFailure: (error: Error, query: string) => void,
): Promise<HTMLInputElement> {
  await preloadFiles([styles, `${bundlePath}pagefind.js`]);
  const loading = Promise.all([import(/* @vite-ignore */ `${bundlePath}pagefind.js`), linkStyles()]);
  const [pagefind] = (await within(SILENCE_LIMIT, loading, new Error(`${SILENCE}.`))) as [Pagefind, unknown];
  let searchInterface: { destroy: () => void } | undefined = undefined;
  const lost = Promise.withResolvers<never>();
  const stopWatching = watchIndex(bundlePath, (error) => {
    stopWatching();
    lost.reject(error);
    if (!searchInterface) return;
    const query = element.querySelector('input')!.value;
    searchInterface.destroy();
    onFailure(error, query);
  });
  // After a failed attempt, Pagefind may have an incomplete index.
  await pagefind.destroy();
  // In a web worker, `watchIndex` couldn't observe Pagefind's requests.
  await pagefind.options({ bundlePath, noWorker: true });
  // Load what every search needs now, because the interface would hide a failure.
  await Promise.race([pagefind.filters(), lost.promise]);
  searchInterface = new PagefindUI({
    element,
    baseUrl: withBase('/'),
    bundlePath,
    showImages: false,
    showSubResults: true,
    resetStyles: false,
    pageSize: 8,
    ranking: { metaWeights: factWeights },
    processResult: withoutTitleAsPart,
    translations: { placeholder: 'Name, path or field, such as /Consent/{id}/refresh' },
  });
  // Pagefind's field has a placeholder and a title, but no label.
  const field = element.querySelector<HTMLInputElement>('.pagefind-ui input')!;
  field.setAttribute('aria-label', 'Search');
  element.addEventListener('keydown', moveThroughResults);
  return field;
}

/** Links a result for the title to the page itself. Starlight's title has the ID `_top`, so Pagefind lists it as a part. */
function withoutTitleAsPart(result: SearchResult): SearchResult {
  for (const part of result.sub_results) part.url = part.url.replace(/#_top$/, '');
  return result;
}

/** Moves the focus between the field and the results with the arrow keys. */
function moveThroughResults(event: Event): void {
  const { key, shiftKey, ctrlKey, altKey, metaKey, isComposing } = event as KeyboardEvent;
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (!step || shiftKey || ctrlKey || altKey || metaKey || isComposing) return;
  const stops = [...(event.currentTarget as Element).querySelectorAll<HTMLElement>('input, a[href]')];
  const place = stops.indexOf(event.target as HTMLElement);
  const next = place === -1 ? undefined : stops[place + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Adds the stylesheet with a link, because a plain import would add it to every page. */
async function linkStyles(): Promise<void> {
  if (document.querySelector(`link[href="${styles}"]`)) return;
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: styles });
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', () => {
      link.remove();
      reject(new TypeError(`${styles} could not be fetched.`));
    });
    document.head.append(link);
  });
}
