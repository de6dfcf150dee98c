/*
 * Registers the service worker, which `src/integrations/service-worker/` builds. It comes after everything that the page
 * needs, on data-saver too: it is smaller than a page, and prevents the next failed load.
 */

import { offline, SILENCE_LIMIT } from '../../config/offline.ts';
import { within } from '../../shared/within.ts';
import type { Visited } from '../../shared/worker-messages.ts';
import { withBase } from '../with-base.ts';

/** Lets the service worker store the pages that are read, once this one is loaded and the browser is idle. */
export function keepVisitedPages(): void {
  if (!offline.enabled || import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  // Browsers refuse where the reader blocks storage; the site works without.
  const start = () => void register().catch(() => undefined);
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(start) : setTimeout(start));
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
}

/**
 * Waits until a worker is active, which shows what is stored when the network fails.
 *
 * @throws Error when the browser refuses it, or it or the files that it needs don't arrive.
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
  // The worker gives up its own downloads after the same time.
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
  // The page was loaded without the worker, which now stores it from the browser's own cache.
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  active?.postMessage({
    type: 'visited',
    page: location.href,
    files: loaded.filter((url) => url.startsWith(location.origin) && /\.\w+$/.test(url)),
  } satisfies Visited);
}
