import puppeteer, { type CDPSession, type Page } from 'puppeteer-core';
import { browserArguments, ensureBrowser } from '../../support/browser.ts';
import { dismissal, examples, expect, viewports } from '../../support/site.ts';
import { test } from '../../support/unsteady-site.ts';
import { NEXT } from './support.ts';

/** The link in the sidebar. */
const toNext = `nav[aria-label="Main"] a[href="${NEXT.path}"]`;

/** Starts to watch a page, and returns a function that waits until the page has prerendered another. */
async function watchPrerender(page: Page): Promise<() => Promise<unknown>> {
  // A page with sessions of its own doesn't prerender, so listen to the one that Puppeteer uses.
  const session = (page as Page & { _client(): CDPSession })._client();
  const { promise, resolve, reject } = Promise.withResolvers();
  session.on('Preload.prerenderStatusUpdated', ({ status, prerenderStatus }) => {
    if (status === 'Ready') resolve(status);
    if (status === 'Failure') reject(new Error(`Chromium didn't prerender: ${prerenderStatus}`));
  });
  await session.send('Preload.enable');
  return () => promise;
}

// Playwright turns prerendering off. Puppeteer can follow a tab into a prerendered page.
test('a prerendered page shows choices that were made in the meantime', async ({ server }) => {
  const browser = await puppeteer.launch({
    executablePath: ensureBrowser(),
    args: browserArguments,
    defaultViewport: viewports.desktop,
  });
  try {
    const page = await browser.newPage();
    const prerendered = await watchPrerender(page);
    await page.goto(server.url + examples.guide);
    // Chromium gives up prerendering if the worker starts in the meantime.
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await page.hover(toNext);
    await prerendered();
    await page.evaluate((key) => {
      localStorage.setItem('color-mode', 'dark');
      localStorage.setItem(key, new Date().toISOString());
    }, dismissal);
    // The tab may show the other page before the click returns.
    await page.click(toNext).catch(() => undefined);
    // The page may unload during the call.
    const path = () => page.evaluate(() => location.pathname).catch(() => undefined);
    await expect.poll(path).toBe(NEXT.path);
    const arrival = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation');
      return {
        isPrerendered: (navigation as PerformanceEntry & { activationStart: number }).activationStart > 0,
        theme: document.documentElement.dataset['theme'],
        isAnnounced: document.querySelector('[aria-label="Announcement"]')?.checkVisibility() ?? false,
      };
    });
    expect(arrival).toEqual({ isPrerendered: true, theme: 'dark', isAnnounced: false });
  } finally {
    await browser.close();
  }
});
