import { dismissAnnouncement } from '../../client/announcement.ts';
import { withBase } from '../../client/with-base.ts';
import { announcement, type Announcement } from '../../config/announcement.ts';
import { CrashBoundary } from './CrashBoundary.tsx';

/**
 * The bar above the header. CSS hides it once it is dismissed, before the first paint on later pages. It reads the
 * configuration itself: as attributes of the island, every page would have the text a second time.
 */
export function AnnouncementBar() {
  return (
    announcement && (
      <aside className="announcement print:hidden" aria-label="Announcement">
        <CrashBoundary>
          <Content {...announcement} />
        </CrashBoundary>
      </aside>
    )
  );
}

function Content({ id, text, link, dismissible }: Announcement) {
  return (
    <>
      <p>
        {text} {link && <a href={withBase(link.href)}>{link.label}</a>}
      </p>
      {dismissible && (
        <button type="button" aria-label="Dismiss announcement" onClick={() => dismiss(id)}>
          <span data-icon="close" />
        </button>
      )}
    </>
  );
}

/** The button goes with the bar: focus moves to what comes next, the first link of the header. */
function dismiss(id: string) {
  dismissAnnouncement(id);
  document.querySelector<HTMLElement>('header a')?.focus({ preventScroll: true });
}
