import type { APIRequestContext, Page } from '@playwright/test';
import { sitePages } from '../../support/site.ts';
import { isStored } from './unsteady.ts';

/** The page "Keep these docs offline". */
export const PAGE = '/offline/';

/** The row of a choice. */
export const choice = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) });

/** Presses a button of a choice. */
export const press = (page: Page, name: string, button: string | RegExp) =>
  choice(page, name).getByRole('button', { name: button }).click();

/** Opens the page, with a service worker that has it. */
export async function open(page: Page) {
  await page.goto(PAGE);
  await isStored(page, PAGE);
}

/** The number of pages for readers in a folder. */
export const pagesBelow = async (request: APIRequestContext, folder: string) =>
  (await sitePages(request)).filter((path) => path.startsWith(folder)).length;
