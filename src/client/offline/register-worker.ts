/*
 * Registers the service worker, which `src/integrations/service-worker/` builds. It comes after all that the
 * page needs, also on data-saver: it weighs less than a page, and spares the next failed one.
 */

import { offline } from '../../config/offline.ts';
import type { Visited } from '../../shared/visited.ts';
import { withBase } from '../with-base.ts';

/** Lets the service worker keep the pages that are read, once this one is loaded and the browser has time. */
export function keepVisitedPages(): void {
  if (!offline.enabled || import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  // Where the reader blocks storage the browser refuses; the site works without.
  const start = () => void register().catch(() => undefined);
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(start) : setTimeout(start));
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
}

/**
 * Waits until there is a worker, which shows what is stored when the network fails.
 *
 * @throws Error when the browser refuses it, or it or what it needs first does not arrive.
 */
export async function installWorker(): Promise<ServiceWorker | null> {
  const { active, installing } = await askForWorker();
  if (active) return active;
  const failed = new Promise<never>((_resolve, reject) => {
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'redundant') reject(new Error('The service worker could not be installed.'));
    });
  });
  return (await Promise.race([navigator.serviceWorker.ready, failed])).active;
}

function askForWorker() {
  return navigator.serviceWorker.register(withBase('/service-worker.js'));
}

async function register() {
  await askForWorker();
  const { active } = await navigator.serviceWorker.ready;
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!navigation || navigation.workerStart > 0) return;
  // The page came without the worker, which stores it now from the browser's own cache.
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  active?.postMessage({
    type: 'visited',
    page: location.href,
    files: loaded.filter((address) => address.startsWith(location.origin) && /\.\w+$/.test(address)),
  } satisfies Visited);
}
