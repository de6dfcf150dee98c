import type { LoadReport } from '../protocol/worker-messages.ts';
import { fromCache } from '../protocol/within.ts';
import { cacheNames, find, store } from './caches.ts';

/*
 * Stores why a page was not loaded from the network until the page asks (see `src/offline/protocol/worker-messages.ts`). Reports
 * are in a cache, because a browser may stop the worker at any time, even between loading a page and running its
 * script.
 */

const urlOf = (clientId: string) => `/load-reports/${clientId}`;

/** Stores a report for the page that a navigation opens. */
export async function report({ resultingClientId }: FetchEvent, loaded: LoadReport): Promise<void> {
  const stored = store('reports', urlOf(resultingClientId), Response.json(loaded));
  // Store it before the page runs its script. Without a report, the page shows no notice.
  await fromCache(stored).catch(() => undefined);
}

/** Responds to a page that asks how it was loaded. */
export async function sendReport({ source, ports }: ExtendableMessageEvent): Promise<void> {
  const stored =
    source instanceof Client && (await find(urlOf(source.id), { cacheName: cacheNames.reports }));
  ports[0]?.postMessage(stored ? ((await stored.json()) as LoadReport) : null);
}
