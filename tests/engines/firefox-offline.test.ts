import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer-core';
import { UnsteadyServer } from '../support/unsteady-server.ts';

const READ = '/webhooks/structure/';
const OTHER = '/webhooks/events/';

const NOTICE = '[aria-label="Page load problem"]';

let home: string;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let server: UnsteadyServer;

before(async () => {
  home = await mkdtemp(join(tmpdir(), 'firefox-'));
  browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
    headless: true,
    env: { ...process.env, HOME: home },
  });
});

after(async () => {
  await browser.close();
  await rm(home, { recursive: true, maxRetries: 5 });
});

beforeEach(async () => {
  server = await UnsteadyServer.start();
  context = await browser.createBrowserContext();
  page = await context.newPage();
});

afterEach(async () => {
  await context.close();
  await server.close();
});

/** Opens a page and waits until the service worker controls and stores it. */
async function read(path: string) {
  await page.goto(server.url + path);
  await page.waitForFunction(
    async (wanted) =>
      navigator.serviceWorker.controller !== null && (await caches.match(wanted)) !== undefined,
    { polling: 200 },
    path,
  );
}

/** The text of the notice, once it says what the pattern asks for. */
async function noticeSays(pattern: RegExp) {
  const text = () => page.$eval(NOTICE, (notice) => notice.textContent.trim()).catch(() => '');
  for (const limit = Date.now() + 15_000; Date.now() < limit; await new Promise((go) => setTimeout(go, 200)))
    if (pattern.test(await text())) return;
  assert.match(await text(), pattern);
}

const troubles: Record<string, { begin: () => unknown; end: () => unknown; says: RegExp }> = {
  'refused connections': {
    begin: () => server.stop(),
    end: () => server.restart(),
    says: /The connection to the server failed\./,
  },
  'reset connections': {
    begin: () => server.drop(),
    end: () => server.heal(),
    says: /The connection to the server failed\./,
  },
  'a 503': {
    begin: () => server.respondWith(503),
    end: () => server.heal(),
    says: /The server responded with 503\./,
  },
};

for (const [trouble, { begin, end, says }] of Object.entries(troubles)) {
  test(`Firefox shows the stored copy on ${trouble}, and Retry loads the page`, async () => {
    await read(READ);
    await begin();
    await page.reload().catch(() => undefined);
    await noticeSays(/Offline copy of/);
    await noticeSays(says);
    await end();
    await page.click(`${NOTICE} button`);
    await page.waitForFunction(
      (notice) => document.querySelector('footer') && !document.querySelector(notice),
      {},
      NOTICE,
    );
  });

  test(`Firefox shows the Retry page on ${trouble} for a page that isn't stored, until it loads`, async () => {
    await read(READ);
    await begin();
    await page.goto(server.url + OTHER).catch(() => undefined);
    await noticeSays(says);
    assert.equal(await page.$eval('h1', ({ textContent }) => textContent), 'This page could not be loaded');
    await end();
    await page.waitForFunction(() => document.title.startsWith('The Transactions Fetched event'));
  });
}
