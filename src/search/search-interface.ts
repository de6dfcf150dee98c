import { SILENCE_LIMIT } from '../offline/settings.ts';
import { factWeights, popularPages } from './settings.ts';
import { sectionAt } from '../config/sidebars.ts';
import { adoptStyles } from '../shared/browser/adopt-styles.ts';
import { button } from '../shared/browser/button.ts';
import { element } from '../shared/browser/element.ts';
import { isComposing } from '../shared/browser/keyboard.ts';
import { listedPages } from '../shared/browser/listed-pages.ts';
import { withBase } from '../shared/browser/with-base.ts';
import styles from './results.css?inline';
import {
  findResults,
  loadWholeIndex,
  pathOf,
  type MatchedPage,
  type Pagefind,
  type SearchIndex,
  type SearchResponse,
  type Term,
  type Vocabulary,
} from './find.ts';

/** The debounce time after a keystroke, in milliseconds. */
const DEBOUNCE = 120;
/** The maximum number of results, of parts to list below a page, and of other parents to list with a name. */
const MAX_RESULTS = 12;
const MAX_PARTS = 2;
const MAX_PARENTS = 2;
const bundlePath = withBase('/pagefind/');

/** Loads the index, then searches on every change. Returns a function that opens the chosen result, or the first one. */
export async function startSearch(dialog: HTMLDialogElement): Promise<(isNewTab: boolean) => Promise<void>> {
  if (import.meta.env.DEV) throw new Error('The development server has no index; run `npm start`.');
  const field = dialog.querySelector('input')!;
  const section = dialog.querySelector('select')!;
  const results = dialog.querySelector<HTMLElement>('.results')!;
  const state = dialog.querySelector('.state')!;
  adoptStyles(styles);
  field.addEventListener('keydown', (event) => moveThroughResults(event, field, results));
  // From a result that has the focus, typing goes on in the field.
  results.addEventListener('keydown', ({ key, ctrlKey, altKey, metaKey }) => {
    if (key.length === 1 && key !== ' ' && !ctrlKey && !altKey && !metaKey) field.focus();
  });
  results.addEventListener('click', (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event as MouseEvent;
    // Close the dialog, because it would cover a result on this page.
    if (!ctrlKey && !metaKey && !shiftKey && (target as Element).closest('a')) dialog.close();
  });
  if (!('WebAssembly' in globalThis)) {
    state.textContent =
      'The search needs WebAssembly, which is off in this browser, such as in Lockdown Mode. ' +
      'Turn it on for this site in the browser’s settings, or start from one of these pages.';
    results.replaceChildren(...popularList());
    return () => Promise.resolve();
  }

  let index = await withTimeout(openIndex());
  let latest = Promise.resolve();
  let latestSearch = 0;
  /** Shows other items, none of which is chosen. */
  const showItems = (...items: Node[]) => {
    results.replaceChildren(...items);
    field.removeAttribute('aria-activedescendant');
  };
  /** Shows the results unless a newer search has begun. */
  const search = async (openAgain = false) => {
    const current = ++latestSearch;
    const query = field.value.trim().replaceAll(/\s+/g, ' ');
    state.textContent = query && `Searching for ${query}…`;
    if (!query) {
      showItems(...popularList());
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, DEBOUNCE));
    if (current !== latestSearch) return;
    try {
      if (openAgain) index = await withTimeout(openIndex());
      let response = await withTimeout(findResults(index, query, section.value));
      if (response.results.length === 0) {
        // Pagefind also finds nothing if a part of the index fails to load or no longer exists after a deploy. The
        // repeated search only loads what is missing.
        if ((await withTimeout(indexVersion())) !== index.version) index = await withTimeout(openIndex());
        response = await withTimeout(findResults(index, query, section.value));
      }
      const items = await withTimeout(Promise.all(response.results.slice(0, MAX_RESULTS).map(itemOf)));
      if (current !== latestSearch) return;
      showResults(query, response, items);
      if (response.results.length <= MAX_RESULTS) return;
      const more = button('Show all results', () => showAll(response, more));
      results.append(more);
    } catch (error) {
      if (current !== latestSearch) return;
      showItems();
      showFailure(error as Error);
    }
  };
  const itemOf = async (result: SearchResponse['results'][number]) =>
    'data' in result ? pageItem(await result.data()) : termItem(result);
  /** Lists the other results instead of the button, unless a newer search or press has removed it. */
  const showAll = async (response: SearchResponse, more: HTMLButtonElement) => {
    const others = withTimeout(Promise.all(response.results.slice(MAX_RESULTS).map(itemOf)));
    const items = await others.catch((error: Error) => error);
    if (!more.isConnected) return;
    more.remove();
    if (items instanceof Error) {
      showFailure(items);
      return;
    }
    results.querySelector('ul')!.append(...items);
    markWords(results, response.query);
    field.focus();
    const firstOther = linksIn(results).findIndex((link) => items[0]?.contains(link));
    chooseResult(field, results, firstOther);
  };
  const showResults = (query: string, response: SearchResponse, items: HTMLElement[]) => {
    const { query: corrected, results: matches } = response;
    const instead = corrected === query ? '' : `No results for ${query}. `;
    const count = matches.length === 1 ? '1 result' : `${matches.length || 'No'} results`;
    const change = section.value ? 'search all sections' : 'use other words';
    const advice = matches.length === 0 ? `. Check the spelling, or ${change}.` : '';
    state.textContent = `${instead}${count} for ${corrected}${advice}`;
    showItems(...(items.length > 0 ? [element('ul', 'plain-list', ...items)] : popularList()));
    markWords(results, corrected);
    if (items.length > 0) chooseResult(field, results, 0);
  };
  const showFailure = ({ message }: Error) => {
    state.textContent = navigator.onLine
      ? `The search failed. ${message} `
      : "You're offline, and nothing that matches is stored on this device. ";
    const retry = () => {
      field.focus();
      latest = search(true);
    };
    state.append(button('Retry', retry));
  };
  const restart = () => (latest = search());
  field.addEventListener('input', restart);
  section.addEventListener('change', restart);
  restart();
  return async (isNewTab) => {
    await latest;
    const link = linksIn(results).find(isChosen);
    if (isNewTab && link) open(link.href, '_blank', 'noopener');
    else link?.click();
  };
}

/** Adds a time limit, because Pagefind waits forever for a server that doesn't respond. */
function withTimeout<T>(promise: Promise<T>): Promise<T> {
  const limit = new Promise<never>((_resolve, reject) => {
    const tooLate = new Error(`No data arrived for ${SILENCE_LIMIT} seconds.`);
    setTimeout(() => reject(tooLate), SILENCE_LIMIT * 1_000);
  });
  return Promise.race([promise, limit]);
}

/** Loads Pagefind and the contract names. Loading them again discards parts of an earlier deploy. */
async function openIndex(): Promise<SearchIndex & { version: string | null }> {
  const pagefind = (await import(/* @vite-ignore */ `${bundlePath}pagefind.js`)) as Pagefind;
  await pagefind.destroy();
  await pagefind.options({
    bundlePath,
    noWorker: true,
    excerptEllipsis: '…',
    ranking: { metaWeights: factWeights },
  });
  const [terms, version] = await Promise.all([
    fetchPart('terms.json'),
    // Offline, the request fails, and the search uses the stored index.
    indexVersion().catch(() => null),
    // Load the files that every search needs now, because Pagefind hides failures during a search.
    pagefind.filters(),
  ]);
  // Each search waits for the words. Start now, while the reader types.
  void loadWholeIndex({ pagefind });
  return { pagefind, vocabulary: (await terms.json()) as Vocabulary, version, pages: listedPages };
}

/** The host's version of the search index. The service worker ignores HEAD requests, so this reaches the server. */
async function indexVersion(): Promise<string | null> {
  const { headers } = await fetchPart('pagefind-entry.json', { method: 'HEAD' });
  return headers.get('etag') ?? headers.get('last-modified');
}

async function fetchPart(name: string, options?: RequestInit): Promise<Response> {
  const response = await fetch(bundlePath + name, options);
  if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
  return response;
}

/** Chooses a result with the arrow keys. The focus stays in the field, so that readers can go on typing. */
function moveThroughResults(event: KeyboardEvent, field: Element, results: Element): void {
  const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (!step || shiftKey || ctrlKey || altKey || metaKey || isComposing(event)) return;
  event.preventDefault();
  chooseResult(field, results, linksIn(results).findIndex(isChosen) + step);
}

const linksIn = (results: Element) => [...results.querySelectorAll<HTMLAnchorElement>('.row > a, .title a')];
const isChosen = ({ id }: Element) => id === CHOSEN;

/** The ID of the chosen result's link, to which the field's `aria-activedescendant` refers. */
const CHOSEN = 'chosen-result';

/** Chooses the result at an index, and shows its whole row. Before the first result and after the last one, changes nothing. */
function chooseResult(field: Element, results: Element, index: number): void {
  const links = linksIn(results);
  const link = links[index];
  if (!link) return;
  links.find(isChosen)?.removeAttribute('id');
  link.id = CHOSEN;
  field.setAttribute('aria-activedescendant', CHOSEN);
  link.closest('.row')?.scrollIntoView({ block: 'nearest' });
}

/** A result with the page's section, operation, and description, and the parts with the most matches. */
function pageItem({ url, meta, sub_results: parts }: MatchedPage): HTMLElement {
  const { title = url, section = '', operation = '', call, description = '' } = meta;
  // Starlight's title has the ID `_top`, so Pagefind lists it as a part. The next steps are about other pages.
  const ownParts = parts.filter((part) => part.url !== url && !/#(_top|next-steps)$/.test(part.url));
  const byMatches = ownParts.toSorted((a, b) => b.locations.length - a.locations.length);
  const best = new Set(byMatches.slice(0, MAX_PARTS));
  const method = `method ${call?.split(' ', 1)[0]!.toLowerCase()}`;
  const fact = element('p', 'fact', ...(call ? [element('code', method, call), ' '] : []), operation);
  const text = element('p', 'excerpt', description.replace(`${call}. `, ''));
  const content = operation ? [fact, text] : [text];
  const item = resultItem(operation ? 'operation' : 'page', linkTo(url, title), section, ...content);
  const listed = ownParts.filter((part) => best.has(part)).map(partItem);
  if (listed.length > 0) item.append(element('ul', 'plain-list', ...listed));
  return item;
}

/** A part's heading and, on the same line, its matching text. */
function partItem({ url, title, excerpt }: MatchedPage['sub_results'][number]): HTMLElement {
  const text = element('span', 'excerpt');
  // If the excerpt begins with the heading or its last words, remove them. Marks contain no spaces.
  const words = title.split(' ');
  const plain = excerpt.replaceAll(/^… |<\/?mark>/g, '');
  const start = words.findIndex((_, index) => plain.startsWith(`${words.slice(index).join(' ')}.`));
  const afterTitle = excerpt
    .replace(/^… /, '')
    .split(' ')
    .slice(words.length - start);
  // This is safe, because Pagefind escapes the page's text.
  text.innerHTML = sentenceOf(start === -1 ? excerpt : afterTitle.join(' '));
  return element('li', 'row', linkTo(url, title), ' ', text);
}

/** An excerpt from its first match's sentence, or from near the match, to a later sentence's end. Marks only words. */
function sentenceOf(excerpt: string): string {
  return excerpt
    .replaceAll(/<mark>([^\p{L}\p{N}&<]*)/gu, '$1<mark>')
    .replaceAll(/([^\p{L}\p{N}#};>]*)<\/mark>/gu, '</mark>$1')
    .replace(/^[^<]*[.?!] (?=[^<]*<)/, '')
    .replace(/^[^<]*(?= [^<]{30,}<)/, '…')
    .replace(/^(.{45,}?[.?!]) .*/s, '$1');
}

function termItem({ kind, names, of, href, description, others = [] }: Term): HTMLElement {
  const title = linkTo(withBase(href), kind === 'symptom' ? names[0]! : element('code', '', names.join(' ')));
  const kindLabel = {
    object: 'Object',
    field: `Field of ${of}`,
    parameter: `Parameter of ${of}`,
    value: `Value of ${of}`,
    symptom: 'Troubleshooting',
  }[kind];
  const also = others
    .slice(0, MAX_PARENTS)
    .flatMap((other, index) => [index > 0 ? ', ' : ', also of ', linkTo(withBase(other.href), other.of)]);
  const content = [element('p', 'fact', kindLabel, ...also), element('p', 'excerpt', description)];
  return resultItem(kind === 'symptom' ? 'page' : 'name', title, sectionAt(pathOf(href)).label, ...content);
}

function resultItem(icon: string, title: HTMLElement, section: string, ...content: Node[]): HTMLElement {
  const sign = element('span');
  sign.dataset.icon = icon;
  const heading = element('p', 'title', title, element('span', 'section', section));
  return element('li', 'result', element('div', 'row', sign, heading, ...content));
}

/** Marks the words of the query. Pagefind marks them only in excerpts, and not all of them. */
function markWords(results: Element, query: string): void {
  const words = query.match(/[\w-]{3,}|\d+/g) ?? [];
  if (words.length === 0) return;
  const pattern = new RegExp(`\\b((?:${words.join('|')})[a-z]*)\\b`, 'gi');
  for (const textElement of results.querySelectorAll('.title a, .title code, .excerpt, li > a')) {
    for (const node of [...textElement.childNodes].filter((child) => child instanceof Text)) {
      const parts = node.data.split(pattern);
      node.replaceWith(...parts.map((part, index) => (index % 2 ? element('mark', '', part) : part)));
    }
  }
}

/** The content to show before the reader types and when there are no results. */
function popularList(): Node[] {
  const items = popularPages.map(({ href, title }) => {
    const item = resultItem('page', linkTo(withBase(href), title), sectionAt(href).label);
    // Only a result opens with Enter.
    item.className = '';
    return item;
  });
  return [element('h2', '', 'Popular pages'), element('ul', 'plain-list', ...items)];
}

const linkTo = (href: string, content: string | Node) => Object.assign(element('a', '', content), { href });
