import type { ClientDirective } from 'astro';
import { savesData } from '../shared/browser/data-saving.ts';

/** The distance from the window at which an island starts to load. */
const NEAR_MARGIN = '200px 0px';

/**
 * `client:near`: hydrates an island once the reader comes near the section that contains it. On a slow connection or
 * with data saver on, the island's first button appears instead and hydrates it when pressed.
 */
const near: ClientDirective = (load, _options, island) => {
  const section = island.closest('section') ?? island;
  const button = island.querySelector('button');
  const start = async () => {
    const hydrate = await load();
    await hydrate();
  };
  if (button && savesData()) {
    button.hidden = false;
    button.addEventListener('click', () => {
      // The pressed button disappears, so the section takes the focus.
      section.focus({ preventScroll: true });
      button.hidden = true;
      void start();
    });
    return;
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void start();
    },
    { rootMargin: NEAR_MARGIN },
  );
  observer.observe(section);
};

export default near;
