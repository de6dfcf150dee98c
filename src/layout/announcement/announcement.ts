import { store } from '../../shared/browser/storage.ts';

/** The local storage key of an announcement's dismissal. */
export const dismissalKey = (id: string) => `announcement-dismissed:${id}`;

/** Hides the announcement on this page; `head/before-paint.ts` hides it on all others, if storage is available. */
export function dismissAnnouncement(id: string): void {
  document.documentElement.dataset['announcementDismissed'] = '';
  store(dismissalKey(id), new Date().toISOString());
}
