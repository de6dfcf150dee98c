import { rm } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { anotherDeploy } from '../../support/another-deploy.ts';
import { choice, open, pagesBelow, press } from './choices.ts';
import { expect, notice, test } from './unsteady.ts';

/** Downloads a choice, and makes it one of an earlier version, in which some pages were different. */
async function keepOlder(page: Page, name: string, pages: Record<string, string> = {}) {
  await open(page);
  await press(page, name, 'Keep offline');
  await expect(choice(page, name)).toContainText('kept on');
  const id = await choice(page, name).getAttribute('data-choice');
  await page.evaluate(
    async ([id, texts]) => {
      const store = await caches.open(`portal-kept-${id}`);
      await store.put('/offline/mark.json', Response.json({ revision: 'older', completed: 0 }));
      for (const [path, text] of Object.entries(texts)) await store.put(path, new Response(text));
    },
    [id, pages] as const,
  );
}

test('a newer version is offered and replaces the stored one', async ({ page, server, request }) => {
  await keepOlder(page, 'Webhooks', { '/webhooks/gone/': '' });
  await page.reload();
  await expect(choice(page, 'Webhooks')).toContainText('A newer version is available.');
  server.requests.length = 0;
  await press(page, 'Webhooks', 'Update');
  await expect(choice(page, 'Webhooks')).toContainText('kept on');
  await expect(choice(page, 'Webhooks')).not.toContainText('newer');
  expect(server.requests.filter(({ path }) => path.startsWith('/webhooks/'))).toHaveLength(
    await pagesBelow(request, '/webhooks/'),
  );
  expect(await page.evaluate(() => caches.match('/webhooks/gone/'))).toBeUndefined();
});

test('an interrupted update continues with the remaining files, and keeps their old versions until then', async ({
  page,
  server,
}) => {
  const replaced = '/sequencing/data-access/introduction/';
  const failing = '/sequencing/postman/';
  await keepOlder(page, 'Sequencing', {
    [replaced]: 'An older version.',
    [failing]: 'An older version.',
  });
  await page.reload();
  server.respondWith(503, failing);
  server.delay(1_000, failing);
  await press(page, 'Sequencing', 'Update');
  await expect(choice(page, 'Sequencing')).toContainText('The server responded with 503.');
  const keptText = (path: string) =>
    page.evaluate(async (address) => (await (await caches.match(address))!.text()).slice(0, 17), path);
  expect(await keptText(replaced)).toContain('<!DOCTYPE html>');
  expect(await keptText(failing)).toBe('An older version.');

  server.heal();
  server.requests.length = 0;
  await press(page, 'Sequencing', 'Continue');
  await expect(choice(page, 'Sequencing')).toContainText('kept on');
  expect(await keptText(failing)).toContain('<!DOCTYPE html>');
  const asked = server.requests.map(({ path }) => path);
  expect(asked).toContain(failing);
  expect(asked).not.toContain(replaced);
});

test('an interrupted update leaves pages with their styles and scripts', async ({ page, server }) => {
  const second = await anotherDeploy();
  try {
    await keepOlder(page, 'API Reference');
    server.serve(second);
    await page.reload();
    // What pages of the reference load and this page does not. The pages would be there long before.
    const styles = /_astro\/static-reference\./;
    server.delay(1_000, styles);
    server.respondWith(503, styles);
    await press(page, 'API Reference', 'Update');
    await expect(choice(page, 'API Reference')).toContainText('The server responded with 503.');
    await server.stop();

    for (const path of ['/api/consents/', '/api/users/operations/getuser/']) {
      const missing: string[] = [];
      page.on('requestfailed', (request) => missing.push(request.url()));
      await page.goto(path);
      await expect(notice(page)).toContainText('Offline copy');
      expect(missing, path).toEqual([]);
    }
  } finally {
    await rm(second, { recursive: true });
  }
});

test('a download across a deploy reports that the site has changed, and continues with the new version', async ({
  page,
  server,
}) => {
  const second = await anotherDeploy();
  try {
    await open(page);
    await expect(choice(page, 'Sequencing')).toContainText('8 pages');
    server.serve(second);
    await press(page, 'Sequencing', 'Keep offline');
    await expect(choice(page, 'Sequencing')).toContainText('The site has changed during the download.');
    await press(page, 'Sequencing', 'Continue');
    await expect(choice(page, 'Sequencing')).toContainText('kept on');
    await server.stop();
    await page.goto('/sequencing/postman/');
    await expect(notice(page)).toContainText('Offline copy');
    await expect(page).toHaveTitle(/second deploy$/);
  } finally {
    await rm(second, { recursive: true });
  }
});

test('a download that goes silent shows a message, and can be continued', async ({ page, server }) => {
  await open(page);
  server.stall('/sequencing/postman/', 2_000);
  await press(page, 'Sequencing', 'Keep offline');
  await expect(choice(page, 'Sequencing')).toContainText('Nothing arrived for 20 seconds.', {
    timeout: 30_000,
  });
  server.heal();
  await press(page, 'Sequencing', 'Continue');
  await expect(choice(page, 'Sequencing')).toContainText('kept on');
});
