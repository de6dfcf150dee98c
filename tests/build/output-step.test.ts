import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium, type Browser, type Page } from 'playwright-core';
import { createSiteServer } from '../../src/server/server.ts';
import { browserArguments, ensureBrowser } from '../support/browser.ts';
import { environment, projectRoot } from '../support/project-copy.ts';

/*
 * What the output step does to the built site in dist/ must not show. The same source is built without it, and each
 * element of each page has to look the same in both.
 */

const CONFIG = 'tests/build/support/without-output-step.config.mjs';
const WIDTHS = [1280, 390];
const THEMES = ['light', 'dark'];
/** Pages that are compared at a time: a browser lays out one page per process. */
const LANES = 3;

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
    const server = createSiteServer(folder).listen(0);
    return { server, origin: `http://localhost:${(server.address() as AddressInfo).port}` };
  });
  browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserArguments });
});

after(async () => {
  await browser?.close();
  for (const { server } of sites ?? []) server.close().closeAllConnections();
  rmSync(plainFolder, { recursive: true, force: true });
});

/** The computed style of each element and of its generated content, in the order of the document. */
type Look = { element: string; style: string }[];

async function open(origin: string, path: string): Promise<Page> {
  const page = await browser.newPage({ reducedMotion: 'reduce', serviceWorkers: 'block' });
  // Pages as they are served: what scripts add comes at its own time, and loads other styles.
  await page.route(/\/(?!before-paint)[^/]+\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
  await page.goto(origin + path);
  return page;
}

/** @param index - Of one element, for all its properties in readable form; else each style is a hash. */
function lookOf(page: Page, theme: string, index?: number): Promise<Look> {
  return page.evaluate(
    ([theme, index]) => {
      document.documentElement.dataset['theme'] = theme;
      for (const animation of document.getAnimations()) animation.cancel();
      // A rule that is missing can change no property that no rule sets.
      const properties = [
        ...new Set([...document.styleSheets].flatMap(({ cssRules }) => propertiesIn(cssRules))),
      ];
      const text = (style: CSSStyleDeclaration) =>
        properties.map((name) => `${name}: ${style.getPropertyValue(name)}`).join('\n');
      const hash = (content: string) => {
        let value = 0;
        for (let at = 0; at < content.length; at++)
          value = (Math.imul(value, 31) + content.charCodeAt(at)) | 0;
        return String(value);
      };
      function propertiesIn(rules: CSSRuleList): string[] {
        return [...rules]
          .flatMap((rule) => [
            ...((rule as CSSStyleRule).style ?? []),
            ...propertiesIn((rule as CSSGroupingRule).cssRules ?? []),
          ])
          .filter((name) => !name.startsWith('--'));
      }
      const nameOf = (element: Element) =>
        `<${element.localName} class="${element.getAttribute('class') ?? ''}">`;
      const isRendered = ({ localName }: Element) =>
        !/^(script|style|link|meta|title|head|template)$/.test(localName);
      const elements = [...document.querySelectorAll('*')].filter(isRendered);
      const wanted = index === undefined ? elements : [elements[index]!];
      return wanted.map((element) => {
        const generated = ['::before', '::after', '::marker']
          .map((pseudo) => getComputedStyle(element, pseudo))
          .filter(
            ({ content, listStyleType }) =>
              content !== 'none' && (content !== 'normal' || listStyleType !== 'none'),
          );
        const style = [getComputedStyle(element), ...generated].map(text).join('\n');
        return { element: nameOf(element), style: index === undefined ? hash(style) : style };
      });
    },
    [theme, index] as const,
  );
}

/** What differs on a page between both sites, in words. */
async function differencesOn(path: string): Promise<string[]> {
  const [finished, plain] = (await Promise.all(sites.map(({ origin }) => open(origin, path)))) as [
    Page,
    Page,
  ];
  const found: string[] = [];
  for (const width of WIDTHS) {
    await Promise.all([finished, plain].map((page) => page.setViewportSize({ width, height: 800 })));
    for (const theme of THEMES) {
      const [look, plainLook] = await Promise.all([lookOf(finished, theme), lookOf(plain, theme)]);
      assert.ok(look.length > 50, `${path} has only ${look.length} elements.`);
      const named = (each: Look) => each.map(({ element }) => element).join('\n');
      assert.equal(named(look), named(plainLook), path);
      const index = look.findIndex(({ style }, place) => style !== plainLook[place]!.style);
      if (index === -1) continue;
      const [is, was] = await Promise.all([lookOf(finished, theme, index), lookOf(plain, theme, index)]);
      const expected = was[0]!.style.split('\n');
      const lines = is[0]!.style.split('\n').filter((line, at) => line !== expected[at]);
      found.push(
        `${path} ${width} px, ${theme}: ${look[index]!.element} has ${lines.slice(0, 5).join('; ')}`,
      );
    }
  }
  await Promise.all([finished.close(), plain.close()]);
  return found;
}

test('Every element of every page looks as its source says, at 1280 and 390 px, light and dark', async () => {
  const pages = globSync('**/*.html', { cwd: join(projectRoot, 'dist') }).map(
    (file) => `/${file.replaceAll('\\', '/').replace(/(^|\/)index\.html$/, '$1')}`,
  );
  assert.ok(pages.length > 100, `dist/ has only ${pages.length} pages. Run npm run build first.`);
  const left = pages.values();
  const lanes = Array.from({ length: LANES }, async () => {
    const found: string[] = [];
    for (const path of left) found.push(...(await differencesOn(path)));
    return found;
  });
  assert.deepEqual((await Promise.all(lanes)).flat(), []);
});
