import { rm } from 'node:fs/promises';
import type { Page } from 'puppeteer-core';
import { dismissal, examples, expect, isAnnounced } from '../../support/site.ts';
import type { UnsteadyServer } from '../../support/unsteady-server.ts';
import { builtFile, changedSite, plant } from '../islands/changed-site.ts';
import { arrival, follow, linkTo, test, type Arrival } from './reader.ts';
import { asked, NEXT, OTHER, withoutWorker } from './support.ts';

/** Long enough for the browser to start to prerender a page. There is no event for it. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 1_500));

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

test('the click is not affected if a prerendered page fails', async ({ reader, server }) => {
  await withoutWorker(reader, server);
  server.respondWith(503, NEXT.path);
  await pointer.rest(reader);
  await aWhile();
  expect(asked(server, NEXT.path).length).toBeGreaterThan(1);
  server.heal();
  await pointer.go(reader).catch(() => undefined);
  await arrival(reader, NEXT.path);
  await reader.waitForSelector('footer');
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
