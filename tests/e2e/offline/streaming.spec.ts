import { expect, heading, notice, read, retry, test } from './unsteady.ts';

const READ = '/webhooks/structure/';
const OTHER = '/webhooks/';

test('a page renders while it streams, also through the worker', async ({ page, server }) => {
  await read(page, READ);
  // Of what is transferred: the head, the frame and the first lines of the text.
  server.stall(OTHER, 6_000);
  await page.goto(OTHER, { waitUntil: 'commit' });
  await expect(heading(page)).toBeVisible();
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  expect(await page.evaluate(() => document.readyState)).toBe('loading');
});

test('a page that goes silent in the middle shows a notice, is not stored, and Retry loads all of it', async ({
  page,
  server,
}) => {
  test.setTimeout(60_000);
  await read(page, READ);
  server.stall(OTHER, 6_000);
  await page.goto(OTHER, { waitUntil: 'commit' });
  await expect(heading(page)).toBeVisible();
  await expect(notice(page)).toContainText('This page is incomplete. Nothing arrived for 20 seconds.', {
    timeout: 30_000,
  });
  expect(await page.evaluate((path) => caches.match(path), OTHER)).toBeUndefined();
  server.heal();
  await retry(page).click();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
});

test('files that hang are given up after 25 seconds, so that they hold no connections for good', async ({
  page,
  server,
}) => {
  test.setTimeout(60_000);
  await read(page, '/webhooks/structure/');
  server.stall(/\/openapi\//, 0);
  const aborted = await page.evaluate(async () => {
    const signal = AbortSignal.timeout(1_000);
    // As many as browsers open connections to a server.
    const hanging = Array.from({ length: 6 }, (_, index) =>
      fetch(`/openapi/users.json?${index}`, { signal }),
    );
    return (await Promise.allSettled(hanging)).every(({ status }) => status === 'rejected');
  });
  expect(aborted).toBe(true);
  const other = page.evaluate(async () => (await fetch('/pages.json?other')).status);
  expect(await Promise.race([other, page.waitForTimeout(31_000)])).toBe(200);
});
