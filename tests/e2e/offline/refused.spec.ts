import { colorModeToggle } from '../../support/site.ts';
import { expect, failureTitle, heading, notice, read, retry, test } from './unsteady.ts';

const READ = '/webhooks/structure/';
const OTHER = '/webhooks/events/';
const OTHER_TITLE = 'The Transactions Fetched event';

for (const status of [403, 429]) {
  test(`a page that the server refuses with ${status} shows its stored copy, if any`, async ({
    page,
    server,
  }) => {
    await read(page, READ);
    server.respondWith(status);
    await page.reload();
    await expect(notice(page)).toContainText(/Offline copy of .*\. The server responded with 4\d\d\./);
    await retry(page).click();
    await expect(notice(page)).toContainText(`Retry The server responded with ${status}.`);
    const link = notice(page).getByRole('link', { name: 'Show the response' });
    await page.goto(await link.evaluate(({ href }: HTMLAnchorElement) => href));
    await expect(page.getByRole('heading', { name: String(status) })).toBeVisible();
    const response = await page.goto(OTHER);
    expect(response?.status()).toBe(status);
    await expect(page.getByRole('heading', { name: String(status) })).toBeVisible();
  });
}

for (const [when, visit] of Object.entries({ 'on a first visit': false, 'with a worker': true })) {
  test(`a page that ends too early ${when} shows a notice, is not stored, and Retry loads all of it`, async ({
    page,
    server,
    request,
  }) => {
    if (visit) await read(page, READ);
    const html = await (await request.get(OTHER)).text();
    server.send(OTHER, html.slice(0, html.length * 0.6));
    await page.goto(OTHER);
    await expect(notice(page)).toContainText('This page is incomplete.');
    await expect(notice(page)).toContainText(visit ? 'The server sent only part of the page.' : '');
    if (visit) expect(await page.evaluate((path) => caches.match(path), OTHER)).toBeUndefined();
    server.heal();
    await retry(page).click();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
  });
}

for (const [place, end] of Object.entries({
  'at once': '<!DOCTYPE',
  'before its tag closes': 'data-theme',
  'before its title': '<title>',
  'before its marker': '<meta name="portal-page"',
  'before its styles': '<link rel="stylesheet"',
})) {
  test(`a page that ends within its head, ${place}, counts as failed`, async ({ page, server, request }) => {
    await read(page, READ);
    const html = await (await request.get(OTHER)).text();
    expect(html).toContain(end);
    server.send(OTHER, html.slice(0, html.indexOf(end)));
    await page.goto(OTHER);
    await expect(heading(page)).toHaveText(failureTitle);
    await expect(notice(page)).toContainText('The server sent only part of the page.');
  });
}

test('the failure page works without its script: its link loads the page', async ({ page, server }) => {
  await read(page, READ);
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if (/FailedLoad.*\.js$/.test(request.url)) await cache.delete(request);
    }
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await server.stop();
  await page.goto(OTHER);
  await expect(heading(page)).toHaveText(failureTitle);
  await expect(notice(page)).toContainText("The server couldn't respond.");
  await server.restart();
  await notice(page).getByRole('link', { name: 'Retry' }).click();
  await expect(heading(page)).toHaveText(OTHER_TITLE);
});

test('the failure page that a host sends with status 500 retries automatically', async ({
  page,
  server,
  request,
}) => {
  server.send(OTHER, await (await request.get('/500.html')).text(), { status: 500 });
  await page.goto(OTHER);
  await expect(notice(page).getByRole('status')).toHaveText('Trying again in 2 seconds.');
  server.heal();
  await expect(heading(page)).toHaveText(OTHER_TITLE);
});

test("the failure page doesn't retry under its own URL", async ({ page }) => {
  await read(page, READ);
  await page.goto('/500.html');
  await expect(retry(page)).toBeVisible();
  await expect(notice(page).getByRole('status')).toHaveText('');
});

test('the worker knows how a page was loaded, even after the browser has stopped it', async ({
  page,
  server,
}) => {
  await read(page, READ);
  await server.stop();
  await page.reload();
  await expect(notice(page)).toContainText('Offline copy of');
  const session = await page.context().newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  const report = await page.evaluate(async () => {
    const { port1, port2 } = new MessageChannel();
    navigator.serviceWorker.controller!.postMessage({ type: 'load-report-1' }, [port2]);
    return new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
  });
  expect(report).toMatchObject({ kind: 'copy', reason: 'The connection to the server failed.' });
});

test('a control whose code was never loaded shows a message offline, and works after Retry', async ({
  page,
  server,
}) => {
  await read(page, READ);
  await server.stop();
  await page.reload();
  await expect(notice(page)).toContainText('Offline copy of');
  await colorModeToggle(page).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText("This control didn't load.");
  await server.restart();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(colorModeToggle(page)).toHaveAccessibleName('Color mode: dark. Switch to system.');
});
