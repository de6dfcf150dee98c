import type { Page } from '@playwright/test';
import { expect } from '../../support/site.ts';

/** Opens a page and waits until the service worker controls the page and has stored it with its files. */
export async function read(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const missing = async () =>
    page.evaluate(async (wanted) => {
      await navigator.serviceWorker.ready;
      const loaded = performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.includes('/_astro/'));
      const found = await Promise.all([wanted, ...loaded].map((address) => caches.match(address)));
      return found.filter((each) => each === undefined).length;
    }, path);
  await expect.poll(missing, `${path} is stored`).toBe(0);
  await expect
    .poll(
      () => page.evaluate(() => navigator.serviceWorker.controller !== null),
      'a worker controls the page',
    )
    .toBe(true);
}

/** The notice on a stored copy and on the failure page. */
export const notice = (page: Page) => page.getByRole('region', { name: 'Page load problem' });
export const retry = (page: Page) => notice(page).getByRole('button', { name: 'Retry' });
export const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

export const failureTitle = "This page didn't load";

export { expect, unsteadyTest as test } from '../../support/site.ts';
