import type { Page } from '@playwright/test';
import { expect, searchButton } from '../support/site.ts';

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' });
export const field = (page: Page) => dialog(page).getByRole('textbox');

/** Searches in the dialog of the home page. */
export async function searchFor(page: Page, text: string): Promise<void> {
  if (!(await dialog(page).isVisible())) {
    await page.goto('/');
    await searchButton(page).click();
  }
  await field(page).fill(text);
  await expect(dialog(page).getByText(/^\d+ results? for /)).toContainText(`for ${text}`);
}

/** The paths of the results in order, once all visible ones have loaded. */
export async function results(page: Page): Promise<string[]> {
  const pages = dialog(page).getByRole('list').first().locator('> li');
  await expect(pages.filter({ hasNot: page.getByRole('link') })).toHaveCount(0);
  return pages.evaluateAll((items) =>
    items.map((item) => item.querySelector('a')?.getAttribute('href') ?? ''),
  );
}
