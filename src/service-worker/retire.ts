/*
 * The worker of a build whose kill switch is on (`enabled` in src/config/offline.ts): it takes the place of the
 * one that a device has, clears what that one stored, and goes.
 */

import { offline } from '../config/offline.ts';

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(retire()));

async function retire() {
  await self.registration.unregister();
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(offline.storePrefix)).map((name) => caches.delete(name)),
  );
  // Workbox notes there when each entry was used.
  indexedDB.deleteDatabase('workbox-expiration');
}
