import { button } from '../../shared/browser/button.ts';
import { getElement } from '../../shared/browser/get-element.ts';
import { pagesCache } from '../protocol.ts';
import { failedLoad } from './visited-pages.ts';

/** The pause between checks for a response, in milliseconds. */
const INTERVAL = 5_000;

const MAX_LISTED_PAGES = 20;

/** Shows why the page failed to load, reloads it once the server responds, and lists stored pages. */
export function initFailurePage(): void {
  const notice = getElement('[data-load-failure]');
  // Without this script, a link reloads the page.
  getElement('a', notice).replaceWith(button('Retry', () => location.reload()));
  const { reason } = failedLoad();
  if (reason) {
    getElement('[data-reason]', notice).textContent = reason;
    // Ignore errors, because the next check may succeed.
    setInterval(() => reloadIfPossible().catch(() => undefined), INTERVAL);
  }
  // This fails if the reader blocks storage. There are no stored pages to list then.
  listStoredPages().catch(() => undefined);
}

async function reloadIfPossible() {
  if (document.hidden) return;
  // Don't follow redirects, such as to a captive portal's login page. The browser's own load follows them.
  const options = { cache: 'no-store', redirect: 'manual', signal: AbortSignal.timeout(INTERVAL) } as const;
  const { status } = await fetch(location.href, options);
  if (status < 500) location.reload();
}

/** Lists the visited pages, most recently stored first. */
async function listStoredPages() {
  const cache = await caches.open(pagesCache(import.meta.env.BASE_URL));
  const section = getElement('[data-stored-pages]');
  const list = getElement('ul', section);
  for (const { url } of (await cache.keys()).slice(-MAX_LISTED_PAGES).toReversed()) {
    const response = await cache.match(url);
    if (!response) continue;
    const html = await response.text();
    const heading = new DOMParser().parseFromString(html, 'text/html').querySelector('h1');
    const link = document.createElement('a');
    // Use the whole URL, because a path that starts with two slashes would lead to another site.
    link.href = url;
    link.textContent = heading?.textContent.trim() || new URL(url).pathname;
    list.appendChild(document.createElement('li')).append(link);
  }
  section.hidden = list.children.length === 0;
}
