import puppeteer, { type Page } from 'puppeteer-core';
import { browserArguments, ensureBrowser } from '../../support/browser.ts';
import { dismissal, examples, expect } from '../../support/site.ts';
import { test as base } from '../../support/unsteady-site.ts';
import { asked, NEXT, OTHER } from './support.ts';

/*
 * Pages that are drawn before the click. Playwright forbids that to the browsers that it drives, which is why
 * all other tests see pages that were fetched ahead and no more; Puppeteer follows a tab into such a page.
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

/** Long enough for the browser to begin with a page; it tells nobody when it has. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 1_500));

interface Arrival {
  path: string;
  /** Milliseconds that the page was there before the reader saw it; 0 when it was not drawn ahead. */
  ahead: number;
  theme: string | undefined;
  announced: boolean;
}

/** Waits until the reader sees a page, and tells what they see. */
async function arrival(reader: Page, path: string): Promise<Arrival> {
  const look = () =>
    reader
      .evaluate(() => {
        const [navigation] = performance.getEntriesByType('navigation');
        return {
          path: location.pathname,
          ahead: (navigation as PerformanceEntry & { activationStart: number }).activationStart,
          theme: document.documentElement.dataset['theme'],
          announced: document.querySelector('[aria-label="Announcement"]')!.checkVisibility(),
        };
      })
      // The page goes while it is asked.
      .catch(() => undefined);
  await expect.poll(async () => (await look())?.path).toBe(path);
  return (await look())!;
}

/** Follows a link without going there with the pointer or the focus. */
const follow = (reader: Page, path: string) =>
  reader.$eval(linkTo(path), (link) => setTimeout(() => (link as HTMLAnchorElement).click()));

test('a page is drawn while the pointer rests on its link, and the click shows it', async ({
  reader,
  server,
}) => {
  await reader.hover(linkTo(NEXT.path));
  await aWhile();
  await reader.click(linkTo(NEXT.path));
  expect((await arrival(reader, NEXT.path)).ahead).toBeGreaterThan(0);
  expect(asked(server, NEXT.path)).toHaveLength(1);
});

test('a page is drawn while the focus rests on its link', async ({ reader }) => {
  await reader.focus(linkTo(NEXT.path));
  await aWhile();
  await reader.keyboard.press('Enter');
  expect((await arrival(reader, NEXT.path)).ahead).toBeGreaterThan(0);
});

test('what the reader chose elsewhere meanwhile holds on a page that was drawn ahead', async ({ reader }) => {
  expect(await arrival(reader, examples.guide)).toMatchObject({ theme: 'light', announced: true });
  await reader.hover(linkTo(NEXT.path));
  await aWhile();
  // As another tab does it.
  await reader.evaluate((key) => {
    localStorage.setItem('colour-mode', 'dark');
    localStorage.setItem(key, new Date().toISOString());
  }, dismissal);
  await reader.click(linkTo(NEXT.path));
  const { ahead, ...rest } = await arrival(reader, NEXT.path);
  expect(ahead).toBeGreaterThan(0);
  expect(rest).toEqual({ path: NEXT.path, theme: 'dark', announced: false });
});

test('when the pointer has gone, what was drawn is gone: only the text is used', async ({
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

test('an interactive reference is fetched ahead as text and never run', async ({ reader, server }) => {
  await reader.goto(`${server.url}/api/`);
  server.requests.length = 0;
  await reader.hover(`main a[href="${examples.interactive}"]`);
  await aWhile();
  expect(asked(server, examples.interactive)).toHaveLength(1);
  expect(server.requests.filter(({ path }) => /scalar/i.test(path))).toEqual([]);
  await follow(reader, examples.interactive);
  expect((await arrival(reader, examples.interactive)).ahead).toBe(0);
});

test('a page that fails while it is drawn ahead does not spoil the click', async ({ reader, server }) => {
  server.answer(503, NEXT.path);
  await reader.hover(linkTo(NEXT.path));
  await aWhile();
  expect(asked(server, NEXT.path).length).toBeGreaterThan(0);
  server.heal();
  await reader.click(linkTo(NEXT.path));
  await arrival(reader, NEXT.path);
  expect(await reader.$eval('h1', ({ textContent }) => textContent)).toMatch(/^Authenticate/);
});

test.describe('on a 2g line', () => {
  test.use({ flags: ['--force-effective-connection-type=2G'] });

  test('nothing is drawn ahead', async ({ reader, server }) => {
    await reader.hover(linkTo(NEXT.path));
    await aWhile();
    expect(asked(server, NEXT.path)).toEqual([]);
    await reader.click(linkTo(NEXT.path));
    expect((await arrival(reader, NEXT.path)).ahead).toBe(0);
  });
});
