/** Measures how long a second page takes from the click, with and without a hover before it. */

import puppeteer from 'puppeteer-core';
import { browserArguments, ensureBrowser } from '../../support/browser.ts';
import { PATIENCE, slowdown, type LineSpeed } from './pages.ts';
import type { SiteServer } from './site-server.ts';
import { observe, viewports } from './visit.ts';

interface SecondPage {
  /** The time from the click until the text is readable, in milliseconds. */
  readable: number;
  /** The number of bytes that the server sent for the page. */
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
  { kilobitsPerSecond, roundTripMilliseconds: latency }: LineSpeed,
  { from, to, hover }: { from: string; to: string; hover: number },
): Promise<SecondPage> {
  const browser = await puppeteer.launch({
    executablePath: ensureBrowser(),
    args: [...browserArguments],
    defaultViewport: viewports.desktop,
  });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE);
    await page.emulateCPUThrottling(slowdown);
    const bytesPerSecond = kilobitsPerSecond * 125;
    await page.emulateNetworkConditions({ latency, download: bytesPerSecond, upload: bytesPerSecond });
    await page.evaluateOnNewDocument(observe, undefined);
    await page.goto(server.origin + from, { waitUntil: 'networkidle0' });
    const before = server.sent;
    const link = (await page.waitForSelector(`nav[aria-label="Main"] a[href="${to}"]`))!;
    const { x, y } = await link.clickablePoint();
    await page.mouse.move(x, y);
    if (hover > 0) await new Promise((resolve) => setTimeout(resolve, hover));
    const click = Date.now();
    await page.mouse.down();
    await page.mouse.up();
    let shown: number | undefined;
    // An evaluation fails if the page goes away meanwhile.
    while (shown === undefined) shown = await page.evaluate(timeShown, to).catch(() => undefined);
    return { readable: shown - click, bytes: server.sent - before };
  } finally {
    await browser.close();
  }
}

/** Runs in the page: when its text was readable, in milliseconds since the epoch; `undefined` before that. */
function timeShown(path: string): number | undefined {
  if (location.pathname !== path) return undefined;
  const [navigation] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
    activationStart: number;
  })[];
  // A prerendered page shows immediately and completely. The observer does not run there.
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  const time = navigation!.activationStart > 0 ? paint?.startTime : window.observed?.readable;
  return time && performance.timeOrigin + time;
}
