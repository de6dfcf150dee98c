/** Measures how long a second page takes from the click, with and without a hover before it. */

import puppeteer from 'puppeteer-core';
import { browserArguments, ensureBrowser } from '../../support/browser.ts';
import { Line, PATIENCE, type LineSpeed } from './line.ts';
import { slowdown } from './pages.ts';
import type { SiteServer } from './site-server.ts';
import { observe, viewports } from './visit.ts';

export interface SecondPage {
  /** The time from the click until the text is readable, in milliseconds. */
  readable: number;
  /** The number of bytes received for the page. */
  bytes: number;
}

/**
 * Goes from one page to another through a link of the first. Puppeteer drives the browser, because Playwright disables
 * prerendering.
 *
 * @param hover - How long the pointer rests on the link before the click, in milliseconds.
 */
export async function secondPage(
  server: SiteServer,
  speed: LineSpeed,
  { from, to, hover }: { from: string; to: string; hover: number },
): Promise<SecondPage> {
  const browser = await puppeteer.launch({
    executablePath: ensureBrowser(),
    args: [...browserArguments, server.browserArgument],
    defaultViewport: viewports.desktop,
  });
  try {
    const line = new Line(speed);
    server.use(line);
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE);
    await page.emulateCPUThrottling(slowdown);
    await page.evaluateOnNewDocument(observe, undefined);
    await page.goto(server.origin + from);
    await line.silence();
    const before = line.received;
    const link = (await page.waitForSelector(`nav[aria-label="Main"] a[href="${to}"]`))!;
    const { x, y } = await link.clickablePoint();
    await page.mouse.move(x, y);
    if (hover > 0) await new Promise((resolve) => setTimeout(resolve, hover));
    const click = Date.now();
    await page.mouse.down();
    await page.mouse.up();
    await line.silence();
    const shown = await page.evaluate((path) => {
      if (location.pathname !== path) throw new Error(`The click led to ${location.pathname}.`);
      // A prerendered page shows immediately and completely. The observer does not run there.
      const paint = performance.getEntriesByName('first-contentful-paint')[0]!.startTime;
      return performance.timeOrigin + (window.observed?.readable ?? paint);
    }, to);
    return { readable: shown - click, bytes: line.received - before };
  } finally {
    await browser.close();
  }
}
