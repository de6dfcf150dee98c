import styles from '../../styles/search.css?url&no-inline';
import { SILENCE_LIMIT } from '../../config/offline.ts';
import { button } from '../support/button.ts';
import { isComposing } from '../support/keyboard.ts';
import { linkStyles } from '../support/link-styles.ts';
import { within } from '../support/within.ts';
import { PAGE_SIZE, type Findings } from './find.ts';
import { findCurrent, openIndex } from './open-index.ts';
import type { RawResult } from './pagefind.ts';
import { rememberPage } from './recent-pages.ts';
import { emptyView, list, resultItem, startView } from './render.ts';
import { searchTools } from './search-tools.ts';

/** The parts of the dialog that the search fills. */
interface SearchPlace {
  results: HTMLElement;
  /** Shows a message above the results, which screen readers announce, with an optional button. */
  say: (text: string, action?: string, act?: () => void) => void;
}

/** How long to wait after a keystroke before searching, in milliseconds. */
const PAUSE = 120;

/**
 * Loads the index and the styles, then searches for what is in the field of the dialog, now and whenever it changes.
 *
 * @returns A function that opens the first result, once the current search has finished.
 * @throws Error if the styles or the index fail to load.
 */
export async function startSearch(dialog: HTMLDialogElement): Promise<() => Promise<void>> {
  if (import.meta.env.DEV) throw new Error('The development server has no index; run `npm start`.');
  const field = dialog.querySelector('input')!;
  const results = dialog.querySelector<HTMLElement>('.results')!;
  const state = dialog.querySelector('.state')!;
  const say: SearchPlace['say'] = (text, action = '', act) => {
    state.textContent = text;
    if (act) state.append(' ', button(action, act));
  };
  const [opened] = await Promise.all([inTime(openIndex()), linkStyles(styles, 'append')]);
  const index = { current: opened };
  const tools = searchTools(() => (latest = search()));
  dialog.querySelector('.top')!.append(tools.place);

  /** The search that runs or has run last. Its results are shown unless a newer one has begun. */
  let latest: Promise<void> = Promise.resolve();
  let number = 0;
  const search = async (literally = false) => {
    const current = ++number;
    const query = field.value.trim().replaceAll(/\s+/g, ' ');
    if (!query) {
      say('');
      results.replaceChildren(...startView());
      return;
    }
    say(`Searching for ${query}…`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (current !== number) return;
    try {
      const found = await inTime(findCurrent(index, query, { literally, section: tools.section() }));
      if (current === number) show({ results, say }, query, found, () => (latest = search(true)));
    } catch (error) {
      if (current === number) fail(error as Error);
    }
  };
  const fail = ({ message }: Error) => {
    results.replaceChildren();
    const offline = "You're offline, and nothing that matches is stored on this device.";
    say(navigator.onLine ? `The search failed. ${message}` : offline, 'Retry', () => {
      field.focus();
      latest = openIndex().then((again) => {
        index.current = again;
        return search();
      }, fail);
    });
  };
  field.addEventListener('input', () => (latest = search()));
  dialog.addEventListener('keydown', moveThroughResults);
  dialog.addEventListener('click', closeAfterClick);
  results.addEventListener('click', remember);
  latest = search();
  return async () => {
    await latest;
    results.querySelector<HTMLElement>('.result a')?.click();
  };
}

/** Pagefind waits forever for a server that doesn't respond. */
const inTime = <T>(promise: Promise<T>) =>
  within(SILENCE_LIMIT, promise, new Error(`Nothing arrived for ${SILENCE_LIMIT} seconds.`));

/**
 * Closes the dialog after a click on a result, which may be on this page, and after a click on the backdrop, for browsers
 * without `closedby`. The dialog itself is the target only outside its content.
 */
function closeAfterClick(event: MouseEvent): void {
  const dialog = event.currentTarget as HTMLDialogElement;
  const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
  const follows = !opensElsewhere && (event.target as Element).closest('a');
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  const inside = x >= left && x <= right && y >= top && y <= bottom;
  if (follows || (event.target === dialog && !inside)) dialog.close();
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
  if (page) rememberPage({ href: page.pathname + page.hash, title: page.textContent });
}

/** Moves the focus between the field and the links with the arrow keys. */
function moveThroughResults(event: KeyboardEvent): void {
  const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (!step || shiftKey || ctrlKey || altKey || metaKey || isComposing(event)) return;
  const stops = [...(event.currentTarget as Element).querySelectorAll<HTMLElement>('input, a[href]')];
  const place = stops.indexOf(event.target as HTMLElement);
  const next = place === -1 ? undefined : stops[place + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
