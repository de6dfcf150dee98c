import { popularPages } from '../../config/search.ts';
import { sectionAt, sections } from '../../config/sections.ts';
import type { ListedPage } from '../not-found/not-found.ts';
import { withBase } from '../support/with-base.ts';
import type { FoundPage, FoundPart } from './pagefind.ts';
import { recentPages } from './recent-pages.ts';

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
  const mark = Object.assign(element('img', 'mark'), { src: withBase('/favicon.svg'), alt: '' });
  return [
    mark,
    ...(near.length > 0 ? titledList('Similar pages', near) : []),
    ...titledList('Start from a section', starts),
  ];
}

/** A page in the results, with its section, and the parts of it that match best. */
export function resultItem({ url, excerpt, meta, sub_results }: FoundPage): HTMLLIElement {
  const call = meta['call'] ?? meta['call (deprecated)'];
  const operation = meta['operation'] ?? meta['operation (deprecated)'];
  const item = element('li', 'result');
  item.append(
    line(
      'title',
      link(url, meta['title'] ?? url),
      element('span', 'section', sectionAt(`/${url.slice(withBase('/').length)}`).label),
    ),
  );
  if (operation) item.append(line('fact', ...(call ? [element('code', '', call), ' '] : []), operation));
  item.append(line('excerpt', ...marked(excerpt, meta['title'])));
  const parts = bestParts(sub_results, url);
  if (parts.length > 0) item.append(list(parts.map(partItem)));
  return item;
}

/** The parts with the most matches, in the order of the page. Its first part is the page itself. */
function bestParts(parts: readonly FoundPart[], url: string): FoundPart[] {
  // Starlight's title has the ID `_top`, so Pagefind lists it as a part.
  const own = parts.filter((part) => part.url !== url && !part.url.endsWith('#_top'));
  const best = new Set(own.toSorted((a, b) => b.locations.length - a.locations.length).slice(0, PARTS));
  return own.filter((part) => best.has(part));
}

function partItem({ url, title, excerpt }: FoundPart): HTMLLIElement {
  const item = element('li');
  item.append(line('title', link(url, title)), line('excerpt', ...marked(excerpt, title)));
  return item;
}

/** An excerpt with its matches marked, made without HTML. It may start with the end of its title, which is left out. */
function marked(excerpt: string, title = ''): (string | HTMLElement)[] {
  const pieces = excerpt.split(/<\/?mark>/).map(withoutReferences);
  let repeated = `${title}. `;
  while (!pieces.join('').startsWith(repeated)) repeated = repeated.slice(1);
  return pieces.map((piece, index) => {
    const rest = piece.slice(repeated.length);
    repeated = repeated.slice(piece.length);
    return index % 2 === 1 && rest ? element('mark', '', rest) : rest;
  });
}

const withoutReferences = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

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
