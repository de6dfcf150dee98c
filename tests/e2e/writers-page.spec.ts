import { examples, expect, searchButton, test } from '../support/site.ts';
import { dialog, field, results } from './search-dialog.ts';

const writersPage = examples.forWriters;

test('the page for writers is out of the way of readers: no sidebar, menu or page links to it', async ({
  page,
}) => {
  for (const path of ['/', '/glossary/', '/offline/', '/api/']) {
    await page.goto(path);
    await expect(page.locator(`a[href^="${writersPage}"]`), path).toHaveCount(0);
  }
});

test('the search does not find the page for writers', async ({ page }) => {
  await page.goto('/');
  await searchButton(page).click();
  await field(page).fill('Markdown and components');
  await expect(dialog(page).getByText(/results? for Markdown and components/)).toBeVisible();
  expect((await results(page)).filter((href) => href.startsWith(writersPage))).toEqual([]);
});

test('the page for writers has no neighbors', async ({ page }) => {
  await page.goto(writersPage);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Markdown and components');
  await expect(page.locator('a[rel=prev], a[rel=next]')).toHaveCount(0);
});
