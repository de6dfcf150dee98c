/* Separate constants, so that page scripts include only those that they use. `src/offline/protocol/caches.ts` has more. */

/**
 * The kill switch of the service worker. With `false`, the build produces a worker that unregisters itself and deletes
 * its caches on every device that visits again, and pages register no worker.
 */
export const offlineEnabled = true;

/** How long the server may take to start its response before the load counts as failed, in seconds. */
export const RESPONSE_LIMIT = 10;

/** How long a transfer may pause before it counts as failed, in seconds. There is no limit for the whole transfer. */
export const SILENCE_LIMIT = 20;
