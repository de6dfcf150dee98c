import { dismissAnnouncement } from './announcement.ts';
import { withBase } from '../../shared/browser/with-base.ts';
import { announcement, type Announcement } from '../../config/announcement.ts';
import { CrashBoundary } from '../../shared/browser/CrashBoundary.tsx';

/**
 * The announcement above the header. CSS hides it once it's dismissed, and on later pages before the first paint. The
 * component imports the configuration, because Astro would repeat props on every page.
 */
export function AnnouncementBar() {
  return (
    announcement && (
      <aside className="announcement" aria-label="Announcement">
        <CrashBoundary>
          <Content {...announcement} />
        </CrashBoundary>
      </aside>
    )
  );
}

/** Each text is one element without hydration warnings, because a translator may change it before hydration. */
function Content({ id, text, link, dismissible }: Announcement) {
  return (
    <>
      <p>
        <span suppressHydrationWarning>{`${text} `}</span>
        {link && (
          <a href={link.href.startsWith('/') ? withBase(link.href) : link.href} suppressHydrationWarning>
            {link.label}
          </a>
        )}
      </p>
      {dismissible && (
        <button
          type="button"
          className="plain-button"
          aria-label="Dismiss announcement"
          onClick={() => dismissAnnouncement(id)}
        >
          <span data-icon="close" />
        </button>
      )}
    </>
  );
}
