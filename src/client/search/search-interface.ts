import styles from '../../styles/search.css?url&no-inline';
import { button } from '../support/button.ts';
import { preloadFiles } from './preload.ts';
import { find, PAGE_SIZE, type Findings } from './find.ts';
import { openIndex, type RawResult } from './pagefind.ts';
import { rememberPage } from './recent-pages.ts';
import { emptyView, list, resultItem, startView } from './render.ts';

/** The parts of the dialog that the search fills. */
export interface SearchPlace {
  field: HTMLInputElement;
  results: HTMLElement;
  /** Shows a message above the results, which screen readers announce, with an optional button. */
  say: (text: string, action?: string, act?: () => void) => void;
}

/** How long to wait after a keystroke before searching, in milliseconds. */
const PAUSE = 120;

/**
 * Searches for what is in the field, now and whenever it changes.
 *
 * @param onFailure - Called when a part of the index fails to load. The search has been taken down by then.
 * @throws Error if the styles or the index fail to load.
 */
export async function mountSearch(place: SearchPlace, onFailure: (error: Error) => void): Promise<void> {
  const { field, results } = place;
  const mounted = new AbortController();
  const fail = (error: Error) => {
    if (mounted.signal.aborted) return;
    mounted.abort();
    results.replaceChildren();
    onFailure(error);
  };
  const [pagefind] = await Promise.all([openIndex(fail), preloadFiles([styles]).then(linkStyles)]);

  /** The search that runs or has run last. Its results are shown unless a newer one has begun. */
  let latest: Promise<void> = Promise.resolve();
  let number = 0;

  const search = async (literally = false) => {
    const current = ++number;
    const isOutdated = () => current !== number || mounted.signal.aborted;
    const query = field.value.trim().replaceAll(/\s+/g, ' ');
    if (!query) {
      place.say('');
      results.replaceChildren(...startView());
      return;
    }
    place.say(`Searching for ${query}…`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (isOutdated()) return;
    try {
      const found = await find(pagefind, query, literally);
      if (!isOutdated()) show(place, query, found, () => (latest = search(true)));
    } catch (error) {
      // A part of the index has arrived, but can't be read.
      fail(error as Error);
    }
  };

  const openFirst = async () => {
    await latest;
    results.querySelector<HTMLElement>('.result a')?.click();
  };

  const { signal } = mounted;
  field.addEventListener('input', () => (latest = search()), { signal });
  field.addEventListener(
    'keydown',
    ({ key, isComposing }) => {
      if (key === 'Enter' && !isComposing) void openFirst();
    },
    { signal },
  );
  field.closest('dialog')!.addEventListener('keydown', moveThroughResults, { signal });
  results.addEventListener('click', remember, { signal });
  latest = search();
  // `open-search.ts` notes the query for which Enter was pressed while the search was loading.
  if (field.value && field.value === field.dataset['entered']) void openFirst();
}

/** Shows results, or what else may help if there are none. */
function show(
  { results, say }: SearchPlace,
  query: string,
  found: Findings,
  searchLiterally: () => void,
): void {
  if (found.count === 0) {
    say(`No results for ${query}`);
    results.replaceChildren(...emptyView(found.near));
    return;
  }
  const count = `${found.count} ${found.count === 1 ? 'result' : 'results'} for ${found.query}`;
  if (found.query === query) say(count);
  else say(`${count}.`, `Search for ${query}`, searchLiterally);
  const items = list(found.first.map(resultItem));
  results.replaceChildren(items);
  addMore(results, items, found.rest);
}

/** Adds a button that loads the next results. */
function addMore(results: HTMLElement, items: HTMLElement, rest: readonly RawResult[]): void {
  if (rest.length === 0) return;
  const more = button('Show more', async () => {
    const next = await Promise.all(rest.slice(0, PAGE_SIZE).map(({ data }) => data()));
    const added = next.map(resultItem);
    more.remove();
    items.append(...added);
    addMore(results, items, rest.slice(PAGE_SIZE));
    added[0]?.querySelector('a')?.focus();
  });
  results.append(more);
}

function remember({ target }: Event): void {
  const opened = (target as Element).closest('a');
  // The link to a part of a page has the text of a heading. Remember the page instead.
  const page = opened?.closest('.result')?.querySelector('a') ?? opened;
  if (page) rememberPage({ href: page.pathname, title: page.textContent });
}

/** Moves the focus between the field and the links with the arrow keys. */
function moveThroughResults(event: KeyboardEvent): void {
  const { key, shiftKey, ctrlKey, altKey, metaKey, isComposing } = event;
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
