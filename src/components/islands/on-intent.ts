import { showFailedLoad } from '../../client/support/failed-load.ts';
import { announceWait } from '../../client/support/slow.ts';

/** Events of its button that load the code. The first three come about 100 ms before a click. */
const INTENT_EVENTS = ['pointerenter', 'focusin', 'touchstart', 'click'] as const;

/** The buttons of a control. A control that crashed has another one, in its message. */
const BUTTON = 'button:not([role=alert] *)';

/**
 * Runs controls (`<react-island>`) once the reader uses them. Until then they are static HTML, and the page loads no React.
 * The code loads on the first {@link INTENT_EVENTS | intent event} of a button, and replaces the HTML at the first click,
 * which is then repeated. It does not hydrate the HTML, because translation or an extension may have changed it.
 */
export function runControlsOnIntent(): void {
  for (const place of document.querySelectorAll<HTMLElement>('react-island')) runOnIntent(place);
}

function runOnIntent(place: HTMLElement): void {
  const load = () => import('./controls.tsx');
  const rendered = new AbortController();
  let clicks = 0;
  let message: HTMLElement | undefined;

  const run = async () => {
    message?.remove();
    try {
      const loading = document.querySelector('.page-loading');
      const { renderControl } = await announceWait(load(), loading, 'Loading…');
      renderControl(place);
    } catch (error) {
      clicks = 0;
      message = await showFailedLoad(error, 'This control', (element) => place.append(element));
      return;
    }
    rendered.abort();
    for (; clicks > 0; clicks--) place.querySelector<HTMLElement>(BUTTON)?.click();
  };
  const onIntent = ({ type, target }: Event) => {
    if (!(target as Element).closest(BUTTON)) return;
    if (type === 'click') {
      clicks += 1;
      if (clicks === 1) void run();
    } else {
      // Nobody waits for it yet. The click tries again and shows the error.
      load().catch(() => undefined);
    }
  };
  // `pointerenter` doesn't bubble, so capture it.
  const options = { capture: true, passive: true, signal: rendered.signal };
  for (const type of INTENT_EVENTS) place.addEventListener(type, onIntent, options);
}
