import { store } from '../../shared/browser/storage.ts';

/** The name in local storage that records the dismissal of an announcement. */
export const dismissalKey = (id: string) => `announcement-dismissed:${id}`;

/** Hides the announcement on this page; `head/before-paint.ts` hides it on all others, if storage is available. */
export function dismissAnnouncement(id: string): void {
  document.documentElement.dataset['announcementDismissed'] = '';
  store(dismissalKey(id), new Date().toISOString());
}
