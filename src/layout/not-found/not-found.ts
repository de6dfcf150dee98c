import { distance } from 'fastest-levenshtein';
import { listedPages, type ListedPage } from '../../shared/browser/listed-pages.ts';

/** The share of a path, from 0 to 1, that may differ. */
const TOLERANCE = 0.45;

/**
 * Returns the three pages whose paths are nearest to a path, nearest first, or fewer if no more are close. The last
 * segment weighs as much as the whole path, because a page may have moved to another folder.
 */
export function nearestPages(path: string, pages: readonly ListedPage[]): ListedPage[] {
  const wanted = simplify(path);
  return pages
    .map((page) => {
      const known = simplify(page.href);
      const whole = share(wanted, known);
      const last = share(lastSegment(wanted), lastSegment(known));
      return { page, difference: Math.min(whole, (whole + last) / 2) };
    })
    .filter(({ difference }) => difference <= TOLERANCE)
    .sort((one, other) => one.difference - other.difference)
    .slice(0, 3)
    .map(({ page }) => page);
}

const simplify = (path: string) =>
  path
    .toLowerCase()
    .replace(/(index)?\.html?$/, '')
    .replaceAll(/^\/|\/$/g, '');

const share = (one: string, other: string) => distance(one, other) / Math.max(one.length, other.length, 1);

const lastSegment = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** Fills the list in a section with links to the nearest pages. The section shows only if there are any. */
export async function suggestPages(section: HTMLElement, path: string): Promise<void> {
  const items = nearestPages(path, await listedPages()).map(({ href, title }) => {
    const item = document.createElement('li');
    item.append(Object.assign(document.createElement('a'), { href, textContent: title }), ` (${href})`);
    return item;
  });
  section.querySelector('ul')!.replaceChildren(...items);
  section.hidden = items.length === 0;
}
