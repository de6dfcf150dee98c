import { isPage } from '../navigation/page-address.ts';
import type { ListedPage } from '../support/listed-pages.ts';
import { store, stored } from '../support/storage.ts';

const KEY = 'recent-results';
const LIMIT = 4;

/** The pages that the reader has opened from the search, latest first; none if storage is blocked. */
export function recentPages(): ListedPage[] {
  try {
    const pages: unknown = JSON.parse(stored(KEY) ?? '[]');
    return Array.isArray(pages) ? pages.filter(isListed).slice(0, LIMIT) : [];
  } catch {
    return [];
  }
}

/** Remembers a page that the reader opens from the search. */
export function rememberPage({ href, title }: ListedPage): void {
  const others = recentPages().filter((page) => page.href !== href);
  store(KEY, JSON.stringify([{ href, title }, ...others].slice(0, LIMIT)));
}

/** Whether a stored value is a page of this site. Other sites of the origin share the storage. */
function isListed(value: unknown): value is ListedPage {
  const { href, title } = (value ?? {}) as Partial<ListedPage>;
  return typeof title === 'string' && typeof href === 'string' && isPage(new URL(href, location.href));
}
