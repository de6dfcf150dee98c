import { rm } from 'node:fs/promises';
import { anotherDeploy } from '../../support/another-deploy.ts';
import { choice, open, press } from './choices.ts';
import { expect, notice, test } from './unsteady.ts';

test('a newer version is offered, and replaces the kept one', async ({ page, server }) => {
  await open(page);
  await press(page, 'Webhooks', 'Keep offline');
  await expect(choice(page, 'Webhooks')).toContainText('kept on');
  await page.evaluate(async () => {
    const store = await caches.open('portal-kept-webhooks');
    await store.put('/offline/mark.json', Response.json({ revision: 'older', completed: 0 }));
    await store.put('/webhooks/gone/', new Response(''));
  });
  await page.reload();
  await expect(choice(page, 'Webhooks')).toContainText('A newer version is there.');
  server.requests.length = 0;
  await press(page, 'Webhooks', 'Update');
  await expect(choice(page, 'Webhooks')).toContainText('kept on');
  await expect(choice(page, 'Webhooks')).not.toContainText('newer');
  expect(server.requests.filter(({ path }) => path.startsWith('/webhooks/'))).toHaveLength(3);
  expect(await page.evaluate(() => caches.match('/webhooks/gone/'))).toBeUndefined();
});

test('an update that was interrupted goes on with what it has not replaced, and keeps that meanwhile', async ({
  page,
  server,
}) => {
  const replaced = '/sequencing/data-access/introduction/';
  const failing = '/sequencing/postman/';
  await open(page);
  await press(page, 'Sequencing', 'Keep offline');
  await expect(choice(page, 'Sequencing')).toContainText('kept on');
  await page.evaluate(
    async (paths) => {
      const store = await caches.open('portal-kept-sequencing');
      await store.put('/offline/mark.json', Response.json({ revision: 'older', completed: 0 }));
      for (const path of paths) await store.put(path, new Response('An older version.'));
    },
    [replaced, failing],
  );
  await page.reload();
  server.answer(503, failing);
  server.delay(1_000, failing);
  await press(page, 'Sequencing', 'Update');
  await expect(choice(page, 'Sequencing')).toContainText('The server answered 503.');
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

test('an update that broke off leaves pages that have their styles and scripts', async ({ page, server }) => {
  const second = await anotherDeploy();
  try {
    await open(page);
    await press(page, 'Webhooks', 'Keep offline');
    await expect(choice(page, 'Webhooks')).toContainText('kept on');
    await page.evaluate(async () => {
      const store = await caches.open('portal-kept-webhooks');
      await store.put('/offline/mark.json', Response.json({ revision: 'older', completed: 0 }));
    });
    server.serve(second);
    await page.reload();
    // What guides load and this page does not. The pages would be there long before.
    const script = /_astro\/language-choice\./;
    server.delay(1_000, script);
    server.answer(503, script);
    await press(page, 'Webhooks', 'Update');
    await expect(choice(page, 'Webhooks')).toContainText('The server answered 503.');
    await server.stop();

    for (const path of ['/webhooks/', '/webhooks/events/']) {
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
