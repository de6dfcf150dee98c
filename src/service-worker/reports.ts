import type { LoadReport } from '../shared/worker-messages.ts';
import { fromCache } from '../shared/within.ts';
import { cacheNames, find, store } from './caches.ts';

/*
 * Why pages were not loaded from the network, until they ask (see `src/shared/worker-messages.ts`). Reports are in a
 * cache, because browsers stop a worker at any time, also between a page and its script.
 */

const urlOf = (clientId: string) => `/load-reports/${clientId}`;

/** Keeps a report for the page that a navigation opens. */
export async function report({ resultingClientId }: FetchEvent, loaded: LoadReport): Promise<void> {
  const stored = store('reports', urlOf(resultingClientId), Response.json(loaded));
  // A page waits for its report. Without one, it shows no notice.
  await fromCache(stored).catch(() => undefined);
}

/** Responds to a page that asks how it was loaded. */
export async function sendReport({ source, ports }: ExtendableMessageEvent): Promise<void> {
  const stored =
    source instanceof Client && (await find(urlOf(source.id), { cacheName: cacheNames.reports }));
  ports[0]?.postMessage(stored ? ((await stored.json()) as LoadReport) : null);
}
