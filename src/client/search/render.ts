import { popularPages } from '../../config/search.ts';
import { sections } from '../../config/sections.ts';
import { sectionAt } from '../../config/sidebars.ts';
import type { ListedPage } from '../support/listed-pages.ts';
import { withBase } from '../support/with-base.ts';
import { sentencesIn } from './excerpt.ts';
import type { FoundPage, FoundPart } from './pagefind.ts';
import { recentPages } from './recent-pages.ts';
import type { Term } from './terms.ts';

/** How many parts of a page are listed below it: those with the most matches. */
const PARTS = 3;

/** Before the reader types: the pages opened last, and popular ones. */
export function startView(): Node[] {
  const recent = recentPages();
  const popular = popularPages.map(({ href, title }) => ({ href: withBase(href), title }));
  return [...(recent.length > 0 ? titledList('Recent', recent) : []), ...titledList('Popular', popular)];
}

/** Without a result: pages with similar titles, and the sections. */
export function emptyView(near: readonly ListedPage[]): Node[] {
  const starts = sections.map(({ href, label }) => ({ href: withBase(href), title: label }));
  return [
    ...(near.length > 0 ? titledList('Similar pages', near) : []),
    ...titledList('Start from a section', starts),
  ];
}

/** A page or a name of the contracts in the results. */
export function resultItem(found: FoundPage | Term): HTMLLIElement {
  const item = element('li', 'result');
  if ('kind' in found) item.append(termRow(found));
  else {
    item.append(pageRow(found));
    const parts = bestParts(found.sub_results, found.url);
    if (parts.length > 0) item.append(list(parts.map(partItem)));
  }
  return item;
}

function termRow({ kind, names, of, href, description }: Term): HTMLElement {
  const title = element('a');
  title.append(element('code', '', names.join(' ')));
  title.href = withBase(href);
  const where = kind === 'object' ? 'Object' : `${kind === 'field' ? 'Field' : 'Value'} of ${of}`;
  return row(
    titleLine(kind, title, sectionAt(href).label),
    line('fact', where),
    ...(description ? [line('excerpt', description)] : []),
  );
}

/** A page with its section, its operation, and a sentence that matches or its description. */
function pageRow({ url, excerpt, meta }: FoundPage): HTMLElement {
  const call = meta['call'] ?? meta['call (deprecated)'];
  const operation = meta['operation'] ?? meta['operation (deprecated)'];
  const found = marked(excerpt);
  return row(
    titleLine(operation ? 'operation' : 'guide', link(url, meta['title'] ?? url), meta['section'] ?? ''),
    ...(operation ? [line('fact', ...(call ? [element('code', '', call), ' '] : []), operation)] : []),
    line('excerpt', ...(found.length > 0 ? found : [meta['description'] ?? ''])),
  );
}

/** The parts with the most matches, in the order of the page. Its first part is the page itself. */
function bestParts(parts: readonly FoundPart[], url: string): FoundPart[] {
  // Starlight's title has the ID `_top`, so Pagefind lists it as a part.
  const own = parts.filter((part) => part.url !== url && !part.url.endsWith('#_top'));
  const best = new Set(own.toSorted((a, b) => b.locations.length - a.locations.length).slice(0, PARTS));
  return own.filter((part) => best.has(part));
}

function partItem({ url, title, excerpt }: FoundPart): HTMLLIElement {
  const found = marked(excerpt);
  const item = element('li');
  item.append(row(line('title', link(url, title)), ...(found.length > 0 ? [line('excerpt', ...found)] : [])));
  return item;
}

const marked = (excerpt: string) =>
  sentencesIn(excerpt).map(({ text, isMatch }) => (isMatch ? element('mark', '', text) : text));

function titledList(title: string, pages: readonly ListedPage[]): Node[] {
  const items = pages.map((page) => {
    const item = element('li');
    item.append(link(page.href, page.title));
    return item;
  });
  return [element('h2', '', title), list(items)];
}

/** @returns A list of results for {@link resultItem}, or of other items. */
export function list(items: readonly HTMLLIElement[]): HTMLUListElement {
  const result = element('ul');
  result.append(...items);
  return result;
}

/** What a click anywhere on it opens. */
function row(...lines: readonly HTMLElement[]): HTMLElement {
  const result = element('div', 'row');
  result.append(...lines);
  return result;
}

function titleLine(icon: string, title: HTMLElement, section: string): HTMLElement {
  const image = element('span');
  image.dataset['icon'] = icon;
  return line('title', image, title, element('span', 'section', section));
}

function line(name: string, ...content: (string | Node)[]): HTMLElement {
  const result = element('p', name);
  result.append(...content);
  return result;
}

const link = (href: string, text: string) => Object.assign(element('a', '', text), { href });

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
  text = '',
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), { className, textContent: text });
}
