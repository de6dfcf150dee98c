import { button } from '../../shared/browser/button.ts';
import { element } from '../../shared/browser/element.ts';
import { getElement } from '../../shared/browser/get-element.ts';
import { withBase } from '../../shared/browser/with-base.ts';
import { offline } from '../settings.ts';
import { pagesCache } from '../protocol.ts';

/**
 * Registers the service worker, which stores visited pages, once this page has loaded and the browser is idle. Pages
 * loaded before the worker took control are stored from the HTTP cache.
 */
export function keepVisitedPages(): void {
  if (import.meta.env.DEV || !offline.enabled || !('serviceWorker' in navigator)) return;
  // This fails if the reader blocks storage. The site works without the worker.
  const start = () => void register().catch(() => undefined);
  // Set a limit, because Chromium may never report a page as idle.
  const whenIdle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(start, { timeout: 2_000 }) : setTimeout(start);
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
}

async function register() {
  const workers = navigator.serviceWorker;
  await workers.register(withBase('/service-worker.js'));
  if (navigationTiming()?.workerStart !== 0) return;
  if (!workers.controller) await new Promise((resolve) => (workers.oncontrollerchange = resolve));
  const { origin, pathname } = location;
  const load = (url: string) => fetch(url, { cache: 'force-cache' });
  const page = await load(location.href);
  const cache = await caches.open(pagesCache(import.meta.env.BASE_URL));
  if (page.ok) await cache.put(origin + pathname, page);
  // Load the files again through the worker, which stores them.
  const files = performance.getEntriesByType('resource').map(({ name }) => name);
  await Promise.allSettled(files.filter((url) => url.startsWith(origin) && /\.\w+$/.test(url)).map(load));
}

function navigationTiming() {
  return performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined;
}

/** The reason to show to readers. Only pages call this function, because workers often don't know they're offline. */
export function failureReason(reason: string): string {
  return navigator.onLine ? reason : "You're offline.";
}

/** The worker's reason for not loading this page from the network, and the copy's date. Both come from a header. */
export function failedLoad(): { reason: string | undefined; date: string | undefined } {
  // Browsers only support `serverTiming` over HTTPS.
  const timing = navigationTiming()?.serverTiming as readonly PerformanceServerTiming[] | undefined;
  const timingOf = (wanted: string) => timing?.find(({ name }) => name === wanted)?.description;
  const reason = timingOf('portal-reason');
  return { reason: reason && failureReason(reason), date: timingOf('portal-date') };
}

/** Shows a notice with the reason and a Retry button if this page is a stored copy. */
export function showCopyNotice(): void {
  const { reason, date } = failedLoad();
  // The failure page has its own notice.
  if (!reason || document.querySelector('[data-load-failure]')) return;
  const text = element('p');
  text.role = 'status';
  const retry = button('Retry', () => location.reload());
  const notice = element('section', 'starlight-aside starlight-aside--note not-content', text, retry);
  notice.ariaLabel = 'Page load problem';
  getElement('main').prepend(notice);
  const title = element('strong', '', 'Offline copy');
  // Screen readers announce changes to a live region, but not its initial content.
  const day = date && new Date(date).toLocaleString('en', { dateStyle: 'long', timeStyle: 'short' });
  setTimeout(() => text.append(title, ` from ${day || 'an earlier visit'}. ${reason}`));
}
