/*
 * The worker of a build whose kill switch is on (`offlineEnabled` in src/config/offline.ts). It replaces the worker that a
 * device has, deletes what that one stored, and unregisters itself.
 */

import { deleteCaches } from './caches.ts';

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(retire()));

async function retire() {
  await self.registration.unregister();
  await deleteCaches(() => true);
}
