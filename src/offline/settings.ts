/** Offline reading, and its kill switch. */
export const offline = {
  /** The kill switch. If `false`, pages register no worker, and existing workers remove themselves and their caches. */
  enabled: true,
} as const;

/** The time limit for the start of a response, in seconds. */
export const RESPONSE_LIMIT = 10;

/** The time limit for a pause in a transfer, in seconds. The whole transfer has no limit. */
export const SILENCE_LIMIT = 20;
