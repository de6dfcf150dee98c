/** Measures one visit to a page in a browser with an empty profile, on a connection and a processor like a phone's. */

import type { Page } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { PATIENCE, slowdown, type LineSpeed } from './pages.ts';
import type { SiteServer } from './site-server.ts';

/** The results of a visit. Times are in milliseconds from the start of the navigation, unless noted otherwise. */
export interface Visit {
  firstPaint: number;
  largestPaint: number;
  /** Absent for pages that are not part of the site. */
  readable: number | undefined;
  loaded: number;
  /** Sum of all layout shifts that no input caused. */
  shift: number;
  /** Until the interactive reference has rendered, from when the reader scrolls to it after everything else has loaded. */
  reference: number | undefined;
  /** The number of bytes that the server sent, including headers and prefetched files. */
  bytes: number;
}

export const viewports = { phone: { width: 390, height: 844 }, desktop: { width: 1_440, height: 900 } };

/** Visits a page for the first time. */
export async function firstVisit(
  server: SiteServer,
  { kilobitsPerSecond, roundTripMilliseconds: latency }: LineSpeed,
  address: string,
  landmark?: string,
): Promise<Visit> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: viewports.phone, baseURL: server.origin });
    page.setDefaultTimeout(PATIENCE);
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await devTools.send('Network.enable');
    const bytesPerSecond = kilobitsPerSecond * 125;
    const speeds = { latency, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond };
    await devTools.send('Network.emulateNetworkConditions', { offline: false, ...speeds });
    await page.addInitScript(observe, landmark);
    const before = server.sent;
    await page.goto(address, { waitUntil: 'networkidle' });
    // Everything that has arrived is rendered.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    const times = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const [firstPaint] = performance.getEntriesByName('first-contentful-paint');
      return {
        firstPaint: firstPaint!.startTime,
        loaded: navigation!.loadEventEnd,
        ...window.observed,
      };
    });
    const bytes = server.sent - before;
    return { ...times, bytes, reference: await referenceDrawn(page) };
  } finally {
    await browser.close();
  }
}

/** Scrolls to the interactive reference and waits until it has rendered. Returns how long that takes. */
async function referenceDrawn(page: Page): Promise<number | undefined> {
  if ((await page.locator('.interactive').count()) === 0) return undefined;
  const came = await page.evaluate(() => {
    document.querySelector('.interactive')!.scrollIntoView();
    return performance.now();
  });
  const drawn = await page.waitForFunction(() => window.observed.reference);
  return (await drawn.jsonValue())! - came;
}

declare global {
  interface Window {
    observed: {
      largestPaint: number;
      shift: number;
      readable: number | undefined;
      reference: number | undefined;
    };
  }
}

/** Runs in the page, before any other script. */
export function observe(landmark: string | undefined) {
  const observed: Window['observed'] = {
    largestPaint: 0,
    shift: 0,
    readable: undefined,
    reference: undefined,
  };
  window.observed = observed;
  new PerformanceObserver((list) => {
    observed.largestPaint = list.getEntries().at(-1)!.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[]) {
      if (!entry.hadRecentInput) observed.shift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });

  // Browsers paint no frame while a stylesheet blocks rendering.
  const isReadable = () => {
    const text = document.querySelector('main .sl-markdown-content');
    if (!text || (landmark && !document.querySelector(landmark))) return false;
    return document.readyState !== 'loading' || text.getBoundingClientRect().bottom >= innerHeight;
  };
  const isReferenceDrawn = () => document.querySelector('.scalar-app h2') !== null;
  // The first task after a frame runs when the frame has been painted.
  const noteWhenDrawn = (name: 'readable' | 'reference') => {
    void scheduler.postTask(() => (observed[name] ??= performance.now()), { priority: 'user-blocking' });
  };
  const look = () => {
    if (observed.readable === undefined && isReadable()) noteWhenDrawn('readable');
    if (observed.reference === undefined && isReferenceDrawn()) noteWhenDrawn('reference');
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
