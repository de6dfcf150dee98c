import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium, type Browser, type Page } from 'playwright-core';
import { createSiteServer } from '../../src/server/server.ts';
import { browserArguments, ensureBrowser } from '../support/browser.ts';
import { environment, projectRoot } from '../support/project-copy.ts';
import { computedStyles, declaredProperties, type ElementStyle } from './support/computed-styles.ts';

/*
 * What the output step does to the built site in dist/ must not show. The same source is built without it, and each
 * element of a page of each kind has to look the same in both.
 */

const CONFIG = 'tests/build/support/without-output-step.config.mjs';
const WIDTHS = [1280, 390];
const THEMES = ['light', 'dark'];
/** Pages that are compared at a time: a browser lays out one page per process. */
const LANES = 2;

const plainFolder = mkdtempSync(join(tmpdir(), 'plain-site-'));
let browser: Browser;
let sites: { server: Server; origin: string }[];

before(async () => {
  const astro = join(projectRoot, 'node_modules/astro/bin/astro.mjs');
  const options = ['build', '--config', CONFIG, '--outDir', plainFolder];
  const { status, stdout, stderr } = spawnSync(process.execPath, [astro, ...options], {
    cwd: projectRoot,
    env: environment,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout + stderr);
  sites = [join(projectRoot, 'dist'), plainFolder].map((folder) => {
    const site = createSiteServer(folder);
    // Pages as they are served: what scripts add comes at its own time, and loads other styles.
    const server = createServer((request, response) => {
      if (!request.url!.endsWith('.js')) return site.emit('request', request, response);
      return response.writeHead(200, { 'content-type': 'text/javascript' }).end();
    }).listen(0);
    return { server, origin: `http://localhost:${(server.address() as AddressInfo).port}` };
  });
  browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserArguments });
});

after(async () => {
  await browser?.close();
  for (const { server } of sites ?? []) server.close().closeAllConnections();
  rmSync(plainFolder, { recursive: true, force: true });
});

/** A page for each site, each in a context of its own, since a page behind another one may not follow its width. */
function openPages(): Promise<Page[]> {
  const open = async () => {
    const page = await browser.newPage({ reducedMotion: 'reduce', serviceWorkers: 'block' });
    return page;
  };
  return Promise.all(sites.map(open));
}

async function resize(page: Page, width: number) {
  await page.setViewportSize({ width, height: 800 });
  await page.waitForFunction((expected) => window.innerWidth === expected, width, { polling: 10 });
  // Styles follow the width in the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** What differs on a page between both sites, in words. */
async function differencesOn(path: string, finished: Page, plain: Page): Promise<string[]> {
  await Promise.all([finished, plain].map((page, site) => page.goto(sites[site]!.origin + path)));
  const { all, conditional } = await declaredProperties(plain);
  const found: string[] = [];
  for (const width of WIDTHS) {
    await Promise.all([finished, plain].map((page) => resize(page, width)));
    for (const theme of THEMES) {
      // Where the first width and theme look the same, others can only differ in what depends on them.
      const properties = width === WIDTHS[0] && theme === THEMES[0] ? all : conditional;
      const styles = (index?: number) =>
        Promise.all([finished, plain].map((page) => computedStyles(page, { theme, properties, index })));
      const [are, should] = (await styles()) as [ElementStyle[], ElementStyle[]];
      assert.ok(are.length > 50, `${path} has only ${are.length} elements.`);
      const names = (each: ElementStyle[]) => each.map(({ element }) => element).join('\n');
      assert.equal(names(are), names(should), path);
      const index = are.findIndex(({ style }, place) => style !== should[place]!.style);
      if (index === -1) continue;
      const [is, expected] = (await styles(index)).map(([first]) => first!.style.split('\n'));
      const lines = is!.filter((line, at) => line !== expected![at]).slice(0, 5);
      found.push(`${path} ${width} px, ${theme}: ${are[index]!.element} has ${lines.join('; ')}`);
    }
  }
  return found;
}

/** One page of each kind. */
const pages = [
  '/',
  '/account-information/',
  '/account-information/data-access/consents/',
  '/account-information/data-structures/',
  '/webhooks/',
  '/categorization/engines/z1-engine/categories/',
  '/markdown-page/',
  '/api/',
  '/api/consents/',
  '/api/consents/operations/refreshconsent/',
  '/404.html',
];

test('Every element has the same styles as without the output step, at 1280 and 390 px, light and dark', async () => {
  const left = pages.values();
  const lanes = Array.from({ length: LANES }, async () => {
    const found: string[] = [];
    const [finished, plain] = await openPages();
    for (const path of left) found.push(...(await differencesOn(path, finished!, plain!)));
    return found;
  });
  assert.deepEqual((await Promise.all(lanes)).flat(), []);
});
