import type { Page } from '@playwright/test';
import { chosenTabKey, languageTabs } from '../../../src/config/tabs.ts';
import { examples, expect, openPage, reference, test } from '../../support/site.ts';

const operation = '/api/users/operations/createuser/';
const sample = (page: Page) =>
  page.getByRole('complementary', { name: 'Samples' }).locator('pre:visible').first();
const tab = (page: Page, name: string) =>
  page.getByRole('main').getByRole('tab', { name, exact: true }).first();

test('a language chosen in the reference applies to the guides, and the other way around', async ({
  page,
}) => {
  await page.goto(operation);
  await expect(sample(page)).toHaveAttribute('data-language', 'sh');
  await tab(page, 'Java').click();
  await expect(sample(page)).toHaveAttribute('data-language', 'java');
  await page.goto(examples.guide);
  await expect(tab(page, 'Java')).toHaveAttribute('aria-selected', 'true');
  await tab(page, 'PHP').click();
  await page.goto(operation);
  await expect(sample(page)).toHaveAttribute('data-language', 'php');
  await page.reload();
  await expect(tab(page, 'PHP')).toHaveAttribute('aria-selected', 'true');
});

test('a language chosen in a guide applies to the interactive reference, and the other way around', async ({
  page,
}) => {
  const picker = reference(page).getByRole('button', { name: /^(cURL|Python|PHP)$/ });
  const options = page.getByRole('listbox').getByRole('option');
  const section = reference(page).getByRole('region', { name: 'Create a consent', exact: true });
  await page.goto(examples.guide);
  await tab(page, 'PHP').click();
  await openPage(page, examples.interactive);
  await expect(picker.first()).toHaveText('PHP');
  await picker.first().click();
  await expect(options).toHaveCount(6);
  await page.keyboard.type('Pyth');
  await expect(options).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(picker.first()).toHaveText('Python');
  await expect(section.getByRole('button', { name: 'Copy Python', exact: true })).toHaveCount(1);
  await expect(section.getByRole('button', { name: 'Copy JSON', exact: true })).toHaveCount(1);
  await page.goto(examples.guide);
  await expect(tab(page, 'Python')).toHaveAttribute('aria-selected', 'true');
});

test.describe('with a foreign language in storage', () => {
  test.use({ stored: { [chosenTabKey(languageTabs)]: 'toString' } });

  test('the interactive reference gets the first language', async ({ page }) => {
    await openPage(page, examples.interactive);
    await expect(reference(page).getByRole('button', { name: 'cURL', exact: true }).first()).toBeVisible();
    const scalarKey = 'scalar-reference-selected-client-v2';
    expect(await page.evaluate((key) => localStorage.getItem(key), scalarKey)).toBe('custom/curl');
  });
});
