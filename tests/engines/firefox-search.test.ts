import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer-core';
import { UnsteadyServer } from '../support/unsteady-server.ts';

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));

/** By CSS: Firefox finds elements by their role only now and then. */
const FIELD = 'site-search input[aria-label="Search"]';
const RETRY = 'site-search dialog[open] [role="status"] button';
const GUIDE = '/account-information/data-access/consents/';

describe(
  'Search in Firefox',
  { skip: !FIREFOX && 'needs Firefox (Debian: apt-get install firefox-esr)' },
  () => {
    let home: string;
    let browser: Browser;
    let server: UnsteadyServer;
    let visitor: BrowserContext;
    let page: Page;

    before(async () => {
      home = await mkdtemp(join(tmpdir(), 'firefox-'));
      server = await UnsteadyServer.start();
      browser = await puppeteer.launch({
        browser: 'firefox',
        executablePath: FIREFOX!,
        headless: true,
        env: { ...process.env, HOME: home },
      });
    });
    beforeEach(async () => {
      visitor = await browser.createBrowserContext();
      page = await visitor.newPage();
    });
    afterEach(async () => {
      server.heal();
      await visitor.close();
    });
    after(async () => {
      await browser?.close();
      await server?.close();
      await rm(home, { recursive: true, force: true });
    });

    /** Opens a guide whose requests go through the service worker. */
    async function openWithWorker() {
      await page.goto(`${server.url}${GUIDE}`);
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.reload();
      assert.ok(await page.evaluate(() => navigator.serviceWorker.controller !== null));
    }

    async function openSearch() {
      await page.keyboard.press('/');
      await page.waitForSelector(FIELD, { timeout: 15_000 }).catch(async () => {
        assert.fail(`The search has no field: ${await textOfDialog()}`);
      });
    }

    /** Enters a query at once, as pasting does. */
    const fill = (query: string) =>
      page.$eval(
        FIELD,
        (field, value) => {
          (field as HTMLInputElement).value = value;
          field.dispatchEvent(new Event('input', { bubbles: true }));
        },
        query,
      );
    const textOfDialog = () => page.$eval('site-search dialog', (dialog) => dialog.textContent);
    const shows = (text: RegExp) =>
      page
        .waitForFunction(
          (source) => new RegExp(source).test(document.querySelector('site-search dialog')!.textContent),
          { timeout: 15_000 },
          text.source,
        )
        .catch(async () => assert.match(await textOfDialog(), text));

    test('search finds pages while the service worker is active', async () => {
      await openWithWorker();
      await openSearch();
      await page.type(FIELD, 'refresh consent');
      await shows(/\d+ results for refresh consent/);
      await page.waitForSelector('site-search dialog a[href]');
      assert.doesNotMatch(await textOfDialog(), /could not be loaded|Retry/);
    });

    const troubles: Record<string, () => void> = {
      'gets status 503': () => server.respondWith(503, /\/pagefind\/index\//),
      'comes as a page': () => server.respondWith(200, /\/pagefind\/index\//),
      'breaks off': () => server.truncate(/\/pagefind\/index\//, 100),
    };
    for (const [trouble, cause] of Object.entries(troubles)) {
      test(`a part of the index that ${trouble} is reported, and Retry recovers`, async () => {
        await openWithWorker();
        cause();
        await openSearch();
        await fill('refresh consent');
        await shows(/could not be loaded/);
        assert.doesNotMatch(await textOfDialog(), /No results/);
        server.heal();
        const retry = await page.waitForSelector(RETRY);
        await retry!.click();
        await shows(/\d+ results for refresh consent/);
      });
    }
  },
);
