import { store } from '../support/storage.ts';

/*
 * Stores which announcement the reader dismissed. `head/before-paint.ts` hides a dismissed announcement before the first
 * paint, in other open tabs, and on pages restored from the back/forward cache.
 */

/** The name in local storage that records the dismissal of an announcement. */
export function dismissalKey(id: string): string {
  return `announcement-dismissed:${id}`;
}

/** Hides the announcement on this page and, if storage is available, on all other pages. */
export function dismissAnnouncement(id: string): void {
  document.documentElement.dataset['announcementDismissed'] = '';
  store(dismissalKey(id), new Date().toISOString());
}
