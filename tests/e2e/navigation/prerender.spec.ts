import puppeteer from 'puppeteer-core';
import { browserArguments, ensureBrowser } from '../../support/browser.ts';
import { dismissal, examples, expect, viewports } from '../../support/site.ts';
import { test } from '../../support/unsteady-site.ts';
import { NEXT } from './support.ts';

/** The link in the sidebar. */
const toNext = `nav[aria-label="Main"] a[href="${NEXT.path}"]`;

// Playwright turns prerendering off. Puppeteer can follow a tab into a prerendered page.
test('a prerendered page shows choices that were made in the meantime', async ({ server }) => {
  const browser = await puppeteer.launch({
    executablePath: ensureBrowser(),
    args: browserArguments,
    defaultViewport: viewports.desktop,
  });
  try {
    const page = await browser.newPage();
    // A busy browser doesn't prerender: readers who come back to the link get the page prerendered then.
    await expect(async () => {
      await page.goto(server.url + examples.guide);
      await page.evaluate(() => localStorage.clear());
      await page.hover(toNext);
      // There is no event for the start of prerendering.
      await new Promise((resolve) => setTimeout(resolve, 1_500));
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
    }).toPass();
  } finally {
    await browser.close();
  }
});
