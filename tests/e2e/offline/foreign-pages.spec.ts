import type { Page } from '@playwright/test';
import { anotherDeploy } from '../../support/another-deploy.ts';
import { rm } from 'node:fs/promises';
import { choice, open, press } from './choices.ts';
import { expect, failureTitle, heading, notice, read, test } from './unsteady.ts';

const READ = '/webhooks/structure/';
const READ_TITLE = 'The body of a webhook';
const OTHER = '/webhooks/events/';

/** Login pages of captive portals. The title of the first would run as script where it is inserted as HTML. */
const logins = {
  'with a title that is HTML': `<!DOCTYPE html><html><head><title>
    <img src=x onerror="document.documentElement.dataset.ran=''"></title></head>
    <body><h1>Log in to this network</h1></body></html>`,
  'without a head': '<h1>Log in to this network</h1>',
};

const login = (page: Page) => page.getByRole('heading', { name: 'Log in to this network' });
const listed = (page: Page) => page.getByRole('main').getByRole('list').getByRole('link');

for (const [kind, html] of Object.entries(logins)) {
  test(`a foreign page ${kind} is shown, but neither stored nor listed`, async ({ page, server }) => {
    await read(page, READ);
    server.send(/^\/webhooks\//, html);
    await page.goto(OTHER);
    await expect(login(page)).toBeVisible();
    await page.goto(READ);
    await expect(login(page)).toBeVisible();

    await server.stop();
    await page.goto(OTHER);
    await expect(heading(page)).toHaveText(failureTitle);
    await expect(listed(page)).toHaveText([READ_TITLE]);
    await expect(page.getByRole('main').getByRole('img')).toHaveCount(0);
    await expect(page.locator('html')).not.toHaveAttribute('data-ran');
    await page.goto(READ);
    await expect(notice(page)).toContainText('Offline copy of');
    await expect(heading(page)).toHaveText(READ_TITLE);
  });
}

test("a foreign page doesn't replace a kept page", async ({ page, server }) => {
  await open(page);
  server.send(OTHER, logins['without a head']);
  await press(page, 'Webhooks', 'Keep offline');
  await expect(choice(page, 'Webhooks')).toContainText(
    `The server sent something other than the page ${OTHER}.`,
  );
  server.heal();
  await press(page, 'Webhooks', 'Continue');
  await expect(choice(page, 'Webhooks')).toContainText('kept on');
});

test('a stored page whose path starts with two slashes is listed with a link to this site', async ({
  page,
  server,
  request,
}) => {
  await read(page, READ);
  server.send('//evil.example/', await (await request.get(OTHER)).text());
  await read(page, `${server.url}//evil.example/`);
  await server.stop();
  await page.goto(OTHER);
  const link = listed(page).filter({ hasText: 'The Transactions Fetched event' });
  expect(await link.evaluate(({ href }: HTMLAnchorElement) => href)).toBe(`${server.url}//evil.example/`);
});

test('a copy with a date in the future does not hide a newer one', async ({ page, server }) => {
  const second = await anotherDeploy();
  try {
    server.headers(/^\/webhooks\//, { date: 'Fri, 01 Jan 2100 00:00:00 GMT' });
    await open(page);
    await press(page, 'Webhooks', 'Keep offline');
    await expect(choice(page, 'Webhooks')).toContainText('kept on');
    server.heal();
    server.serve(second);
    await page.goto(READ);
    await expect(page).toHaveTitle(/second deploy$/);
    const stored = (path: string) =>
      page.evaluate(async (url) => {
        const names = (await caches.keys()).filter((name) => name.startsWith('portal-pages-'));
        return (await caches.match(url, { cacheName: names[0]! })) !== undefined;
      }, path);
    await expect.poll(() => stored(READ)).toBe(true);
    await server.stop();
    await page.reload();
    await expect(notice(page)).toContainText('Offline copy of');
    await expect(page).toHaveTitle(/second deploy$/);
  } finally {
    await rm(second, { recursive: true });
  }
});

test('a copy that was stored while the clock was ahead does not hide a newer one, even once the time has come', async ({
  page,
  server,
}) => {
  const second = await anotherDeploy();
  try {
    await open(page);
    await press(page, 'Webhooks', 'Keep offline');
    await expect(choice(page, 'Webhooks')).toContainText('kept on');
    const ahead = await page.evaluate(async (url) => {
      const cache = await caches.open('portal-kept-webhooks');
      const copy = (await cache.match(url))!;
      const headers = new Headers(copy.headers);
      const time = Date.now() + 12_000;
      headers.set('portal-stored-at', String(time));
      await cache.put(url, new Response(await copy.blob(), { headers }));
      return time;
    }, READ);
    server.serve(second);
    await page.goto(READ);
    await expect(page).toHaveTitle(/second deploy$/);
    const read = () =>
      page.evaluate(async (url) => {
        const [name] = (await caches.keys()).filter((each) => each.startsWith('portal-pages-'));
        return (await caches.match(url, { cacheName: name! })) !== undefined;
      }, READ);
    await expect.poll(read).toBe(true);
    expect(Date.now()).toBeLessThan(ahead);
    await server.stop();
    for (const wait of [0, ahead + 1_000 - Date.now()]) {
      await page.waitForTimeout(wait);
      await page.reload();
      await expect(notice(page)).toContainText('Offline copy of');
      await expect(page).toHaveTitle(/second deploy$/);
    }
  } finally {
    await rm(second, { recursive: true });
  }
});
