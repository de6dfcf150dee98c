/*
 * The service worker: pages and files come from the network as without it. When the network fails, a page that
 * was read comes from the reader's own store, marked as a copy; for any other, a page says what failed.
 */

import { clientsClaim } from 'workbox-core';
import { registerRoute } from 'workbox-routing';
import { isFile, strategyFor } from './files.ts';
import { storeVisited } from './first-visit.ts';
import { pages } from './pages.ts';
import { clearOldStores, fillShell } from './caches.ts';
import { setNavigationPreload } from './navigation-preload.ts';

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => {
  event.waitUntil(fillShell());
  // The worker knows nothing of a deploy's pages: a new one serves those that are open as well as the old one.
  void self.skipWaiting();
});
self.addEventListener('activate', (event) => {
  event.waitUntil(clearOldStores());
  event.waitUntil(setNavigationPreload());
});
clientsClaim();

self.addEventListener('message', storeVisited);

registerRoute(({ request }) => request.mode === 'navigate', pages);
registerRoute(isFile, (options) => strategyFor(options.url.pathname).handle(options));
