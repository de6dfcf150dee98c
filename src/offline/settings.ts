export const offline = {
  /**
   * The kill switch. With `false`, the build produces a worker that unregisters itself and deletes its caches on every
   * device that visits again, and pages register no worker.
   */
  enabled: true,
} as const;

/* Limits in seconds. They are separate constants, so that page scripts include only those that they use. */

/** How long the server may take to start its response before the load counts as failed. */
export const RESPONSE_LIMIT = 10;

/** How long a transfer may pause before it counts as failed. There is no limit for the whole transfer. */
export const SILENCE_LIMIT = 20;
