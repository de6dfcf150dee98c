import type { Page } from '@playwright/test';
import {
  at,
  examples,
  nextGuide,
  RENDERED,
  renderedOperation,
  scrollToReference,
  searchButton,
} from '../../support/site.ts';
import { expect, failureTitle, heading, notice, test } from './unsteady.ts';

/** The page where readers keep the whole site. */
const PAGE = at('/offline/');

const section = (page: Page) => page.getByRole('region', { name: 'The whole site' });
const keep = (page: Page) => section(page).getByRole('button', { name: 'Keep the whole site' });
const remove = (page: Page) => section(page).getByRole('button', { name: 'Remove' });

/** Waits until the whole site is stored. */
const isKept = async (page: Page) =>
  expect(section(page)).toContainText('The whole site is on this device', { timeout: 60_000 });

test(
  'the whole site opens without a server after one press, with search and reference, until it is removed',
  { tag: '@below-a-path' },
  async ({ page, server }) => {
    await page.goto(PAGE);
    await expect(section(page)).toContainText(/\d+ files, \d+ MB/);
    await keep(page).click();
    await isKept(page);
    await server.stop();
    await page.goto(nextGuide);
    await expect(notice(page)).toContainText('Offline copy of');
    await searchButton(page).click();
    await page.getByRole('dialog').getByRole('textbox').fill('refresh a consent');
    await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible();
    await page.goto(examples.interactive);
    await scrollToReference(page);
    await expect(renderedOperation(page)).toBeVisible(RENDERED);

    await page.goto(PAGE);
    await remove(page).click();
    await expect(keep(page)).toBeFocused();
    await expect(remove(page)).toBeHidden();
    await page.goto(nextGuide);
    await expect(heading(page)).toHaveText(failureTitle);
  },
);

test('without storage, a message shows instead of the button', async ({ page }) => {
  await page.addInitScript(() => {
    const blocked = () => Promise.reject(new DOMException('blocked', 'SecurityError'));
    for (const name of ['keys', 'open', 'match', 'has'] as const) caches[name] = blocked;
    navigator.serviceWorker.register = blocked;
  });
  await page.goto(PAGE);
  await expect(section(page)).toContainText("This browser can't store pages.");
  await expect(keep(page)).toBeHidden();
});

test(
  'a download shows its progress, and an error, after which it can be repeated or removed',
  { tag: '@nightly' },
  async ({ page, server }) => {
    await page.goto(PAGE);
    await page.evaluate(() => navigator.serviceWorker.ready);
    server.delay(3_000, nextGuide);
    server.respondWith(503, nextGuide);
    await keep(page).click();
    const bar = section(page).getByRole('progressbar');
    await expect.poll(() => bar.evaluate((each: HTMLProgressElement) => each.position)).toBeGreaterThan(0);
    await expect(section(page)).toContainText('The download failed. The server responded with 503.');
    await expect(bar).toBeHidden();
    server.heal();
    server.send(nextGuide, '<h1>Log in to this network</h1>');
    await keep(page).click();
    await expect(section(page)).toContainText(`The server sent something other than ${nextGuide}.`);
    await remove(page).click();
    server.heal();
    await keep(page).click();
    await isKept(page);
  },
);

test(
  'an update replaces the pages, and deletes files that the site no longer has',
  { tag: '@nightly' },
  async ({ page, server }) => {
    await page.goto(PAGE);
    await keep(page).click();
    await isKept(page);
    await page.evaluate(async () => {
      const cache = await caches.open('portal:/:kept');
      await cache.put('/gone/', new Response());
    });
    server.rewrite('text/html', (html) => html.replace('</title>', ', changed</title>'));
    await section(page).getByRole('button', { name: 'Update' }).click();
    await expect(section(page).getByRole('progressbar')).toBeVisible();
    await isKept(page);
    expect(await page.evaluate(() => caches.match('/gone/'))).toBeUndefined();
    await server.stop();
    await page.goto(nextGuide);
    await expect(page).toHaveTitle(/, changed$/);
  },
);
