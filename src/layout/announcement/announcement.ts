import { store } from '../../shared/browser/storage.ts';

/** The local storage key of an announcement's dismissal. */
export const dismissalKey = (id: string) => `announcement-dismissed:${id}`;

/**
 * Hides the announcement on this page, and moves the focus to the next element, the first link of the header. If storage
 * is available, `head/before-paint.ts` hides the announcement on all other pages.
 */
export function dismissAnnouncement(id: string): void {
  document.documentElement.dataset['announcementDismissed'] = '';
  store(dismissalKey(id), new Date().toISOString());
  document.querySelector<HTMLElement>('header a')?.focus({ preventScroll: true });
}
