import { isKept, keep, PAGE, remove, section } from './kept-site.ts';
import { expect, test } from './unsteady.ts';

test('a download shows its progress, and an error, after which it can be repeated or removed', async ({
  page,
  server,
}) => {
  await page.goto(PAGE);
  await page.evaluate(() => navigator.serviceWorker.ready);
  server.delay(3_000, '/webhooks/');
  server.respondWith(503, '/webhooks/');
  await keep(page).click();
  const bar = section(page).getByRole('progressbar');
  await expect.poll(() => bar.evaluate((each: HTMLProgressElement) => each.position)).toBeGreaterThan(0.3);
  await expect(section(page)).toContainText('The download failed. The server responded with 503.');
  await expect(bar).toBeHidden();
  server.heal();
  server.send('/webhooks/', '<h1>Log in to this network</h1>');
  await keep(page).click();
  await expect(section(page)).toContainText('The server sent something other than /webhooks/.');
  await remove(page).click();
  server.heal();
  await keep(page).click();
  await isKept(page);
});

test('an update replaces the pages, and deletes files that the site no longer has', async ({
  page,
  server,
}) => {
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
  await page.goto('/sequencing/');
  await expect(page).toHaveTitle(/, changed$/);
});
