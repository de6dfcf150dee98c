import type { Page } from '@playwright/test';
import { examples, header } from '../../support/site.ts';
import { expect, heading, isStored, notice, read, test } from './unsteady.ts';

const READ = '/webhooks/structure/';
const STYLES = /_astro\/static-reference\.[^/]+\.css$/;

/** Whether the page has rules of the reference's stylesheet. */
const isStyled = (page: Page) =>
  page.evaluate(() =>
    [...document.styleSheets].some(
      ({ href, cssRules }) => /static-reference\./.test(href ?? '') && cssRules.length > 0,
    ),
  );

test('pages load with their styles if caches and databases throw, without unhandled errors', async ({
  page,
  server,
  context,
}) => {
  await read(page, READ);
  const [worker] = context.serviceWorkers();
  await worker!.evaluate(() => {
    const broken = () => Promise.reject(new DOMException('Unexpected internal error.', 'UnknownError'));
    for (const name of ['match', 'open', 'keys', 'has', 'delete'] as const) caches[name] = broken;
    indexedDB.open = () => {
      throw new DOMException('The database is broken.', 'InvalidStateError');
    };
    const unhandled: string[] = [];
    addEventListener('unhandledrejection', ({ reason }) => unhandled.push(String(reason)));
    Object.assign(self, { unhandled });
  });
  const failed: string[] = [];
  page.on('requestfailed', (request) => failed.push(request.url()));
  await page.goto(examples.operation);
  await expect(heading(page)).toBeVisible();
  await expect(header(page)).toHaveCSS('position', 'sticky');
  expect(await isStyled(page)).toBe(true);
  await page.goto('/webhooks/');
  await expect(heading(page)).toBeVisible();
  expect(failed).toEqual([]);
  expect(await worker!.evaluate(() => (self as unknown as { unhandled: string[] }).unhandled)).toEqual([]);

  await server.stop();
  await expect(page.goto('/sequencing/')).rejects.toThrow('ERR_FAILED');
});

test('a stylesheet that was sent once with the wrong type is fetched again', async ({ page, server }) => {
  await read(page, READ);
  server.send(STYLES, 'main { color: red }', { type: 'text/plain' });
  await page.goto(examples.operation);
  await expect(heading(page)).toBeVisible();
  expect(await isStyled(page)).toBe(false);
  server.heal();
  await page.reload();
  expect(await isStyled(page)).toBe(true);
});

test('a cached file with the wrong type is replaced', async ({ page, server }) => {
  await read(page, READ);
  const [path] = await (
    await page.request.get(examples.operation)
  )
    .text()
    .then((html) => /\/_astro\/static-reference\.[^"]+\.css/.exec(html)!);
  await page.evaluate(async (url) => {
    for (const name of await caches.keys())
      await (
        await caches.open(name)
      ).put(url, new Response('', { headers: { 'content-type': 'text/plain' } }));
  }, path);
  await page.goto(examples.operation);
  expect(await isStyled(page)).toBe(true);
  await isStored(page, examples.operation);
  await server.stop();
  await page.reload();
  await expect(notice(page)).toContainText('Offline copy of');
  expect(await isStyled(page)).toBe(true);
});
