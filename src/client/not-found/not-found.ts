import { distance } from 'fastest-levenshtein';
import { listedPages, type ListedPage } from '../support/listed-pages.ts';

/*
 * Suggests pages on the not-found page: those whose paths are nearest to the requested one. Only this page fetches the
 * list of all pages.
 */

const MAX_SUGGESTIONS = 3;

/** The share of a path, from 0 to 1, that may differ. */
const TOLERANCE = 0.45;

/** Returns the pages whose paths are nearest to a path, nearest first; an empty array if none is close. */
export function nearestPages(path: string, pages: readonly ListedPage[]): ListedPage[] {
  const wanted = simplify(path);
  return pages
    .map((page) => ({ page, difference: differenceOf(wanted, simplify(page.href)) }))
    .filter(({ difference }) => difference <= TOLERANCE)
    .sort((one, other) => one.difference - other.difference)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ page }) => page);
}

/** Weighs the last segment as much as the whole path, because a page may have moved to another folder. */
function differenceOf(wanted: string, known: string): number {
  const whole = share(wanted, known);
  const last = share(lastSegment(wanted), lastSegment(known));
  return Math.min(whole, (whole + last) / 2);
}

function share(one: string, other: string): number {
  return distance(one, other) / Math.max(one.length, other.length, 1);
}

function simplify(path: string): string {
  return decoded(path)
    .toLowerCase()
    .replace(/(index)?\.html?$/, '')
    .replaceAll(/^\/|\/$/g, '');
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    // The path has a malformed percent-encoding.
    return path;
  }
}

function lastSegment(path: string): string {
  return path.split('/').at(-1) ?? path;
}

/** Fills the list in a section with links to the nearest pages. The section shows only if there are any. */
export async function suggestPages(section: HTMLElement, path: string): Promise<void> {
  const found = nearestPages(path, await listedPages());
  section.querySelector('ul')!.replaceChildren(...found.map(toItem));
  section.hidden = found.length === 0;
}

function toItem({ href, title }: ListedPage): HTMLLIElement {
  const item = document.createElement('li');
  const link = Object.assign(document.createElement('a'), { href, textContent: title });
  item.append(link, ` (${href})`);
  return item;
}
