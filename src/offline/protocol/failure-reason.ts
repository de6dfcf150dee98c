/** The reason of a request that got no response. */
export const CONNECTION_FAILED = 'The connection to the server failed.';

/**
 * Why a request of a page failed, in one sentence for readers.
 *
 * @param reason - The reason if the device is online.
 */
export function failureReason(reason: string): string {
  return navigator.onLine ? reason : "You're offline.";
}
