import type { Page } from '@playwright/test';
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
