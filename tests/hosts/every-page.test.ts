import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import puppeteer, { type Browser } from 'puppeteer-core';
import { readFacts } from '../../src/hosting/site-facts.ts';
import { browserArguments, ensureBrowser } from '../support/browser.ts';
import { findEngine } from '../support/engines.ts';
import { missingHost, RunningHost } from '../support/hosts.ts';

/*
 * Every page, in two browsers, under the headers that nginx sends. `npm run test:engines` proves what
 * readers do on them under the same headers.
 */

/** Pages that are open at a time. Each of the interactive references keeps a core busy for seconds. */
const LANES = 2;

/** Milliseconds that a page gets for what it loads late. */
const LATE = 60_000;

const firefox = findEngine('firefox');
const missing = missingHost('nginx');
const paths = readFileSync('hosts/pages.txt', 'utf8').trim().split('\n');
let host: RunningHost;

before(async () => {
  if (!missing) host = await RunningHost.start('nginx', readFacts());
});
after(() => host?.close());

interface BrowserUnderTest {
  skip: string | undefined;
  /** Whether each page gets a tab of its own. */
  ownTabs: boolean;
  launch: (home: string) => Promise<Browser>;
}

const browsers: Record<string, BrowserUnderTest> = {
  Chromium: {
    skip: undefined,
    // In a tab that goes on to another page, a request that the last page left behind may never end.
    ownTabs: true,
    launch: () => puppeteer.launch({ executablePath: ensureBrowser(), args: browserArguments }),
  },
  Firefox: {
    skip: firefox ? undefined : "Firefox isn't installed.",
    // On a busy machine, it may lose a tab that opens while another one closes.
    ownTabs: false,
    launch: (home) =>
      puppeteer.launch({
        browser: 'firefox',
        ...(firefox && { executablePath: firefox }),
        env: { ...process.env, HOME: home },
        // It logs an error for what a worker still loads when the reader leaves.
        extraPrefsFirefox: { 'dom.serviceWorkers.enabled': false },
      }),
  },
};

/** Opens a tab whose pages add to `problems` what goes wrong on them. */
async function newTab(browser: Browser, problems: string[]) {
  const page = await browser.newPage();
  let path = '';
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${path}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`${path}: ${String(error)}`));
  const loading = new Set<string>();
  page.on('request', (request) => {
    loading.add(request.url());
    const { origin, protocol } = new URL(request.url());
    if (/^http/.test(protocol) && origin !== host.origin) problems.push(`${path}: ${request.url()}`);
  });
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end, (request) => loading.delete(request.url()));
  await page.evaluateOnNewDocument(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      console.error(`blocked by ${effectiveDirective}: ${blockedURI}`);
    });
  });
  return {
    page,
    /** Opens a page, and waits for what loads after it: it is part of the page. */
    visit: async (next: string) => {
      path = next;
      loading.clear();
      await page.goto(host.origin + path, { waitUntil: 'load' });
      await page.$eval('#page-end', () => undefined);
      await page.waitForNetworkIdle({ idleTime: 200, timeout: LATE }).catch(() => {
        throw new Error(`${path} still loads ${[...loading].join(', ')} after ${LATE / 1_000} seconds.`);
      });
    },
  };
}

describe('Every page on nginx', () => {
  for (const [name, { skip, ownTabs, launch }] of Object.entries(browsers))
    test(
      `in ${name}: none violates the policy, logs an error or requests another origin`,
      {
        skip: missing ?? (process.env['CI'] ? undefined : skip),
      },
      async () => {
        const home = mkdtempSync(join(tmpdir(), 'browser-'));
        const browser = await launch(home);
        const problems: string[] = [];
        let opened = 0;
        const queue = paths.values();
        const lane = async () => {
          let tab: Awaited<ReturnType<typeof newTab>> | undefined;
          for (const path of queue) {
            tab ??= await newTab(browser, problems);
            await tab.visit(path);
            opened += 1;
            if (!ownTabs) continue;
            await tab.page.close();
            tab = undefined;
          }
        };
        try {
          await Promise.all(Array.from({ length: LANES }, lane));
        } finally {
          await browser.close();
          rmSync(home, { recursive: true, maxRetries: 5 });
        }
        assert.deepEqual(problems, []);
        assert.equal(opened, paths.length);
      },
    );
});
