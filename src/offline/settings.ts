export const offline = {
  /**
   * The kill switch. With `false`, pages register no worker, and the build produces one that deletes its caches and
   * unregisters itself on a device's next visit.
   */
  enabled: true,
} as const;

/* Limits in seconds. They're separate constants, so that page scripts only include those that they use. */

/** The time limit for the start of a response. */
export const RESPONSE_LIMIT = 10;

/** The time limit for a pause in a transfer. The whole transfer has no limit. */
export const SILENCE_LIMIT = 20;
