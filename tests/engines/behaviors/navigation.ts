import assert from 'node:assert/strict';
import { examples } from '../../support/site.ts';
import type { Subject } from '../behavior.ts';
import { by } from '../page.ts';
import { plant } from '../planted.ts';
import { sidebar } from '../site.ts';

const NEXT = { link: by('link', 'Authentication', sidebar), path: '/account-information/authentication/' };

/** Records when the live region first shows that a page is loading, and the width of its bar. Runs in pages. */
function recordFeedback() {
  let clicked = 0;
  addEventListener('click', () => (clicked = performance.now()), { capture: true });
  new MutationObserver(() => {
    const region = [...document.querySelectorAll('[role=status]')].find((each) =>
      each.textContent.startsWith('Loading the page'),
    );
    if (!region || sessionStorage.getItem('feedback')) return;
    const bar = getComputedStyle(region, '::before');
    const feedback = {
      after: performance.now() - clicked,
      width: Number.parseFloat(bar.width) / document.documentElement.clientWidth,
    };
    sessionStorage.setItem('feedback', JSON.stringify(feedback));
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

export const navigation: Subject = {
  name: 'Navigation',
  behaviors: [
    {
      title: 'a slow page load shows a bar across the window after 200 ms, and is announced',
      run: async ({ page, server }) => {
        plant(server, recordFeedback);
        await page.goto(examples.guide);
        server.delay(2_500, NEXT.path);
        await page.click(NEXT.link);
        await page.arrives(NEXT.path);
        const { after, width } = await page.evaluate(
          () => JSON.parse(sessionStorage.getItem('feedback') ?? '{}') as Record<string, number>,
        );
        assert.ok(after! >= 200, `the feedback came after ${after} ms`);
        assert.equal(Math.round(width! * 100), 100);
        assert.equal(await page.count(by('status', /^Loading/)), 0);
      },
    },
  ],
  more: [
    {
      title: 'the next page fades in',
      // Firefox has no view transitions between documents.
      only: 'webkit',
      run: async ({ page, server }) => {
        plant(server, () => {
          addEventListener('pagereveal', ({ viewTransition }) => {
            Object.assign(window, { fades: viewTransition !== null });
          });
        });
        await page.goto(examples.guide);
        await page.click(NEXT.link);
        await page.arrives(NEXT.path);
        assert.equal(await page.evaluate(() => (window as unknown as { fades?: boolean }).fades), true);
      },
    },
  ],
};
