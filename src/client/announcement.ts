/*
 * Owner of the dismissal of announcements. `head/before-paint.ts` hides a dismissed one before the first paint,
 * and on pages that are open in other tabs or come back.
 */

/** The key in local storage for an announcement. */
export function dismissalKey(id: string): string {
  return `announcement-dismissed:${id}`;
}

/** Hides the announcement on this page and, where storage allows, on all others. */
export function dismissAnnouncement(id: string): void {
  document.documentElement.dataset['announcementDismissed'] = '';
  try {
    localStorage.setItem(dismissalKey(id), new Date().toISOString());
  } catch {
    // Storage is blocked or full: the dismissal holds for this page.
  }
}
