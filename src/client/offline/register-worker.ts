/*
 * Registers the service worker, which `src/integrations/service-worker/` builds. It is registered after the page has
 * loaded, even with data saver on, because it is smaller than a page and prevents failed loads.
 */

import { offline, SILENCE_LIMIT } from '../../config/offline.ts';
import { within } from '../../shared/within.ts';
import type { Visited } from '../../shared/worker-messages.ts';
import { withBase } from '../with-base.ts';

/** Registers the worker, which stores visited pages, once this page is loaded and the browser is idle. */
export function keepVisitedPages(): void {
  if (!offline.enabled || import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  // Browsers refuse if the reader blocks storage. The site works without the worker.
  const start = () => void register().catch(() => undefined);
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(start) : setTimeout(start));
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
}

/**
 * Registers the worker and waits until it is active.
 *
 * @throws Error if the browser refuses the worker, or if it or its files fail to load.
 */
export async function installWorker(): Promise<void> {
  const { active, installing } = await registerWorker();
  if (active) return;
  const failure = new Error('The service worker could not be installed.');
  const failed = new Promise<never>((_resolve, reject) => {
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'redundant') reject(failure);
    });
  });
  // The worker's own downloads have the same time limit.
  await within(2 * SILENCE_LIMIT, Promise.race([navigator.serviceWorker.ready, failed]), failure);
}

function registerWorker() {
  return navigator.serviceWorker.register(withBase('/service-worker.js'));
}

async function register() {
  await registerWorker();
  const { active } = await navigator.serviceWorker.ready;
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!navigation || navigation.workerStart > 0) return;
  // This page was loaded before the worker was active, so the worker stores it from the HTTP cache now.
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  active?.postMessage({
    type: 'visited',
    page: location.href,
    files: loaded.filter((url) => url.startsWith(location.origin) && /\.\w+$/.test(url)),
  } satisfies Visited);
}
