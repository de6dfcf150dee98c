import { PagefindUI, type SearchResult } from '@pagefind/default-ui';
import { factWeights } from '../../shared/search-facts.ts';
import styles from '../../styles/search.css?url&no-inline';
import { withBase } from '../with-base.ts';

const bundlePath = withBase('/pagefind/');

/** What Pagefind's own module does, as far as the site uses it. */
interface Pagefind {
  destroy: () => Promise<void>;
  options: (options: { bundlePath: string; noWorker: boolean }) => Promise<void>;
  filters: () => Promise<unknown>;
}

/**
 * Draws Pagefind's interface into an element.
 *
 * @param onFailure - Called when a part of the index does not arrive later on, with what the reader looked for. The
 * interface is gone then.
 * @throws TypeError when the styles or the index cannot be fetched.
 */
export async function mountSearch(
  element: Element,
  onFailure: (error: Error, query?: string) => void,
): Promise<void> {
  await loadStyles();
  const pagefind = (await import(/* @vite-ignore */ `${bundlePath}pagefind.js`)) as Pagefind;
  // Of an earlier try it may have half an index.
  await pagefind.destroy();
  // A worker would keep to itself what it cannot fetch.
  await pagefind.options({ bundlePath, noWorker: true });
  // The interface swallows a failed load. To ask for something loads what a search begins with, or throws.
  await pagefind.filters();
  const searchInterface = new PagefindUI({
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
  // The interface gives its field a placeholder and a title, which are no label.
  element.querySelector('input')?.setAttribute('aria-label', 'Search');
  element.addEventListener('keydown', goThroughResults);
  onLostPart((error) => {
    const query = element.querySelector('input')?.value;
    searchInterface.destroy();
    onFailure(error, query);
  });
}

/** Starlight's title has the ID `_top`, so Pagefind lists it as a part of the page. It is the page itself. */
function withoutTitleAsPart(result: SearchResult): SearchResult {
  for (const part of result.sub_results) part.url = part.url.replace(/#_top$/, '');
  return result;
}

/** The arrows lead from the field through the links of the results, and back. */
function goThroughResults(event: Event): void {
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

/**
 * Waits for a part of the index that does not arrive. Pagefind says nothing of it: it finds less or nothing, or
 * searches for ever.
 */
function onLostPart(act: (error: Error) => void): void {
  const isLost = ({ name, responseStatus, decodedBodySize }: PerformanceResourceTiming) =>
    new URL(name).pathname.startsWith(bundlePath) && (responseStatus >= 400 || decodedBodySize === 0);
  const observer = new PerformanceObserver((list) => {
    const lost = (list.getEntries() as PerformanceResourceTiming[]).find(isLost);
    if (!lost) return;
    observer.disconnect();
    const reason = navigator.onLine ? `${new URL(lost.name).pathname} did not arrive.` : 'You are offline.';
    act(new Error(reason));
  });
  observer.observe({ type: 'resource' });
}

/** Linked by hand: a plain import of a stylesheet would put it on every page. */
async function loadStyles(): Promise<void> {
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
