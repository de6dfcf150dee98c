/*
 * The service worker. Pages and files come from the network, as they do without it. When the network fails, readers get
 * the stored copy of a page that they read before; for any other page, they get the failure page.
 */

import type { LoadQuestion, Visited } from '../protocol/worker-messages.ts';
import { fromCache } from '../protocol/within.ts';
import { clearOldCaches, fillShell } from './caches.ts';
import { fileResponse, isFile } from './files.ts';
import { setNavigationPreload } from './navigation-preload.ts';
import { pageResponse, storePage } from './pages.ts';
import { sendReport } from './reports.ts';

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => {
  event.waitUntil(fillShell());
  // Don't wait until open pages are closed. A new worker can serve pages of any deploy.
  void self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  const tasks = Promise.allSettled([clearOldCaches(), setNavigationPreload(), self.clients.claim()]);
  // Requests wait until the worker is active.
  event.waitUntil(fromCache(tasks).catch(() => undefined));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate') {
    if (request.method === 'GET') event.respondWith(pageResponse(event));
  } else if (isFile(request)) event.respondWith(fileResponse(event, request));
});

self.addEventListener('message', (event) => {
  const message = event.data as Visited | LoadQuestion | undefined;
  if (message?.type === 'visited') event.waitUntil(storeVisited(event, message));
  if (message?.type === 'load-report-1') event.waitUntil(sendReport(event));
});

/** Stores a page and its files from the browser's own cache, which has just loaded them. */
async function storeVisited(event: ExtendableEvent, { page, files }: Visited): Promise<void> {
  const cached = (url: string) => new Request(url, { cache: 'force-cache' });
  // Ignore files that are gone from the browser's cache. The page has already loaded them.
  await Promise.allSettled([
    storePage(cached(page)),
    ...files.map((url) => fileResponse(event, cached(url))),
  ]);
}
