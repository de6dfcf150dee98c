import type { Page } from '@playwright/test';
import { examples, expect, searchButton } from '../support/site.ts';

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' });
export const field = (page: Page) => dialog(page).getByRole('textbox');

/** Opens the dialog on a guide. */
export async function open(page: Page): Promise<void> {
  await page.goto(examples.guide);
  await searchButton(page).click();
}

/** Searches in the dialog of the home page. */
export async function searchFor(page: Page, text: string): Promise<void> {
  if (!(await dialog(page).isVisible())) {
    await page.goto(examples.home);
    await searchButton(page).click();
  }
  await field(page).fill(text);
  await expect(dialog(page).getByText(/^\d+ results? for /)).toContainText(`for ${text}`);
}
