/**
 * The reason that a page request failed, in one sentence for readers. Only pages call this, because workers detect less
 * reliably whether the device is offline.
 *
 * @param reason - The reason if the device is online.
 */
export function failureReason(reason: string): string {
  return navigator.onLine ? reason : "You're offline.";
}
