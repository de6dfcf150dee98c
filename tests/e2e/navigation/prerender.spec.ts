import { rm } from 'node:fs/promises';
import puppeteer, { type Page } from 'puppeteer-core';
import { PAGE_END } from '../../../src/config/offline.ts';
import { browserArguments, ensureBrowser } from '../../support/browser.ts';
import { dismissal, examples, expect, isAnnounced } from '../../support/site.ts';
import type { UnsteadyServer } from '../../support/unsteady-server.ts';
import { test as base } from '../../support/unsteady-site.ts';
import { builtFile, changedSite, plant } from '../islands/changed-site.ts';
import { asked, NEXT, OTHER, withoutWorker } from './support.ts';

/*
 * Prerendered pages. Playwright turns prerendering off, so all other tests only see prefetched pages. Puppeteer can follow
 * a tab into a prerendered page.
 */

interface Fixtures {
  /** How the browser is started, besides the flags of all tests. */
  flags: readonly string[];
  /** The example guide, in a browser that Puppeteer drives. */
  reader: Page;
}

const test = base.extend<Fixtures>({
  flags: [[], { option: true }],
  reader: async ({ server, flags }, use) => {
    const browser = await puppeteer.launch({
      executablePath: ensureBrowser(),
      args: [...browserArguments, ...flags],
      defaultViewport: { width: 1_280, height: 800 },
    });
    const page = await browser.newPage();
    await page.goto(server.url + examples.guide);
    await use(page);
    await browser.close();
  },
});

const linkTo = (path: string) => `:is(nav[aria-label="Main"], main) a[href="${path}"]`;

/** Long enough for the browser to start to prerender a page. There is no event for it. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 1_500));

interface Arrival {
  path: string;
  /** Milliseconds between prerendering and activation; 0 if the page wasn't prerendered. */
  ahead: number;
  theme: string | undefined;
  announced: boolean;
  /** Whether the page appeared with a fade, if known. */
  faded: boolean | undefined;
}

declare global {
  interface Window {
    faded: boolean | undefined;
  }
}

/** Waits until the reader sees a page, and returns what they see. */
async function arrival(reader: Page, path: string): Promise<Arrival> {
  const look = () =>
    reader
      .evaluate(() => {
        const [navigation] = performance.getEntriesByType('navigation');
        return {
          path: location.pathname,
          ahead: (navigation as PerformanceEntry & { activationStart: number }).activationStart,
          theme: document.documentElement.dataset['theme'],
          announced: document.querySelector('[aria-label="Announcement"]')?.checkVisibility() ?? false,
          faded: window.faded,
        };
      })
      // The page unloads during the call.
      .catch(() => undefined);
  await expect.poll(async () => (await look())?.path).toBe(path);
  return (await look())!;
}

/** Follows a link without going there with the pointer or the focus. */
const follow = (reader: Page, path: string) =>
  reader
    .$eval(linkTo(path), (link) => setTimeout(() => (link as HTMLAnchorElement).click()))
    // The tab may show the other page before this call returns.
    .catch(() => undefined);

/** How the reader points at the link to the next page, so that it is prerendered, and then opens it. */
interface Way {
  rest: (reader: Page) => Promise<unknown>;
  meanwhile?: (reader: Page) => Promise<unknown>;
  go: (reader: Page) => Promise<unknown>;
}

const pointer: Way = {
  rest: (reader) => reader.hover(linkTo(NEXT.path)),
  go: (reader) => reader.click(linkTo(NEXT.path)),
};

/**
 * Opens the next page repeatedly until it was prerendered: a busy browser doesn't prerender.
 *
 * The server gets one request for the page; a later try may find it in the browser.
 *
 * @returns What the reader saw there.
 */
async function arrivalAhead(reader: Page, server: UnsteadyServer, { rest, meanwhile, go }: Way) {
  let arrived: Arrival | undefined;
  let tries = 0;
  server.requests.length = 0;
  await expect(async () => {
    tries += 1;
    await reader.goto(server.url + examples.guide);
    await rest(reader);
    await aWhile();
    await meanwhile?.(reader);
    // The tab may show the other page before the press returns.
    await go(reader).catch(() => undefined);
    arrived = await arrival(reader, NEXT.path);
    expect(arrived.ahead).toBeGreaterThan(0);
  }).toPass();
  // Ignore requests of the service worker, which may store the page of an earlier try.
  const navigations = asked(server, NEXT.path).filter((headers) => headers['sec-fetch-mode'] === 'navigate');
  expect(navigations.length).toBeGreaterThan(0);
  expect(navigations.length).toBeLessThanOrEqual(tries);
  return arrived!;
}

test('a page is prerendered while the pointer rests on its link, and the click shows it', async ({
  reader,
  server,
}) => {
  await arrivalAhead(reader, server, pointer);
});

test('a prerendered page shows without a fade, other pages with one', async ({ reader, server }) => {
  // The page records this itself, because no tool can access a prerendered page.
  const script = '<script>addEventListener("pagereveal", (e) => (faded = !!e.viewTransition))</script>';
  const page = await builtFile(/^account-information\/authentication\/index\.html$/);
  const site = await changedSite(plant(page, /<head>/, script));
  server.serve(site);
  await follow(reader, NEXT.path);
  expect(await arrival(reader, NEXT.path)).toMatchObject({ ahead: 0, faded: true });
  await arrivalAhead(reader, server, pointer);
  await expect.poll(() => reader.evaluate(() => window.faded)).toBe(false);
  await rm(site, { recursive: true });
});

test('a page is prerendered while the focus rests on its link', async ({ reader, server }) => {
  await arrivalAhead(reader, server, {
    rest: (page) => page.focus(linkTo(NEXT.path)),
    go: (page) => page.keyboard.press('Enter'),
  });
});

test('a prerendered page shows choices that were made in the meantime', async ({ reader, server }) => {
  expect(await arrival(reader, examples.guide)).toMatchObject({ theme: 'light', announced: isAnnounced });
  // Like another tab.
  const choose = (page: Page) =>
    page.evaluate((key) => {
      localStorage.setItem('color-mode', 'dark');
      localStorage.setItem(key, new Date().toISOString());
    }, dismissal);
  const forget = (page: Page) => page.evaluate(() => localStorage.clear());
  const arrived = await arrivalAhead(reader, server, {
    rest: async (page) => {
      await forget(page);
      await pointer.rest(page);
    },
    meanwhile: choose,
    go: pointer.go,
  });
  expect(arrived).toMatchObject({ theme: 'dark', announced: false });
});

test('when the pointer leaves, the prerendered page is discarded, and the click uses the prefetched HTML', async ({
  reader,
  server,
}) => {
  await reader.hover(linkTo(NEXT.path));
  await aWhile();
  await reader.hover(linkTo(OTHER.path));
  await aWhile();
  await follow(reader, NEXT.path);
  expect((await arrival(reader, NEXT.path)).ahead).toBe(0);
  expect(asked(server, NEXT.path)).toHaveLength(1);
});

test('an interactive reference is prefetched but never prerendered', async ({ reader, server }) => {
  await reader.goto(`${server.url}/api/`);
  server.requests.length = 0;
  await reader.hover(`main a[href="${examples.interactive}"]`);
  await aWhile();
  expect(asked(server, examples.interactive)).toHaveLength(1);
  expect(server.requests.filter(({ path }) => /scalar/i.test(path))).toEqual([]);
  await follow(reader, examples.interactive);
  expect((await arrival(reader, examples.interactive)).ahead).toBe(0);
});

for (const [trouble, status] of Object.entries({ fails: 503, 'ends too early': 200 }))
  test(`the click is not affected if a prerendered page ${trouble}`, async ({ reader, server }) => {
    await withoutWorker(reader, server);
    const html = await (await fetch(server.url + NEXT.path)).text();
    server.send(NEXT.path, html.slice(0, html.length * 0.6), { status });
    await pointer.rest(reader);
    await aWhile();
    expect(asked(server, NEXT.path).length).toBeGreaterThan(1);
    server.heal();
    await pointer.go(reader).catch(() => undefined);
    await arrival(reader, NEXT.path);
    await reader.waitForFunction((end) => document.getElementById(end), {}, PAGE_END);
    expect(await reader.$$('.load-notice')).toEqual([]);
  });

test('a finger on a link prefetches the page without prerendering it', async ({ reader, server }) => {
  const { x, y } = await (await reader.$(linkTo(NEXT.path)))!.clickablePoint();
  await reader.touchscreen.touchStart(x, y);
  await aWhile();
  expect(await reader.$(`[data-prerender]`)).toBeNull();
  await reader.touchscreen.touchEnd();
  expect(await arrival(reader, NEXT.path)).toMatchObject({ ahead: 0 });
  expect(asked(server, NEXT.path)).toHaveLength(1);
});

test('after a click no other page is prerendered', async ({ reader, server }) => {
  server.delay(1_500, NEXT.path);
  await reader.evaluate(() => {
    const observer = new MutationObserver((changes) => {
      const marked = changes.filter(({ target }) => (target as Element).hasAttribute('data-prerender'));
      // The next page reads the record, because a call to this page would wait for the navigation.
      if (marked.length > 0) sessionStorage.setItem('prerendered-beside', 'yes');
    });
    const options = { attributes: true, attributeFilter: ['data-prerender'], subtree: true };
    addEventListener('click', () => observer.observe(document, options), { capture: true });
  });
  await pointer.go(reader);
  expect((await arrival(reader, NEXT.path)).ahead).toBe(0);
  expect(await reader.evaluate(() => sessionStorage.getItem('prerendered-beside'))).toBeNull();
});

test.describe('on 2g', () => {
  test.use({ flags: ['--force-effective-connection-type=2G'] });

  test('nothing is prerendered', async ({ reader, server }) => {
    await reader.hover(linkTo(NEXT.path));
    await aWhile();
    expect(asked(server, NEXT.path)).toEqual([]);
    await pointer.go(reader);
    expect((await arrival(reader, NEXT.path)).ahead).toBe(0);
  });
});
