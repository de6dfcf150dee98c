import { examples, expect } from '../../support/site.ts';
import { NEXT, pressAndSee, region, test } from './support.ts';

// Chromium keeps pages for the way back; Playwright turns this off by itself.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  },
});

declare global {
  interface Window {
    reportShow: (persisted: boolean) => void;
  }
}

test('back and forward show the pages that the browser kept, without feedback', async ({
  page,
  server,
  shown,
}) => {
  const kept: boolean[] = [];
  await page.exposeFunction('reportShow', (persisted: boolean) => kept.push(persisted));
  await page.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => window.reportShow(persisted));
  });
  await page.goto(server.url + examples.guide);
  // A service worker that takes over throws away the pages that were kept.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  await page.reload();
  server.delay(1_500, NEXT.path);
  await pressAndSee(page, shown);
  await expect(page).toHaveURL(server.url + NEXT.path);
  await expect.poll(() => kept, 'three pages came from the server').toEqual([false, false, false]);
  for (const [step, path] of [
    [-1, examples.guide],
    [1, NEXT.path],
    [-1, examples.guide],
  ] as const) {
    kept.length = 0;
    await page.evaluate((by) => void setTimeout(() => history.go(by)), step);
    await expect.poll(() => kept, 'the page came from the cache').toEqual([true]);
    await expect(page).toHaveURL(server.url + path);
    await expect(region(page)).toBeEmpty();
  }
});
