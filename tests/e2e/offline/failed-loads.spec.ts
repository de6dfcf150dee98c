import { at, builtPage, header, nextGuide as READ, previousGuide as OTHER } from '../../support/site.ts';
import { expect, failureTitle, heading, notice, read, test, titleOf } from './unsteady.ts';

/** The two pages' current titles. */
const READ_TITLE = titleOf(READ);
const OTHER_TITLE = titleOf(OTHER);

test('offline, the failure page says so, lists visited pages, and loads automatically when the server is back @firefox-nightly', async ({
  page,
  server,
  context,
}) => {
  await read(page, '/');
  await read(page, READ);
  await server.stop();
  await context.setOffline(true);
  await page.goto(OTHER);
  await expect(notice(page)).toContainText("You're offline.");
  const stored = page.getByRole('main').getByRole('list').getByRole('link');
  await expect(stored).toHaveText([READ_TITLE, /\S/]);
  await stored.first().click();
  await expect(page).toHaveURL(READ);
  await expect(notice(page)).toContainText('Offline copy from');
  await page.goto(OTHER);
  await expect(notice(page)).toContainText("You're offline.");
  await server.restart();
  await context.setOffline(false);
  await expect(heading(page)).toHaveText(OTHER_TITLE, { timeout: 15_000 });
});

test('the browser keeps the last 120 pages', async ({ page }) => {
  await read(page, READ);
  const stored = () =>
    page.evaluate(async () => {
      const requests = await (await caches.open('portal:/:pages')).keys();
      return requests.map(({ url }) => new URL(url).pathname);
    });
  await page.evaluate(async () => {
    const cache = await caches.open('portal:/:pages');
    for (let page = 1; page < 120; page += 1) await cache.put(`/${page}/`, new Response());
  });
  await page.goto(OTHER);
  await expect.poll(stored).toContain(OTHER);
  await expect.poll(stored).not.toContain(READ);
  expect(await stored()).toHaveLength(120);
});

test("the servers' error page works without the worker and its script", async ({ page, server, request }) => {
  server.send(OTHER, await (await request.get('/500.html')).text(), { status: 500 });
  server.respondWith(503, /_astro\/.*\.js$/);
  await page.goto(OTHER);
  await expect(notice(page)).toContainText("The server couldn't respond.");
  server.heal();
  await notice(page).getByRole('link', { name: 'Retry' }).click();
  await expect(heading(page)).toHaveText(OTHER_TITLE);
});

test("a captive portal's login page is shown, not stored or listed @nightly", async ({ page, server }) => {
  await read(page, READ);
  server.send(/^\/account-information\//, '<title><img src=x></title><h1>Log in to this network</h1>');
  for (const path of [OTHER, READ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Log in to this network' })).toBeVisible();
  }
  await server.stop();
  await page.goto(OTHER);
  await expect(heading(page)).toHaveText(failureTitle);
  await expect(page.getByRole('main').getByRole('list').getByRole('link')).toHaveText([READ_TITLE]);
  await page.goto(READ);
  await expect(notice(page)).toContainText('Offline copy from');
});

test('neither HTML in place of a file nor part of a page is stored @nightly', async ({ page, server }) => {
  await read(page, READ);
  server.send(/^\/pages\.json/, '<h1>Not here</h1>');
  await page.evaluate(() => fetch('/pages.json').then((response) => response.text()));
  server.send(OTHER, builtPage(OTHER).html.slice(0, 6_000), { breaksOff: true });
  await page.goto(OTHER, { waitUntil: 'commit' });
  await page.goto(READ);
  const stored = (other: string) => Promise.all(['/pages.json', other].map((path) => caches.match(path)));
  expect((await page.evaluate(stored, OTHER)).map(Boolean)).toEqual([false, false]);
});

test('if storage fails, pages load with their styles @nightly', async ({ page, server, context }) => {
  await read(page, READ);
  await context.serviceWorkers()[0]!.evaluate(() => {
    const broken = () => Promise.reject(new DOMException('Unexpected internal error.', 'UnknownError'));
    for (const name of ['match', 'open', 'keys', 'has', 'delete'] as const) caches[name] = broken;
    const unhandled: string[] = [];
    addEventListener('unhandledrejection', ({ reason }) => unhandled.push(String(reason)));
    Object.assign(self, { unhandled });
  });
  await page.goto(OTHER);
  await expect(heading(page)).toHaveText(OTHER_TITLE);
  await expect(header(page)).toHaveCSS('position', 'sticky');
  const [worker] = context.serviceWorkers();
  expect(await worker!.evaluate(() => (self as unknown as { unhandled: string[] }).unhandled)).toEqual([]);
  await server.stop();
  await expect(page.goto(at('/sequencing/'))).rejects.toThrow('ERR_FAILED');
});
