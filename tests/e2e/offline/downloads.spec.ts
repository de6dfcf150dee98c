import type { Page } from '@playwright/test';
import { examples, scrollToReference, searchButton } from '../../support/site.ts';
import { choice, open, PAGE, pagesBelow, press } from './choices.ts';
import { expect, heading, notice, test } from './unsteady.ts';

test('every section and the whole site show their number of pages and size, and only the chosen one is downloaded', async ({
  page,
  server,
}) => {
  await open(page);
  for (const name of [
    'The whole site, with search',
    'Webhooks',
    'Sequencing',
    'All operations on one page, per API',
  ])
    await expect(choice(page, name)).toContainText(/^.*\d+ pages, [\d.]+ (kB|MB)\./s);
  const requested = (section: string) => server.requests.filter(({ path }) => path.startsWith(section));
  expect(requested('/webhooks/')).toEqual([]);
  await press(page, 'Webhooks', 'Keep offline');
  await expect(choice(page, 'Webhooks')).toContainText('kept on');
  expect(requested('/webhooks/').length).toBeGreaterThan(1);
  expect(requested('/sequencing/')).toEqual([]);
});

test('the size is what the server sends', async ({ page, request }) => {
  const { files, choices } = await (await request.get('/downloads.json')).json();
  const { files: places } = choices.find(({ id }: { id: string }) => id === 'webhooks');
  let sent = 0;
  let told = 0;
  for (const place of places) {
    const [address, bytes] = files[place];
    const response = await request.get(address, { headers: { 'accept-encoding': 'br' } });
    expect(response.status(), address).toBe(200);
    sent += Number(response.headers()['content-length']);
    told += bytes;
  }
  expect(told / sent).toBeGreaterThan(0.9);
  expect(told / sent).toBeLessThan(1.15);
  await page.goto(PAGE);
  await expect(choice(page, 'Webhooks')).toContainText(`${Math.ceil(told / 1_000)} kB`);
});

test('a downloaded section works without a server, with styles and links, until it is removed', async ({
  page,
  server,
}) => {
  await open(page);
  await press(page, 'Webhooks', 'Keep offline');
  await expect(choice(page, 'Webhooks')).toContainText('kept on');
  await server.stop();
  await page.goto('/webhooks/');
  await expect(notice(page)).toContainText('Offline copy');
  await page
    .getByRole('main')
    .getByRole('link', { name: /structure|body/i })
    .first()
    .click();
  await expect(page).toHaveURL(/\/webhooks\/structure\//);
  await expect(heading(page)).toHaveText('The body of a webhook');

  await page.goto(PAGE);
  await press(page, 'Webhooks', 'Remove');
  await expect(choice(page, 'Webhooks').getByRole('button', { name: 'Keep offline' })).toBeFocused();
  await page.goto('/webhooks/events/');
  await expect(heading(page)).toHaveText("This page didn't load");
});

test('the download of the whole site includes the search and the interactive references', async ({
  page,
  server,
}) => {
  test.setTimeout(90_000);
  await open(page);
  await press(page, 'The whole site, with search', 'Keep offline');
  await expect(choice(page, 'The whole site, with search')).toContainText('kept on', { timeout: 30_000 });
  // One search under a later deploy: the list of the index's parts is that deploy's, and few of them are here.
  await page.evaluate(async (address) => {
    const entry = await (await fetch(address)).json();
    entry.languages.en.hash = 'en_of_a_later_deploy';
    await (await caches.open('portal-files-2')).put(address, Response.json(entry));
  }, '/pagefind/pagefind-entry.json');
  await server.stop();
  await page.goto('/sequencing/');
  await searchButton(page).click();
  await page.getByRole('dialog').getByRole('textbox').fill('refresh a consent');
  await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible();
  await page.goto(examples.interactive);
  await scrollToReference(page);
  await expect(page.getByRole('button', { name: 'Copy link' }).first()).toBeVisible({ timeout: 20_000 });
});

test('a download shows its progress, and can be stopped, continued and removed', async ({ page, server }) => {
  await open(page);
  server.delay(400, /^\/_astro/);
  server.delay(2_000, /^\/sequencing/);
  await press(page, 'Sequencing', 'Keep offline');
  const bar = page.getByRole('progressbar', { name: 'Sequencing' });
  await expect(bar).toBeVisible();
  await expect.poll(() => bar.evaluate((each: HTMLProgressElement) => each.position)).toBeGreaterThan(0.3);
  const pagesAsked = () => server.requests.filter(({ path }) => path.startsWith('/sequencing')).length;
  // Four files are requested at a time, and one has arrived.
  await expect.poll(pagesAsked).toBeGreaterThan(4);
  await press(page, 'Sequencing', 'Stop');
  await expect(choice(page, 'Sequencing')).toContainText(/Stopped\. \d+ kB of \d+ kB stored\./);
  await expect(bar).toBeHidden();

  const fetched = pagesAsked();
  server.heal();
  server.requests.length = 0;
  await press(page, 'Sequencing', 'Continue');
  await expect(choice(page, 'Sequencing')).toContainText('kept on');
  const later = pagesAsked();
  expect(later).toBeGreaterThan(0);
  expect(later).toBeLessThan(8);
  expect(fetched + later).toBeLessThanOrEqual(8 + 4);
  await press(page, 'Sequencing', 'Remove');
  await expect(choice(page, 'Sequencing')).not.toContainText('kept on');
  expect(await page.evaluate(() => caches.has('portal-kept-sequencing'))).toBe(false);
});

test('a failed download shows the reason and can be continued', async ({ page, server }) => {
  await open(page);
  server.respondWith(503, '/sequencing/postman/');
  await press(page, 'Sequencing', 'Keep offline');
  await expect(choice(page, 'Sequencing')).toContainText('The server responded with 503.');
  server.heal();
  server.truncate('/sequencing/postman/', 2_000);
  await press(page, 'Sequencing', 'Continue');
  await expect(choice(page, 'Sequencing')).toContainText(/The connection (broke|failed)\./);
  server.heal();
  await press(page, 'Sequencing', 'Continue');
  await expect(choice(page, 'Sequencing')).toContainText('kept on');
});

test('if the sizes fail to load, a message with a Retry button shows', async ({ page, server, request }) => {
  server.respondWith(503, '/downloads.json');
  await page.goto(PAGE);
  const problem = page.getByRole('status').filter({ hasText: "The sizes didn't load" });
  await expect(problem).toContainText('The server responded with 503.');
  server.heal();
  await problem.getByRole('button', { name: 'Retry' }).click();
  await expect(choice(page, 'Webhooks')).toContainText(`${await pagesBelow(request, '/webhooks/')} pages`);
});

test('with data saver on, the reader confirms the size', async ({ page, server }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
  });
  await open(page);
  await press(page, 'Webhooks', 'Keep offline');
  await expect(choice(page, 'Webhooks')).toContainText(/set to save data.* \d+ kB/);
  expect(server.requests.filter(({ path }) => path.startsWith('/webhooks/'))).toEqual([]);
  await press(page, 'Webhooks', 'Cancel');
  await press(page, 'Webhooks', 'Keep offline');
  await press(page, 'Webhooks', /^Download \d+ kB$/);
  await expect(choice(page, 'Webhooks')).toContainText('kept on');
});

test('without the Network Information API, a download starts immediately', async ({ page }) => {
  await page.addInitScript(() => {
    const blocked = () => {
      throw new Error('blocked');
    };
    Object.defineProperty(navigator, 'connection', { get: blocked });
  });
  await open(page);
  await press(page, 'Webhooks', 'Keep offline');
  await expect(choice(page, 'Webhooks')).toContainText('kept on');
});

for (const [what, path] of [
  ['a worker that does not arrive', '/service-worker.js'],
  ['a worker without its failure page', '/500.html'],
] as const) {
  test(`${what} is reported before the download, and loaded again later`, async ({ page, server }) => {
    server.respondWith(503, path);
    await page.goto(PAGE);
    await press(page, 'Webhooks', 'Keep offline');
    await expect(choice(page, 'Webhooks')).toContainText("couldn't be set up to show pages offline");
    expect(server.requests.filter((each) => each.path.startsWith('/webhooks/'))).toEqual([]);
    server.heal();
    await press(page, 'Webhooks', 'Keep offline');
    await expect(choice(page, 'Webhooks')).toContainText('kept on');
  });
}

test('a removal in another tab shows when the reader returns', async ({ page }) => {
  await open(page);
  await press(page, 'Webhooks', 'Keep offline');
  await expect(choice(page, 'Webhooks')).toContainText('kept on');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await press(other, 'Webhooks', 'Remove');
  await expect(choice(other, 'Webhooks')).not.toContainText('kept on');
  // A headless browser takes all of its tabs for visible, so it never sends this by itself.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(choice(page, 'Webhooks')).not.toContainText('kept on');
});

test.describe('if nothing can be stored, the page shows a message and other ways:', () => {
  const unavailable = (page: Page) => page.getByText("This browser can't store pages for offline use");

  test('without a service worker', async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(Object.getPrototypeOf(navigator), 'serviceWorker');
    });
    await page.goto(PAGE);
    await expect(unavailable(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Keep offline' })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Without a download' })).toBeVisible();
  });

  test('with unreadable caches', async ({ page }) => {
    await page.addInitScript(() => {
      caches.match = () => Promise.reject(new DOMException('broken', 'UnknownError'));
    });
    await page.goto(PAGE);
    await expect(unavailable(page)).toBeVisible();
  });

  test('with caches that never respond', async ({ page }) => {
    await page.addInitScript(() => {
      caches.match = () => new Promise(() => undefined);
    });
    await page.goto(PAGE);
    await expect(unavailable(page)).toBeVisible();
  });

  test('with storage blocked', async ({ page }) => {
    await page.addInitScript(() => {
      const blocked = () => Promise.reject(new DOMException('blocked', 'SecurityError'));
      for (const name of ['keys', 'open', 'match', 'has'] as const) caches[name] = blocked;
      navigator.serviceWorker.register = blocked;
    });
    await page.goto(PAGE);
    await expect(unavailable(page)).toBeVisible();
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('in HTML', async ({ page }) => {
      await page.goto(PAGE);
      await expect(unavailable(page)).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Without a download' })).toBeVisible();
      await expect(page.getByRole('progressbar')).toHaveCount(0);
    });
  });
});
