import type { Page } from '@playwright/test';
import { violations } from '../../support/axe.ts';
import { expect, reference as interactive, scrollToReference } from '../../support/site.ts';
import type { UnsteadyServer } from '../../support/unsteady-server.ts';
import { test as base } from '../../support/unsteady-site.ts';

declare global {
  interface Window {
    /** Until this is set, code planted by a test throws. */
    healed?: boolean;
    /** Sum of the layout shifts without recent input. */
    shifted: number;
    /** Messages in the reference's live region, with the time since navigation start in milliseconds. */
    said: { text: string; at: number }[];
  }
}

/** The test with its own server, whose failures the test controls, and a record of what happened on the page. */
export const test = base.extend({
  page: async ({ page }, use) => {
    await page.addInitScript(() => {
      window.shifted = 0;
      window.said = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        })[])
          if (!entry.hadRecentInput) window.shifted += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
      addEventListener('DOMContentLoaded', () => {
        const status = document.querySelector('.interactive [role="status"]');
        if (!status) return;
        const note = () => window.said.push({ text: status.textContent, at: performance.now() });
        new MutationObserver(note).observe(status, { childList: true });
      });
    });
    await use(page);
  },
});

export { expect, interactive, scrollToReference };

export const alert = (page: Page) => page.getByRole('alert');
export const retry = (page: Page) => alert(page).getByRole('button', { name: 'Retry' });
export const tryAgain = (page: Page) => alert(page).getByRole('button', { name: 'Try again' });

/** Opens an interactive page and scrolls to the reference, which renders when it is visible. */
export async function openReference(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await scrollToReference(page);
}

/** A button in every operation that Scalar has rendered. */
export const drawnOperation = (page: Page) => page.getByRole('button', { name: 'Copy link' }).first();

/** How long the reference may take to render. */
export const RENDER_TIMEOUT = { timeout: 20_000 };

/** All code of the reference, including React. */
export const REFERENCE_CODE = /_astro\/(scalar\/|client\.|ScalarReference\.)/;

/** Presses the button that loads the reference. */
export const loadButton = (page: Page) => page.getByRole('button', { name: /^Load the full reference/ });

/** Scrolls to the reference of a page that may still be reloading, and waits until it has rendered. */
export const expectDrawnAfterReload = (page: Page): Promise<void> =>
  expect(async () => {
    await scrollToReference(page);
    await expect(drawnOperation(page)).toBeVisible({ timeout: 2_000 });
  }).toPass(RENDER_TIMEOUT);

/** How often a page was requested. */
export const loadsOf = (server: UnsteadyServer, path: string) =>
  server.requests.filter((each) => each.path === path && each.headers['sec-fetch-mode'] === 'navigate')
    .length;

/** Expects no layout shifts without input. */
export async function expectStill(page: Page): Promise<void> {
  expect(await page.evaluate(() => window.shifted)).toBeLessThanOrEqual(0.05);
}

/** Expects that axe finds nothing in the alert, and that the page has no overflow. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(alert(page)).toBeVisible();
  expect(await violations(page, 'all', '[role="alert"]')).toEqual([]);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0);
}
