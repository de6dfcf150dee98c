import type { Page } from '@playwright/test';
import { sampleLanguages } from '../../../src/config/languages.ts';
import { examples, expect, openPage, reference, test } from '../../support/site.ts';

const operation = examples.operation;
const sample = (page: Page) =>
  page.getByRole('complementary', { name: 'Samples' }).locator('pre:visible').first();
const tab = (page: Page, name: string) =>
  page.getByRole('main').getByRole('tab', { name, exact: true }).first();
/** Scalar's list of languages at an operation's sample. */
const picker = (page: Page) =>
  reference(page)
    .getByRole('button', { name: /(cURL|Python|PHP)$/ })
    .first();

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
  const options = page.getByRole('listbox').getByRole('option');
  await page.goto(examples.guide);
  await tab(page, 'PHP').click();
  await openPage(page, examples.interactive);
  await expect(picker(page)).toHaveText('PHP');
  await picker(page).click();
  await expect(options).toHaveCount(sampleLanguages.length);
  await page.keyboard.type('Pyth');
  await expect(options).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(picker(page)).toHaveText('Python');
  // Scalar stores the choice half a second late.
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('custom/python');
  await page.goto(examples.guide);
  await expect(tab(page, 'Python')).toHaveAttribute('aria-selected', 'true');
});
