import { button } from '../../shared/browser/button.ts';
import { trusted } from '../../shared/browser/trusted.ts';
import { cacheNames } from '../protocol/caches.ts';
import { failedLoad } from './visited-pages.ts';

/** The maximum number of stored pages to list. */
const LIST_LENGTH = 20;

/**
 * Shows why the page failed to load, and lists the stored pages. The worker stores
 * every file that this page needs.
 */
export function initFailurePage(): void {
  const notice = document.querySelector<HTMLElement>('[data-load-failure]')!;
  // Without this script, a link reloads the page.
  notice.querySelector('a')!.replaceWith(button('Retry', () => location.reload()));
  const { reason } = failedLoad();
  if (reason) notice.querySelector('[data-reason]')!.textContent = reason;
  // If storage is blocked, no page is stored.
  listStoredPages().catch(() => undefined);
}

/** Lists the visited pages, most recently stored first. */
async function listStoredPages() {
  const cache = await caches.open(cacheNames(import.meta.env.BASE_URL).pages);
  const list = document.querySelector('[data-stored-pages] ul')!;
  for (const { url } of (await cache.keys()).slice(-LIST_LENGTH).toReversed()) {
    const html = trusted.createHTML(await (await cache.match(url))!.text());
    const heading = new DOMParser().parseFromString(html, 'text/html').querySelector('h1');
    const link = document.createElement('a');
    // The whole URL, because a path that starts with two slashes would lead to another site.
    link.href = url;
    link.textContent = heading?.textContent.trim() || new URL(url).pathname;
    list.appendChild(document.createElement('li')).append(link);
  }
  list.closest('section')!.hidden = list.children.length === 0;
}
