import { savesData } from '../shared/browser/data-saving.ts';

/** Keeps Astro from fetching the page of a pressed link if data should be saved. Its other prefetches already stop. */
export function saveDataOnPress(): void {
  for (const type of ['mousedown', 'touchstart'])
    addEventListener(
      type,
      ({ target }) => {
        const link = target instanceof Element && target.closest('a');
        if (link && savesData()) link.dataset['astroPrefetch'] = 'false';
      },
      { capture: true, passive: true },
    );
}
