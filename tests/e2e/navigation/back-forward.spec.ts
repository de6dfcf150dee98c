import type { Page } from '@playwright/test';
import { announcement } from '../../../src/config/announcement.ts';
import { announcementBar, colorModeToggle, examples, expect } from '../../support/site.ts';
import { link, NEXT, pressAndSee, region, test as base } from './support.ts';

declare global {
  interface Window {
    reportShow: (persisted: boolean) => void;
  }
}

/** Which of the pages that were shown, first to last, the browser had kept. */
const test = base.extend<{ kept: boolean[] }>({
  kept: async ({ page }, use) => {
    const kept: boolean[] = [];
    await page.exposeFunction('reportShow', (persisted: boolean) => kept.push(persisted));
    await page.addInitScript(() => {
      addEventListener('pageshow', ({ persisted }) => window.reportShow(persisted));
    });
    await use(kept);
  },
});

// Turns on the back/forward cache, which Playwright turns off by default.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  },
});

/** Opens a page that the browser can keep: a service worker that takes over throws away those that were kept. */
async function open(page: Page, address: string) {
  await page.goto(address);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  await page.reload();
}

test('back and forward show pages from the back/forward cache, without feedback', async ({
  page,
  server,
  shown,
  kept,
}) => {
  await open(page, server.url + examples.guide);
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

test('a page from the back/forward cache shows choices that were made on other pages', async ({
  page,
  server,
  kept,
}) => {
  await open(page, server.url + examples.guide);
  await link(page, NEXT.name).click();
  await expect(page).toHaveURL(server.url + NEXT.path);
  await colorModeToggle(page).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  if (announcement?.dismissible) {
    await expect(announcementBar(page)).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss announcement' }).click();
    await expect(announcementBar(page)).toBeHidden();
  }
  kept.length = 0;
  await page.evaluate(() => void setTimeout(() => history.back()));
  await expect.poll(() => kept, 'the page came from the cache').toEqual([true]);
  await expect(page).toHaveURL(server.url + examples.guide);
  if (announcement?.dismissible) await expect(announcementBar(page)).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
