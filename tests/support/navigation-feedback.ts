import type { Page } from '@playwright/test';
import { expect, linkTo, unsteadyTest } from './site.ts';

type Motion = 'moves' | 'is still' | '';

/** The navigation feedback on the page at one moment. */
export interface Feedback {
  /** Text of the live region; empty when the feedback goes away. */
  text: string;
  /** Milliseconds since the last click. On a busy machine, they're more than the page's {@link delay}. */
  after: number;
  /** The delay in milliseconds that the page chose. */
  delay: number | undefined;
  /** What the bar and the spinner do; empty if they aren't shown. */
  bar: Motion;
  spinner: Motion;
  /** True if the feedback is above everything else, including an open menu. */
  onTop: boolean;
}

/** Records the feedback between pages, in order. */
export const test = unsteadyTest.extend<{ shown: Feedback[] }>({
  shown: async ({ page }, use) => {
    const shown: Feedback[] = [];
    await page.exposeFunction('reportFeedback', (feedback: Feedback) => shown.push(feedback));
    // Let the page send reports, because Playwright can't inspect it during a navigation.
    await page.addInitScript(() => {
      let last = '';
      let clicked = 0;
      let delay: number | undefined;
      addEventListener('click', () => (clicked = performance.now()), { capture: true });
      const start = setTimeout;
      window.setTimeout = ((run: () => void, ms?: number) =>
        start(() => {
          delay = ms;
          run();
        }, ms)) as typeof setTimeout;
      new MutationObserver(() => {
        const region = document.querySelector('.page-loading');
        if (!region || region.textContent === last) return;
        last = region.textContent;
        const { x, y, width, height } = region.getBoundingClientRect();
        const motionOf = (pseudo: string): Motion => {
          const { content, borderTopWidth, animationName } = getComputedStyle(region, pseudo);
          if (content === 'none' || parseFloat(borderTopWidth) === 0) return '';
          return animationName === 'none' ? 'is still' : 'moves';
        };
        (window as unknown as { reportFeedback: (feedback: Feedback) => void }).reportFeedback({
          text: last,
          after: performance.now() - clicked,
          delay,
          bar: motionOf('::before'),
          spinner: motionOf('::after'),
          onTop: document.elementFromPoint(x + width / 2, y + height / 2) === region,
        });
      }).observe(document, { childList: true, subtree: true, characterData: true });
    });
    await use(shown);
  },
});

export const LOADING = 'Loading the page…';

/** Milliseconds until a delayed page arrives, enough for the feedback to show. */
export const LONG = 1_500;

/** The live region with the feedback. */
export const region = (page: Page) => page.locator('.page-loading');

/** Clicks a link in the sidebar and waits until the feedback shows; Playwright's own clicks wait for the next page. */
export async function clickAndSee(page: Page, shown: Feedback[], path: string): Promise<void> {
  const click = linkTo(page, path).click({ noWaitAfter: true });
  // The click returns when the page or the test ends.
  click.catch(() => undefined);
  await expect.poll(() => shown.at(-1)?.text).toBe(LOADING);
}
