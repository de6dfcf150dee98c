import { sampleLanguages } from '../../src/config/languages.ts';
import {
  colorModeToggle,
  examples,
  expect,
  header,
  searchButton,
  sidebar,
  test,
  viewports,
} from '../support/site.ts';

test.use({ javaScriptEnabled: false });

for (const [name, viewport] of Object.entries({ phone: viewports.phone, desktop: viewports.desktop })) {
  test.describe(`without JavaScript, on a ${name}`, () => {
    test.use({ viewport });

    test('the text of a page shows with its headings, figures and links', async ({ page }) => {
      await page.goto(examples.guide);
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(main.getByRole('heading', { level: 2, name: 'Create a consent' })).toBeVisible();
      await expect(main.getByRole('figure').first()).toBeVisible();
      await main.getByRole('link', { name: 'token', exact: true }).click();
      await expect(page).toHaveURL('/account-information/authentication/');
    });

    test('the top links and the sidebar link to all pages', async ({ page }) => {
      await page.goto(examples.guide);
      const menu = page.getByRole('button', { name: 'Menu' });
      if (name === 'phone') await menu.click();
      await sidebar(page).getByRole('link', { name: 'Sync mode' }).click();
      await expect(page).toHaveURL('/account-information/data-access/sync-mode/');
      if (name === 'phone') await menu.click();
      const topLinks = name === 'phone' ? sidebar(page) : page.getByRole('navigation', { name: 'Sections' });
      await topLinks.getByRole('link', { name: 'Webhooks' }).click();
      await expect(page).toHaveURL('/webhooks/');
    });

    test('closed groups of the sidebar open', async ({ page }) => {
      await page.goto('/api/');
      if (name === 'phone') await page.getByRole('button', { name: 'Menu' }).click();
      const link = sidebar(page).getByRole('link', { name: 'Refresh a consent' });
      await expect(link).toBeHidden();
      await sidebar(page).getByText('Consents API', { exact: true }).click();
      await link.click();
      await expect(page).toHaveURL(examples.operation);
    });

    test('code samples show all languages, each below its name', async ({ page }) => {
      await page.goto(examples.guide);
      const panels = page.getByRole('main').locator('[role=tabpanel]');
      const names: string[] = [];
      for (const panel of await panels.all()) {
        await expect(panel).toBeVisible();
        await expect(panel.locator('code').first()).toHaveText(/\S/);
        names.push(await panel.evaluate((element) => getComputedStyle(element, '::before').content));
      }
      const languages = sampleLanguages.map(({ label }) => `"${label}"`);
      expect(names.slice(0, languages.length)).toEqual(languages);
    });

    test('only controls that work without a script show', async ({ page }) => {
      await page.goto(examples.guide);
      await expect(searchButton(page)).toBeHidden();
      await expect(colorModeToggle(page)).toBeHidden();
      const buttons = header(page).getByRole('button');
      await expect(buttons).toHaveCount(1);
      await expect(buttons).toHaveAccessibleName(name === 'phone' ? 'Menu' : /language: English/i);
    });

    test('the page of an operation is complete', async ({ page }) => {
      await page.goto(examples.operation);
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1 })).toHaveText('Refresh a consent');
      await expect(main.getByText('/Consent/{id}/refresh', { exact: true }).first()).toBeVisible();
      await expect(main.getByText('The consent’s ID, returned as')).toBeVisible();
      await expect(main.getByText('customer-api').first()).toBeVisible();
      for (const status of ['202', '429']) {
        await expect(main.getByRole('link', { name: status, exact: true })).toBeVisible();
      }
      await expect(main.getByText('The consent has reached its limit of 6 refreshes per day.')).toBeVisible();
      await expect(main.locator('pre', { hasText: '/refresh' }).filter({ visible: true })).not.toHaveCount(0);
    });

    test('all parts of an operation show', async ({ page }) => {
      await page.goto('/api/transactions/operations/listtransactions/');
      const hidden = await page
        .getByRole('main')
        .locator('[role=tabpanel], pre')
        .evaluateAll((parts) =>
          parts
            .filter((part) => !part.checkVisibility() && !part.closest('details:not([open])'))
            .map((part) => part.textContent.trim().slice(0, 60)),
        );
      expect(hidden).toEqual([]);
    });

    test('an interactive page lists its operations and links to the static reference', async ({ page }) => {
      await page.goto(examples.interactive);
      const main = page.getByRole('main');
      await expect(main.getByRole('link', { name: 'Refresh a consent' }).first()).toBeVisible();
      await expect(main.getByText('The full reference needs JavaScript.')).toBeVisible();
      await main.getByRole('link', { name: 'page by page', exact: true }).click();
      await expect(page).toHaveURL('/api/consents/');
    });
  });
}
