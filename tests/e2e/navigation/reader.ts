import puppeteer, { type Page } from 'puppeteer-core';
import { browserArguments, ensureBrowser } from '../../support/browser.ts';
import { examples, expect } from '../../support/site.ts';
import { test as base } from '../../support/unsteady-site.ts';

/*
 * A reader whose browser prerenders pages. Playwright turns prerendering off, so all other tests only see prefetched pages.
 * Puppeteer can follow a tab into a prerendered page.
 */

interface Fixtures {
  /** How the browser is started, besides the flags of all tests. */
  flags: readonly string[];
  /** The example guide, in a browser that Puppeteer drives. */
  reader: Page;
}

export const test = base.extend<Fixtures>({
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

/** The selector of a link in the sidebar or in the text. */
export const linkTo = (path: string) => `:is(nav[aria-label="Main"], main) a[href="${path}"]`;

export interface Arrival {
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
export async function arrival(reader: Page, path: string): Promise<Arrival> {
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
export const follow = (reader: Page, path: string) =>
  reader
    .$eval(linkTo(path), (link) => setTimeout(() => (link as HTMLAnchorElement).click()))
    // The tab may show the other page before this call returns.
    .catch(() => undefined);
