import type { Page } from '@playwright/test';
import { examples, expect, test } from '../../support/site.ts';

const operation = '/api/users/operations/createuser/';
const picker = (page: Page) => page.getByRole('combobox', { name: 'Select code sample' });
const sample = (page: Page) => page.locator('.sl-openapi-snippet:visible pre');
const tab = (page: Page, name: string) =>
  page.getByRole('main').getByRole('tab', { name, exact: true }).first();

test('a language chosen in the reference is chosen in the guides and after a reload', async ({ page }) => {
  await page.goto(operation);
  await expect(sample(page)).toHaveAttribute('data-language', 'sh');
  await picker(page).selectOption({ label: 'Java' });
  await expect(sample(page)).toHaveAttribute('data-language', 'java');
  await page.goto(examples.guide);
  await expect(tab(page, 'Java')).toHaveAttribute('aria-selected', 'true');
  await page.reload();
  await expect(tab(page, 'Java')).toHaveAttribute('aria-selected', 'true');
});

test('a language chosen in a guide is chosen in the reference and after a reload', async ({ page }) => {
  await page.goto(examples.guide);
  await tab(page, 'PHP').click();
  await page.goto(operation);
  await expect(sample(page)).toHaveAttribute('data-language', 'php');
  await page.reload();
  await expect(sample(page)).toHaveAttribute('data-language', 'php');
  await expect(picker(page).getByRole('option', { selected: true })).toHaveText('PHP');
});

test('a language chosen on one page of the reference is chosen on the next', async ({ page }) => {
  await page.goto(operation);
  await picker(page).selectOption({ label: 'C#' });
  await page.goto('/api/transactions/operations/listtransactions/');
  await expect(sample(page)).toHaveAttribute('data-language', 'csharp');
});

test('the choice of the reference holds in a guide that was open before', async ({ page, context }) => {
  await page.goto(examples.guide);
  const other = await context.newPage();
  await other.goto(operation);
  await picker(other).selectOption({ label: 'Python' });
  await page.reload();
  await expect(tab(page, 'Python')).toHaveAttribute('aria-selected', 'true');
});
