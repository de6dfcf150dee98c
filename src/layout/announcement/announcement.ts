import { store } from '../../shared/browser/storage.ts';

/** The local storage key of an announcement's dismissal. */
export const dismissalKey = (id: string) => `announcement-dismissed:${id}`;

/** Hides the announcement on this page. If storage is available, `head/before-paint.ts` hides it on all other pages. */
export function dismissAnnouncement(id: string): void {
  document.documentElement.dataset['announcementDismissed'] = '';
  store(dismissalKey(id), new Date().toISOString());
}
