import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { chromium, type Browser } from 'playwright-core';
import type { SiteFacts } from '../../src/hosting/site-facts.ts';
import { createSiteServer } from '../../src/hosting/preview-server.ts';
import { browserArguments, ensureBrowser } from '../support/browser.ts';
import { ProjectCopy } from '../support/project-copy.ts';

/* Two sites on one origin, below /docs/ and /preview/, share the origin's storage. */

const READ = 'webhooks/structure/';
const sites = ['docs', 'preview'] as const;

const copy = new ProjectCopy();
let server: Server;
let origin: string;
let browser: Browser;

before(async () => {
  const servers = sites.map((site) => {
    const { status, output } = copy.build({ BASE_PATH: site });
    assert.equal(status, 0, output.slice(-4_000));
    renameSync(copy.path('dist'), copy.path(`dist-${site}`));
    return createSiteServer(copy.path(`dist-${site}`), JSON.parse(copy.read('hosts/site.json')) as SiteFacts);
  });
  server = createServer((request, response) => {
    const index = request.url!.startsWith('/docs/') ? 0 : 1;
    servers[index]!.emit('request', request, response);
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

test('Each site keeps the chosen color mode', async () => {
  const page = await browser.newPage();
  await page.goto(`${origin}/docs/`);
  await page.getByRole('button', { name: /^Color mode/ }).click();
  await page.locator('html[data-color-mode=dark]').waitFor();
  const modes: (string | undefined)[] = [];
  for (const site of sites) {
    await page.goto(`${origin}/${site}/`);
    modes.push(await page.evaluate(() => document.documentElement.dataset['colorMode']));
  }
  assert.deepEqual(modes, ['dark', 'light']);
});

test('Each site keeps its own stored pages and failure page, whichever was read last', async () => {
  const page = await browser.newPage();
  for (const site of [...sites, ...sites]) {
    await page.goto(`${origin}/${site}/${READ}`);
    // The script shows that a page is a stored copy.
    await page.waitForFunction(async () => {
      const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[src]')].map(({ src }) => src);
      const stored = await Promise.all([location.href, ...scripts].map((file) => caches.match(file)));
      return navigator.serviceWorker.controller && stored.every(Boolean);
    });
  }
  server.close().closeAllConnections();
  for (const site of sites) {
    await page.goto(`${origin}/${site}/${READ}`);
    await page.getByText('Offline copy').waitFor();
    await page.goto(`${origin}/${site}/webhooks/events/`);
    await page.getByRole('heading', { name: /^This page didn.t load/ }).waitFor();
    const listed = page.getByRole('main').getByRole('list').getByRole('link');
    assert.deepEqual(
      await listed.evaluateAll((links: HTMLAnchorElement[]) => links.map(({ pathname }) => pathname)),
      [`/${site}/${READ}`],
    );
  }
});
