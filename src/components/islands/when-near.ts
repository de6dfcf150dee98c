import styles from '../../styles/api-reference.css?url&no-inline';
import { savesData } from '../../client/support/data-saving.ts';
import { showFailedLoad } from '../../client/support/failed-load.ts';
import { linkStyles } from '../../client/support/link-styles.ts';
import { announceWait } from '../../client/support/slow.ts';
import { isReferenceFragment } from '../../config/scalar.ts';

/** The reference loads when its section is within this distance of the window. */
const NEAR = '200px';

/**
 * Loads and renders the interactive reference when the reader comes near its section, or follows a link to an operation.
 * On a slow connection or with data saver on, a button offers to load it.
 */
export function renderReferenceWhenNear(section: HTMLElement): void {
  const place = section.querySelector<HTMLElement>('[data-document]')!;
  const offer = section.querySelector<HTMLElement>('[data-offer]')!;
  const status = section.querySelector<HTMLElement>('[role=status]')!;

  const load = async () => {
    const [{ renderReference }, content] = await Promise.all([
      import('./scalar.ts'),
      loadJson(place.dataset['document']!),
      linkStyles(styles, 'prepend'),
    ]);
    await renderReference(place, content);
  };
  const start = async () => {
    try {
      await announceWait(load(), status, 'The full reference is loading…');
    } catch (error) {
      await showFailedLoad(error, 'The full reference', (message) => status.after(message));
    }
  };
  if (!savesData()) {
    whenNear(section, start);
    return;
  }
  offer.hidden = false;
  offer.querySelector('button')!.addEventListener('click', () => {
    // The pressed button disappears, so the section takes the focus.
    section.focus({ preventScroll: true });
    offer.hidden = true;
    void start();
  });
}

/** Calls back once: when a section is near the window, or the URL's fragment is that of an operation. */
function whenNear(section: HTMLElement, then: () => Promise<void>): void {
  const end = () => {
    observer.disconnect();
    removeEventListener('hashchange', check);
    void then();
  };
  const check = () => {
    if (!isReferenceFragment(location.hash)) return;
    // Scalar only renders what is near the window.
    section.scrollIntoView({ behavior: 'instant' });
    end();
  };
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) end();
    },
    { rootMargin: `${NEAR} 0px` },
  );
  observer.observe(section);
  addEventListener('hashchange', check);
  check();
}

async function loadJson(url: string): Promise<Record<string, unknown>> {
  const response = await fetch(url);
  if (!response.ok)
    throw new Error(`The server responded to ${url} with ${response.status} ${response.statusText}.`);
  return response.json();
}
