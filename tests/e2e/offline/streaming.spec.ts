import { expect, heading, read, test } from './unsteady.ts';

const READ = '/webhooks/structure/';
const OTHER = '/webhooks/';

test('a page shows what has arrived while the rest is on its way, through the worker too', async ({
  page,
  server,
}) => {
  await read(page, READ);
  // Of what is transferred: the head, the frame and the first lines of the text.
  server.stall(OTHER, 6_000);
  await page.goto(OTHER, { waitUntil: 'commit' });
  await expect(heading(page)).toBeVisible();
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  expect(await page.evaluate(() => document.readyState)).toBe('loading');
});
