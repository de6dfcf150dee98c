import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleWorker } from '../../../src/offline/build/index.ts';
import { anotherDeploy } from '../../support/another-deploy.ts';
import { header, searchButton } from '../../support/site.ts';
import { expect, failureTitle, heading, isStored, notice, read, test } from './unsteady.ts';

const READ = '/webhooks/structure/';
const OTHER = '/webhooks/events/';

const storeNames = () => caches.keys();

test.describe('after a new deploy', () => {
  let second: string;

  test.beforeAll(async () => {
    second = await anotherDeploy();
  });
  test.afterAll(() => rm(second, { recursive: true }));

  for (const delay of [0, 150, 400, 3_000]) {
    test(`a visited page shows its new version, with ${delay} ms latency`, async ({ page, server }) => {
      await read(page, READ);
      server.serve(second);
      server.delay(delay);
      await page.reload();
      await expect(page).toHaveTitle(/second deploy$/);
      await expect(notice(page)).toHaveCount(0);
    });
  }

  test('the stored copy is the newest one', async ({ page, server }) => {
    await read(page, READ);
    server.serve(second);
    await read(page, READ);
    await expect(page).toHaveTitle(/second deploy$/);
    await server.stop();
    await page.reload();
    await expect(notice(page)).toContainText('Offline copy');
    await expect(page).toHaveTitle(/second deploy$/);
  });

  test('the search of a page that is still open reloads the page, opens again and searches, once', async ({
    page,
    server,
  }) => {
    await page.goto(READ);
    server.serve(second);
    server.delay(1_000, /_astro\/site-search/);
    await searchButton(page).click();
    await page.keyboard.type('consent');
    await expect(page).toHaveTitle(/second deploy$/);
    const search = page.getByRole('dialog');
    await expect(search.getByRole('textbox')).toHaveValue('consent');
    await expect(search.getByText(/^\d+ results for consent/)).toBeVisible();
    await page.reload();
    await page.waitForLoadState('networkidle');
    await expect(search).toBeHidden();
  });

  for (const status of [200, 410]) {
    test(`the search shows a message if the host sends status ${status} and a page of the site for its code, and Reload searches`, async ({
      page,
      server,
    }) => {
      const home = await (await page.request.get('/')).text();
      await page.goto(READ);
      server.send(/_astro\/search-interface/, home, { status });
      await searchButton(page).click();
      await page.keyboard.type('consent');
      const search = page.getByRole('dialog');
      await expect(search.getByRole('status')).toContainText(
        'the site has changed since you opened this page',
      );
      server.heal();
      await search.getByRole('button', { name: 'Reload' }).click();
      await expect(search.getByText(/^\d+ results for consent/)).toBeVisible();
    });
  }

  test('the login of a captive portal in place of the search shows a message, and the page stays', async ({
    page,
    server,
  }) => {
    await page.goto(READ);
    server.send(/^/, '<h1>Log in to this network</h1>');
    await searchButton(page).click();
    await page.keyboard.type('consent');
    const search = page.getByRole('dialog');
    await expect(search).toContainText('a page instead of the file');
    await expect(search).not.toContainText('the site has changed');
    server.heal();
    await search.getByRole('button', { name: 'Retry' }).click();
    await expect(search.getByText(/^\d+ results for consent/)).toBeVisible();
    await expect(heading(page)).toHaveText('The body of a webhook');
  });

  test('the new worker takes over while an old page is open, and old copies keep their styles', async ({
    page,
    server,
    context,
  }) => {
    await read(page, READ);
    server.serve(second);
    const other = await context.newPage();
    await other.goto(OTHER);
    // The shell of the first deploy goes, that of the second one comes. Browsers look for a new worker at leisure.
    const shells = async () =>
      (await page.evaluate(storeNames)).filter((name) => name.includes('shell')).join();
    await expect.poll(shells, { timeout: 20_000 }).toMatch(/^portal-shell-second-[^,]+$/);
    await expect(page).not.toHaveTitle(/second deploy$/);
    await page.getByRole('main').getByRole('link').first().focus();

    await server.stop();
    await page.reload();
    await expect(notice(page)).toContainText('Offline copy');
    await expect(page).not.toHaveTitle(/second deploy$/);
    await expect(header(page)).toHaveCSS('position', 'sticky');
    await other.goto('/api/');
    await expect(heading(other)).toHaveText(failureTitle);
    await expect(other).toHaveTitle(/second deploy$/);
    await expect(header(other)).toHaveCSS('position', 'sticky');
  });

  test('a page that a host sends instead of a file is not stored', async ({ page, server }) => {
    await read(page, READ);
    server.serve(second);
    server.respondWith(200, /_astro\/site\./);
    await page.goto(OTHER);
    await expect(page).toHaveTitle(/second deploy$/);
    await expect(searchButton(page), 'the script of all pages is no script').toBeHidden();
    server.heal();
    await page.reload();
    await searchButton(page).click();
    await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
  });

  test('caches of earlier workers are deleted, and foreign caches are kept', async ({ page, server }) => {
    await read(page, READ);
    await page.evaluate(async () => {
      await caches.open('portal-pages-0');
      await caches.open('portal-kept-webhooks');
      await caches.open('somebody-else');
    });
    server.serve(second);
    await page.reload();
    await expect.poll(() => page.evaluate(storeNames), { timeout: 20_000 }).not.toContain('portal-pages-0');
    const names = await page.evaluate(storeNames);
    expect(names).toEqual(
      expect.arrayContaining(['portal-pages-2', 'portal-kept-webhooks', 'somebody-else']),
    );
  });
});

test.describe('the kill switch', () => {
  let switchedOff: string;

  test.beforeAll(async () => {
    switchedOff = await mkdtemp(join(tmpdir(), 'switched-off-'));
    await cp('dist', switchedOff, { recursive: true });
    await writeFile(join(switchedOff, 'service-worker.js'), await bundleWorker());
    await rm(join(switchedOff, 'service-worker.js.br'), { force: true });
    await rm(join(switchedOff, 'service-worker.js.gz'), { force: true });
  });
  test.afterAll(() => rm(switchedOff, { recursive: true }));

  test('removes the worker and its caches, and pages load without it', async ({ page, server }) => {
    await read(page, READ);
    await page.evaluate(() => caches.open('somebody-else'));
    server.serve(switchedOff);
    // The pages of such a build register no worker; these stem from one that does.
    await page.addInitScript(() => {
      navigator.serviceWorker.register = () => Promise.reject(new Error('switched off'));
    });
    await page.goto(OTHER);
    const registered = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    await expect.poll(registered, { timeout: 20_000 }).toBe(0);
    await expect.poll(() => page.evaluate(storeNames)).toEqual(['somebody-else']);
    await page.goto(READ);
    await expect(heading(page)).toHaveText('The body of a webhook');
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    await server.stop();
    await expect(page.reload()).rejects.toThrow('ERR_CONNECTION_REFUSED');
  });
});

test('the worker adds little to a first visit, and only an update check to later pages', async ({
  page,
  server,
}) => {
  await read(page, READ);
  const [, shell] = /shell:(\[[^\]]*\])/.exec(await (await page.request.get('/service-worker.js')).text())!;
  const usedByPage = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  const own = new Set(['/service-worker.js', ...shell!.match(/\/[\w./-]+/g)!]);
  for (const path of usedByPage) own.delete(path);
  const isOwn = ({ path }: { path: string }) => own.has(path);
  const requested = server.requests.filter(isOwn).map(({ path }) => path);
  expect(new Set(requested)).toEqual(new Set(own));
  const sizes = await Promise.all(
    [...own].map(async (path) => {
      const response = await page.request.get(path, { headers: { 'accept-encoding': 'br' } });
      return Number(response.headers()['content-length']);
    }),
  );
  expect(sizes.reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(13_000);

  server.requests.length = 0;
  await page.goto(OTHER);
  await isStored(page, OTHER);
  // Chromium checks for an update when it finds the time. This check is a second one, and a new worker would show in it.
  const isNew = await page.evaluate(async () => {
    const registration = await (await navigator.serviceWorker.ready).update();
    return (registration.installing ?? registration.waiting) !== null;
  });
  expect(isNew).toBe(false);
  const later = server.requests.filter(isOwn);
  expect(new Set(later.map(({ path }) => path))).toEqual(new Set(['/service-worker.js']));
  for (const { headers } of later) expect(headers['if-none-match']).toBeDefined();
});
