import { offlineEnabled } from '../../config/offline.ts';
import { withBase } from '../../client/support/with-base.ts';
import type { StoreVisited } from '../protocol/messages.ts';

/** Registers the service worker, which stores visited pages, once this page is loaded and the browser is idle. */
export function keepVisitedPages(): void {
  if (import.meta.env.DEV || !offlineEnabled || !('serviceWorker' in navigator)) return;
  // Browsers refuse if the reader blocks storage. The site works without the worker.
  const start = () => void registerAndStore().catch(() => undefined);
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(start) : setTimeout(start));
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
}

/** Registers the worker, unless it is registered already. */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(withBase('/service-worker.js'));
}

async function registerAndStore() {
  await registerWorker();
  const { active } = await navigator.serviceWorker.ready;
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!navigation || navigation.workerStart > 0) return;
  // This page was loaded before the worker was active, so the worker stores it from the HTTP cache now.
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  active?.postMessage({
    type: 'store-visited',
    page: location.href,
    files: loaded.filter((url) => url.startsWith(location.origin) && /\.\w+$/.test(url)),
  } satisfies StoreVisited);
}
