import { savesData } from '../shared/browser/data-saving.ts';
import { showFailedLoad } from '../offline/page/failed-load.ts';
import { announceWait } from '../shared/browser/slow.ts';

/**
 * Loads and renders the interactive reference when the reader comes near its section, or follows a link to an operation.
 * On a slow connection or with data saver on, a button offers to load it.
 */
export function renderReferenceWhenNear(section: HTMLElement): void {
  const place = section.querySelector<HTMLElement>('[data-document]')!;
  const offer = section.querySelector<HTMLElement>('button')!;
  const status = section.querySelector<HTMLElement>('[role=status]')!;

  const load = async () => {
    const [{ renderReference }, response] = await Promise.all([
      import('./ScalarReference.tsx'),
      fetch(place.dataset['document']!),
    ]);
    if (!response.ok) throw new Error(`The server responded to ${response.url} with ${response.status}.`);
    renderReference(place, await response.json());
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
  offer.addEventListener('click', () => {
    // The pressed button disappears, so the section takes the focus.
    section.focus({ preventScroll: true });
    offer.hidden = true;
    void start();
  });
}

/** Calls back once: when a section is within 200 px of the window, or the URL's fragment names an operation. */
function whenNear(section: HTMLElement, then: () => Promise<void>): void {
  const followLink = () => {
    // Scalar only renders what is near the window.
    if (location.hash.startsWith('#tag/')) section.scrollIntoView({ behavior: 'instant' });
  };
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      removeEventListener('hashchange', followLink);
      void then();
    },
    { rootMargin: '200px 0px' },
  );
  observer.observe(section);
  addEventListener('hashchange', followLink);
  followLink();
}
