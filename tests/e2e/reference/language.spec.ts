import type { Page } from '@playwright/test';
import { examples, expect, openPage, reference, test } from '../../support/site.ts';

const operation = '/api/users/operations/createuser/';
const sample = (page: Page) =>
  page.getByRole('complementary', { name: 'Samples' }).locator('pre:visible').first();
const tab = (page: Page, name: string) =>
  page.getByRole('main').getByRole('tab', { name, exact: true }).first();

test('a language chosen in the reference applies to the guides and after a reload', async ({ page }) => {
  await page.goto(operation);
  await expect(sample(page)).toHaveAttribute('data-language', 'sh');
  await tab(page, 'Java').click();
  await expect(sample(page)).toHaveAttribute('data-language', 'java');
  await page.goto(examples.guide);
  await expect(tab(page, 'Java')).toHaveAttribute('aria-selected', 'true');
  await page.reload();
  await expect(tab(page, 'Java')).toHaveAttribute('aria-selected', 'true');
});

test('a language chosen in a guide applies to the reference and after a reload', async ({ page }) => {
  await page.goto(examples.guide);
  await tab(page, 'PHP').click();
  await page.goto(operation);
  await expect(sample(page)).toHaveAttribute('data-language', 'php');
  await page.reload();
  await expect(sample(page)).toHaveAttribute('data-language', 'php');
  await expect(tab(page, 'PHP')).toHaveAttribute('aria-selected', 'true');
});

test('a language chosen on one page of the reference applies to the next', async ({ page }) => {
  await page.goto(operation);
  await tab(page, 'C#').click();
  await page.goto('/api/transactions/operations/listtransactions/');
  await expect(sample(page)).toHaveAttribute('data-language', 'csharp');
});

test('a choice in the reference applies to a guide that was already open', async ({ page, context }) => {
  await page.goto(examples.guide);
  const other = await context.newPage();
  await other.goto(operation);
  await tab(other, 'Python').click();
  await page.reload();
  await expect(tab(page, 'Python')).toHaveAttribute('aria-selected', 'true');
});

test.describe('in the interactive reference', () => {
  const scalarPicker = (page: Page) => reference(page).getByRole('button', { name: /^(Shell|Python|PHP) / });
  const options = (page: Page) => page.getByRole('listbox').getByRole('option');

  test('samples show the language that was chosen in a guide', async ({ page }) => {
    await page.goto(examples.guide);
    await tab(page, 'Python').click();
    await openPage(page, examples.interactive);
    await expect(scalarPicker(page).first()).toHaveText('Python Requests');
    await expect(reference(page).getByText('requests.post').first()).toBeVisible();
  });

  const choices: Record<string, (page: Page) => Promise<void>> = {
    'the pointer': (page) => options(page).filter({ hasText: 'Requests' }).click(),
    'the keyboard': async (page) => {
      await page.keyboard.type('Requests');
      await expect(options(page)).toHaveCount(1);
      await page.keyboard.press('Enter');
    },
  };
  for (const [name, choose] of Object.entries(choices)) {
    test(`a language chosen with ${name} applies to the guides and to the static reference`, async ({
      page,
    }) => {
      await openPage(page, examples.interactive);
      await scalarPicker(page).first().click();
      await expect(options(page)).toHaveCount(6);
      await choose(page);
      await expect(scalarPicker(page).first()).toHaveText('Python Requests');
      await page.goto(examples.guide);
      await expect(tab(page, 'Python')).toHaveAttribute('aria-selected', 'true');
      await page.goto(operation);
      await expect(tab(page, 'Python')).toHaveAttribute('aria-selected', 'true');
      await openPage(page, examples.interactive);
      await expect(scalarPicker(page).first()).toHaveText('Python Requests');
    });
  }

  test('the check mark of the chosen language has the accent color of the site', async ({ page }) => {
    await openPage(page, examples.interactive);
    await scalarPicker(page).first().click();
    const tick = page.getByRole('listbox').getByRole('option', { selected: true }).locator(':has(> svg)');
    await expect(tick).toHaveCSS('background-color', 'rgb(30, 58, 138)');
  });

  test('the buttons that copy code are named after its language', async ({ page }) => {
    await openPage(page, examples.interactive);
    const section = reference(page).getByRole('region', { name: 'Create a consent', exact: true });
    await expect(section.getByRole('button', { name: 'Copy cURL', exact: true })).toHaveCount(1);
    await expect(section.getByRole('button', { name: 'Copy JSON', exact: true })).toHaveCount(1);
    await scalarPicker(page).first().click();
    await options(page).filter({ hasText: 'Requests' }).click();
    await expect(section.getByRole('button', { name: 'Copy Python', exact: true })).toHaveCount(1);
  });
});
