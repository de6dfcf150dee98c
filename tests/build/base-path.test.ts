import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { createSiteServer } from '../../src/hosting/preview-server.ts';
import type { SiteFacts } from '../../src/hosting/site-facts.ts';
import { browserArguments, ensureBrowser } from '../support/browser.ts';
import { seeNetwork } from '../support/loopback.ts';
import { ProjectCopy } from '../support/project-copy.ts';

/*
 * The site as a host without headers of its own may have it: below a path, with the policy in its pages, with a page that
 * has moved, and built in an npm workspace.
 */

/** Also the name of a folder of the site. */
const BASE = '/api';
const HOME = 'https://portal.example.org';

const copy = new ProjectCopy('portal-', 'in a workspace');
let output = '';
let server: Server;
let origin: string;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let violations: string[];
let failed: string[];

before(async () => {
  copy.write(
    'src/config/redirects.ts',
    copy.read('src/config/redirects.ts').replace('= {}', "= { '/hooks/': '/webhooks/#a-complete-receiver' }"),
  );
  const result = copy.build({ SITE_URL: HOME, BASE_PATH: BASE, CSP_META: '1' });
  ({ output } = result);
  assert.equal(result.status, 0, output.slice(-4_000));
  const facts = JSON.parse(copy.read('hosts/site.json')) as SiteFacts;
  // Pages that have moved are files.
  server = createSiteServer(copy.path('dist'), { ...facts, redirects: {} });
  // A host that sends no headers of ours.
  server.prependListener('request', (_request, response) => {
    const set = response.setHeader.bind(response);
    response.setHeader = (name, value) =>
      /^content-security-policy$/i.test(name) ? response : set(name, value);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserArguments });
});

after(async () => {
  await browser?.close();
  server?.close().closeAllConnections();
  copy.remove();
});

test('Every link of every page leads below the path, to something that exists', () => {
  assert.match(output, /Checked \d+ links/);
  assert.match(copy.read('dist/robots.txt'), new RegExp(`Sitemap: ${HOME}${BASE}/sitemap-index.xml`));
  assert.match(copy.read('dist/postman/collection.json'), new RegExp(`${HOME}${BASE}/api/users/operations/`));
  const { href } = (JSON.parse(copy.read('dist/pages.json')) as { href: string }[])[1]!;
  assert.ok(href.startsWith(`${BASE}/`), href);
});

describe('In a browser, below the path and under the policy of the pages:', () => {
  const main = () => page.getByRole('main');
  const heading = () => main().getByRole('heading', { level: 1 });
  const open = (path: string) => page.goto(origin + BASE + path);
  const path = () => new URL(page.url()).pathname;

  beforeEach(async () => {
    context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await seeNetwork(context);
    page = await context.newPage();
    page.setDefaultTimeout(60_000);
    violations = [];
    failed = [];
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) violations.push(message.text());
    });
    page.on('response', (response) => {
      if (response.status() >= 400) failed.push(response.url());
    });
  });

  afterEach(async () => {
    await context.close();
    assert.deepEqual(failed, []);
    assert.deepEqual(violations, []);
  });

  test('the policy is in the page, before everything that it covers', async () => {
    await open('/');
    assert.deepEqual(
      await page
        .locator('head > *')
        .evaluateAll((all) => all.slice(0, 2).map((each) => each.outerHTML.slice(0, 46))),
      ['<meta charset="utf-8">', '<meta http-equiv="Content-Security-Policy" con'],
    );
  });

  test('links of header, sidebar and text, and the page before the click', async () => {
    await open('/webhooks/');
    assert.equal(await page.locator(`a[href^="/"]:not([href^="${BASE}/"])`).count(), 0);
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /structure|body/i })
      .click();
    await page.waitForURL(`${origin}${BASE}/webhooks/structure/`);
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link').nth(1).click();
    await page.waitForURL((url) => url.pathname.startsWith(`${BASE}/`) && !url.pathname.includes('webhooks'));
    const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]');
    assert.equal(await current.count(), 1);
  });

  test('search', async () => {
    await open('/');
    await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Search' });
    await dialog.getByRole('textbox').fill('webhook');
    await dialog.getByText(/\d results for webhook/).waitFor();
    await dialog.getByRole('list').first().getByRole('link').first().click();
    await page.waitForURL((url) => url.pathname !== `${BASE}/`);
    assert.ok(path().startsWith(`${BASE}/`));
    await heading().waitFor();
  });

  test('the color mode, kept on the next page before its first paint', async () => {
    await open('/webhooks/');
    await page.getByRole('button', { name: /^Color mode:/ }).click();
    await page.locator('html[data-theme=dark]').waitFor();
    await open('/sequencing/');
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  });

  test('the announcement and its link', async () => {
    await open('/');
    const bar = page.getByRole('complementary', { name: 'Announcement' });
    assert.match((await bar.getByRole('link').getAttribute('href'))!, new RegExp(`^${BASE}/`));
    await bar.getByRole('button').click();
    await bar.waitFor({ state: 'hidden' });
  });

  test('Scalar, and its links to the static reference', async () => {
    await open('/users-api/');
    const reference = page.getByRole('region', { name: 'Full reference', exact: true });
    await reference.evaluate((place) => place.scrollIntoView());
    const link = reference.getByRole('link', { name: 'Open the page of this operation' }).first();
    await link.waitFor({ timeout: 20_000 });
    assert.match((await link.getAttribute('href'))!, new RegExp(`^${BASE}/api/users/`));
    // The probe that tests/e2e/policy.spec.ts describes.
    assert.equal(violations.filter((each) => !each.includes("'unsafe-eval'")).length, 0);
    violations = [];
  });

  test('keeping the site, reading it offline, and the page for what is not there', async () => {
    await open('/offline/');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    assert.equal(
      await page.evaluate(() => navigator.serviceWorker.ready.then(({ scope }) => new URL(scope).pathname)),
      `${BASE}/`,
    );
    await main().getByRole('button', { name: 'Keep the whole site' }).click();
    await main().getByRole('button', { name: 'Remove' }).waitFor();
    await context.setOffline(true);
    await open('/webhooks/structure/');
    await page.getByRole('region', { name: 'Page load problem' }).getByText('Offline copy').waitFor();
    await open('/gone/');
    await main()
      .getByRole('heading', { name: /^This page didn.t load/ })
      .waitFor();
  });

  test('a page that is not there suggests others', async () => {
    await open('/webhooks/structur/');
    const link = main().getByRole('link', { name: 'Event body' });
    await link.click();
    await page.waitForURL(`${origin}${BASE}/webhooks/structure/`);
    failed = [];
  });

  test('a page that has moved leads to its new place', async () => {
    await open('/hooks/');
    await page.waitForURL(`${origin}${BASE}/webhooks/#a-complete-receiver`);
  });

  test('downloads of contracts and of the Postman collection', async () => {
    await open('/api/');
    const links = await main()
      .locator('a[download], a[href*="/openapi/"]')
      .evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).href));
    assert.ok(links.length >= 20);
    for (const link of links) assert.equal((await page.request.get(link)).status(), 200, link);
  });
});
