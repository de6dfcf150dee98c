import type { Page } from '@playwright/test';
import { textOf } from '../../support/built-pages.ts';
import { builtPage, expect } from '../../support/site.ts';

/** Opens a page and waits until the service worker controls the page and has stored it with its files. */
export async function read(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const isStored = () =>
    page.evaluate(async (wanted) => {
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
      const files = [wanted, ...loaded.filter((name) => name.includes('/_astro/'))];
      const found = await Promise.all(files.map((address) => caches.match(address)));
      return navigator.serviceWorker.controller !== null && !found.includes(undefined);
    }, path);
  await expect.poll(isStored, `a worker controls ${path} and has stored it`).toBe(true);
}

/** The notice on a stored copy and on the failure page. */
export const notice = (page: Page) => page.getByRole('region', { name: 'Page load problem' });
export const retry = (page: Page) => notice(page).getByRole('button', { name: 'Retry' });
export const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

export const titleOf = (path: string) => textOf(builtPage(path).one('h1'));
export const failureTitle = "This page didn't load";

export { expect, unsteadyTest as test } from '../../support/site.ts';
