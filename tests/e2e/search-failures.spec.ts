import type { Page } from '@playwright/test';
import { examples, expect, searchButton, unsteadyTest as test } from '../support/site.ts';
import { dialog, field, open } from './search-dialog.ts';

// Pagefind also rejects a promise that no caller can get.
test.use({ errorsOfOthers: /^Failed to load Pagefind metadata/ });

const found = (page: Page) => dialog(page).getByText(/^\d+ results for refresh consent/);
const retry = (page: Page) => dialog(page).getByRole('button', { name: 'Retry' });

for (const [part, pattern] of Object.entries({
  code: /_astro\/[^/]*search[^/]*\.js/,
  'list of parts': /pagefind\/pagefind-entry\.json/,
}))
  test(`when the search's ${part} fails to load, a message says so, and Retry reloads the page`, async ({
    page,
    server,
  }) => {
    await page.goto(examples.guide);
    server.drop(pattern);
    await searchButton(page).click();
    await expect(dialog(page).getByRole('alert')).toContainText("The search didn't load.");
    server.heal();
    await retry(page).click();
    await expect(dialog(page)).toBeHidden();
    await searchButton(page).click();
    await field(page).fill('refresh consent');
    await expect(found(page)).toBeVisible();
  });

test('when a result fails to load, a message says so, and Retry searches again', async ({ page, server }) => {
  await page.goto(examples.guide);
  server.respondWith(503, /pagefind\/fragment\//);
  await searchButton(page).click();
  await field(page).fill('refresh consent');
  await expect(dialog(page).getByRole('status')).toContainText('The search failed.');
  server.heal();
  await retry(page).click();
  await expect(field(page)).toBeFocused();
  await expect(found(page)).toBeVisible();
});

test('a search without results is repeated with the current index, which a deploy may have changed', async ({
  page,
}) => {
  await open(page);
  await expect(dialog(page).getByRole('heading', { name: 'Popular' })).toBeVisible();
  // The parts of the earlier deploy are gone.
  let opened = 0;
  await page.route('**/pagefind/index/*', (route) =>
    ++opened === 1 ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await field(page).fill('upsert');
  await expect(dialog(page).getByText(/^\d+ results? for upsert/)).toBeVisible();
});

test('without a connection, the search fails instead of finding nothing', async ({ page, server }) => {
  await open(page);
  await expect(dialog(page).getByRole('heading', { name: 'Popular' })).toBeVisible();
  await server.stop();
  await field(page).fill('refresh consent');
  await expect(dialog(page).getByRole('status')).toContainText('The search failed.');
  await server.restart();
  await retry(page).click();
  await expect(found(page)).toBeVisible();
});

test.describe('without a service worker, which the clock of the test does not reach', () => {
  test.use({ serviceWorkers: 'block' });

  test('a search without a response fails after 20 seconds', async ({ page, server }) => {
    await page.clock.install();
    await page.goto(examples.guide);
    server.stall(/pagefind\/index\//, 0);
    await searchButton(page).click();
    await field(page).fill('refresh consent');
    await expect(async () => {
      await page.clock.runFor(400);
      expect(server.requests.some(({ path }) => /pagefind\/index\//.test(path))).toBe(true);
    }).toPass();
    await page.clock.runFor(21_000);
    await expect(dialog(page).getByRole('status')).toContainText('Nothing arrived for 20 seconds.');
  });
});
