/*
 * The service worker. Pages and files come from the network, as they do without it. When the network fails, readers get
 * the stored copy of a page that they read before or kept; for any other page, they get the page for failed loads.
 */

import type { GetLoadReport, StoreVisited } from '../protocol/messages.ts';
import { deleteOldCaches, fillShell } from './caches.ts';
import { fileResponse, isFile } from './files.ts';
import { pageResponse, reports, storePage } from './pages.ts';

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => {
  event.waitUntil(fillShell());
  // Don't wait until open pages are closed. A new worker can serve pages of any deploy.
  void self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  // An earlier version of this worker enabled navigation preload, and the setting outlives workers.
  const noPreload = self.registration.navigationPreload?.disable();
  event.waitUntil(Promise.allSettled([deleteOldCaches(), noPreload, self.clients.claim()]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate') {
    if (request.method === 'GET') event.respondWith(pageResponse(event));
  } else if (isFile(request)) event.respondWith(fileResponse(event, request));
});

self.addEventListener('message', (event) => {
  const message = event.data as StoreVisited | GetLoadReport;
  if (message.type === 'store-visited') event.waitUntil(storeVisited(event, message));
  if (message.type === 'get-load-report' && event.source instanceof Client) {
    const report = reports.get(event.source.id);
    if (report) event.ports[0]?.postMessage(report);
  }
});

/** Stores a page and its files from the browser's own cache, which has just loaded them. */
async function storeVisited(event: ExtendableEvent, { page, files }: StoreVisited): Promise<void> {
  const cached = (url: string) => new Request(url, { cache: 'force-cache' });
  await Promise.allSettled([
    fetch(cached(page)).then((response) => storePage(page, response)),
    ...files.map((url) => fileResponse(event, cached(url))),
  ]);
}
