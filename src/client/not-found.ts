import { distance } from 'fastest-levenshtein';
import { withBase } from './with-base.ts';

/*
 * On the not-found page: the pages whose addresses are nearest to the one that was asked for. The list of all
 * addresses is fetched on this page alone.
 */

/** A page of the site, as `/pages.json` lists it. */
export interface ListedPage {
  href: string;
  title: string;
}

/** More suggestions than these help nobody. */
const MOST = 3;

/** Share of an address, from 0 to 1, that may differ. */
const TOLERANCE = 0.45;

/** The pages nearest to an address, nearest first; none when nothing is close. */
export function nearestPages(address: string, pages: readonly ListedPage[]): ListedPage[] {
  const wanted = simplify(address);
  return pages
    .map((page) => ({ page, difference: differenceOf(wanted, simplify(page.href)) }))
    .filter(({ difference }) => difference <= TOLERANCE)
    .sort((one, other) => one.difference - other.difference)
    .slice(0, MOST)
    .map(({ page }) => page);
}

/** A page may have moved to another folder: the last part of its address counts as much as the whole. */
function differenceOf(wanted: string, known: string): number {
  const whole = share(wanted, known);
  const last = share(lastPart(wanted), lastPart(known));
  return Math.min(whole, (whole + last) / 2);
}

function share(one: string, other: string): number {
  return distance(one, other) / Math.max(one.length, other.length, 1);
}

function simplify(address: string): string {
  return decoded(address)
    .toLowerCase()
    .replace(/(index)?\.html?$/, '')
    .replaceAll(/^\/|\/$/g, '');
}

function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    // A percent sign that begins no character.
    return address;
  }
}

function lastPart(address: string): string {
  return address.split('/').at(-1) ?? address;
}

/** Fills a list with links to the nearest pages and shows its surroundings; leaves both alone when none is close. */
export async function suggestPages(surroundings: HTMLElement, address: string): Promise<void> {
  const list = surroundings.querySelector('ul');
  const response = await fetch(withBase('/pages.json'));
  if (!list || !response.ok) return;
  const found = nearestPages(address, (await response.json()) as ListedPage[]);
  list.replaceChildren(...found.map(toItem));
  surroundings.hidden = found.length === 0;
}

function toItem({ href, title }: ListedPage): HTMLLIElement {
  const item = document.createElement('li');
  const link = Object.assign(document.createElement('a'), { href, textContent: title });
  item.append(link, ` (${href})`);
  return item;
}
