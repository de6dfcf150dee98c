import { rm } from 'node:fs/promises';
import { blockStorage, colorModeToggle, examples } from '../../support/site.ts';
import { builtFile, changedSite, renamed, type BuiltFile } from './changed-site.ts';
import { alert, expect, expectAccessible, loadsOf, retry, test } from './states.ts';

const CODE = /_astro\/ColorModeToggle\./;
const shown = (mode: string) => ['data-color-mode', mode] as const;

const troubles = {
  'a dropped connection': (server) => server.drop(/_astro\/(ColorModeToggle|client)\./),
  'a dropped connection, at a module that others import': (server) => server.drop(/_astro\/CrashBoundary\./),
  'a server in trouble': (server) => server.respondWith(503, CODE),
  'code that breaks off': (server) => server.truncate(/_astro\/client\./, 1_000),
} satisfies Record<string, (server: import('../../support/unsteady-server.ts').UnsteadyServer) => void>;

for (const [name, cause] of Object.entries(troubles)) {
  test(`${name}: the toggle shows a message, and Retry repeats the click`, async ({ page, server }) => {
    await page.goto(`${server.url}${examples.guide}`);
    cause(server);
    await colorModeToggle(page).click();
    await expect(alert(page)).toContainText("This control didn't load.");
    await expect(alert(page)).toContainText('/_astro/');
    await expectAccessible(page);
    await expect(page.locator('html')).toHaveAttribute(...shown('light'));

    const before = server.requests.length;
    await retry(page).click();
    await expect(retry(page)).toBeVisible();
    expect(server.requests.length).toBeGreaterThan(before);

    server.heal();
    await retry(page).click();
    await expect(page.locator('html')).toHaveAttribute(...shown('dark'));
    await expect(alert(page)).toHaveCount(0);
    await expect(colorModeToggle(page)).toBeFocused();
    expect(loadsOf(server, examples.guide)).toBe(1);
  });
}

for (const [when, bytes] of Object.entries({ 'before its first byte': 0, 'in the middle': 100 })) {
  test(`code that goes silent ${when}: after 20 seconds the toggle shows a message, and Retry loads it`, async ({
    page,
    server,
  }) => {
    await page.clock.install();
    await page.goto(`${server.url}${examples.guide}`);
    server.stall(CODE, bytes);
    await colorModeToggle(page).click();
    await expect.poll(() => server.requests.filter((each) => CODE.test(each.path)).length).toBe(1);
    await page.clock.runFor(19_000);
    await expect(alert(page)).toHaveCount(0);
    // The other files may have come in the meantime, and each byte counts for all.
    await page.clock.runFor(21_000);
    await expect(alert(page)).toContainText('nothing arrived for 20 seconds');
    server.heal();
    await retry(page).click();
    await expect(page.locator('html')).toHaveAttribute(...shown('dark'));
    await expect(alert(page)).toHaveCount(0);
  });
}

test('a second click after a failure replaces the first', async ({ page, server }) => {
  await page.goto(`${server.url}${examples.guide}`);
  server.drop(CODE);
  await colorModeToggle(page).click();
  await expect(alert(page)).toBeVisible();
  server.heal();
  await colorModeToggle(page).click();
  await expect(page.locator('html')).toHaveAttribute(...shown('dark'));
  await expect(alert(page)).toHaveCount(0);
});

test('a failure without a click shows no message, and the next touch tries again', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}${examples.guide}`);
  server.drop(CODE);
  await Promise.all([
    page.waitForEvent('requestfailed', (request) => CODE.test(request.url())),
    colorModeToggle(page).hover(),
  ]);
  await page.mouse.move(300, 500);
  await expect(alert(page)).toHaveCount(0);
  server.heal();
  await colorModeToggle(page).click();
  await expect(page.locator('html')).toHaveAttribute(...shown('dark'));
});

test('Dismiss removes the message and discards the click', async ({ page, server }) => {
  await page.goto(`${server.url}${examples.guide}`);
  server.drop(CODE);
  await colorModeToggle(page).click();
  await alert(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(alert(page)).toHaveCount(0);
  server.heal();
  await expect(colorModeToggle(page)).toBeFocused();
  await expect(page.locator('html')).toHaveAttribute(...shown('light'));
});

test('the login of a captive portal in place of the code shows a message, and the page stays', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}${examples.guide}`);
  server.send(/^/, '<h1>Log in to this network</h1>');
  await colorModeToggle(page).click();
  await expect(alert(page)).toContainText('a page instead of the file');
  await expect(alert(page)).not.toContainText('The site has changed');
  server.heal();
  await retry(page).click();
  await expect(page.locator('html')).toHaveAttribute(...shown('dark'));
  expect(loadsOf(server, examples.guide)).toBe(1);
});

test('a control whose code is slow says that it is loading, until it works', async ({ page, server }) => {
  await page.clock.install();
  await page.goto(`${server.url}${examples.guide}`);
  server.delay(1_500, /^/);
  await colorModeToggle(page).hover();
  const status = page.getByRole('status').filter({ hasText: 'Loading…' });
  await page.clock.runFor(1_000);
  await expect(status, 'the reader waits for nothing yet').toHaveCount(0);
  await colorModeToggle(page).click();
  await expect(status).toBeInViewport();
  await expect(page.locator('html')).toHaveAttribute(...shown('dark'));
  await expect(status).toHaveCount(0);
});

test.describe('when the code is gone after a new deploy', () => {
  let file: BuiltFile;
  let next: string;

  test.beforeAll(async () => {
    file = await builtFile(/_astro\/ColorModeToggle\..+\.js$/);
    next = await changedSite(await renamed(file, `${examples.guide.slice(1)}index.html`));
  });
  test.afterAll(() => rm(next, { recursive: true }));

  for (const storage of ['with', 'without']) {
    test.describe(`${storage} storage`, () => {
      test.beforeEach(async ({ page }) => {
        if (storage === 'without') await blockStorage(page);
      });

      test('a click reloads the page, is done afterwards, and only once', async ({ page, server }) => {
        await page.goto(`${server.url}${examples.guide}`);
        server.serve(next);
        await colorModeToggle(page).click();
        await expect(page.locator('html')).toHaveAttribute(...shown('dark'));
        await expect(alert(page)).toHaveCount(0);
        expect(loadsOf(server, examples.guide)).toBe(2);
        await page.evaluate(() => localStorage.removeItem('color-mode'));
        await page.reload();
        await colorModeToggle(page).hover();
        await page.waitForLoadState('networkidle');
        await expect(page.locator('html')).toHaveAttribute(...shown('light'));
      });

      test('code that stays missing reloads the page once, and then shows a message', async ({
        page,
        server,
      }) => {
        await page.goto(`${server.url}${examples.guide}`);
        server.respondWith(404, `/${file.path}`);
        await colorModeToggle(page).click();
        await expect(alert(page)).toContainText('The site has changed since you opened this page.');
        await expect(alert(page)).toContainText('with 404');
        await expectAccessible(page);
        expect(loadsOf(server, examples.guide)).toBe(2);

        server.heal();
        await retry(page).click();
        await expect(page.locator('html')).toHaveAttribute(...shown('dark'));
        expect(loadsOf(server, examples.guide)).toBe(3);
      });
    });
  }
});
