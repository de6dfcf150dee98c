import { dismissAnnouncement } from '../../client/announcement.ts';
import type { Announcement } from '../../config/announcement.ts';

/** The bar above the header. CSS hides it once it is dismissed, before the first paint on later pages. */
export function AnnouncementBar({ announcement }: { announcement: Announcement }) {
  const { id, text, link, dismissible } = announcement;
  return (
    <aside className="announcement print:hidden" aria-label="Announcement">
      <p>
        {text} {link && <a href={link.href}>{link.label}</a>}
      </p>
      {dismissible && (
        <button type="button" aria-label="Dismiss announcement" onClick={() => dismiss(id)}>
          <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
            <path d="m6 6 12 12M18 6 6 18" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
          </svg>
        </button>
      )}
    </aside>
  );
}

/** The button goes with the bar: focus moves to what comes next, the first link of the header. */
function dismiss(id: string) {
  dismissAnnouncement(id);
  document.querySelector<HTMLElement>('header a')?.focus({ preventScroll: true });
}
