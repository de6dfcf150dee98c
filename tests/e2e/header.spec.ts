import type { Page } from '@playwright/test';
import { locales } from '../../src/config/locales.ts';
import { site } from '../../src/config/site.ts';
import { examples, expect, test, viewports } from '../support/site.ts';

const topLinks = (page: Page) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link');

test.describe('with a font twice as large', () => {
  test.use({ viewport: viewports.firstDesktop });

  test.beforeEach(async ({ page }) => {
    // In the page's own stylesheets, because the policy blocks any other.
    await page.route(/\.css$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()} html { font-size: 200% }` });
    });
  });

  test('focus scrolls every top link into view', async ({ page }) => {
    await page.goto('/');
    await topLinks(page).first().focus();
    for (const link of (await topLinks(page).all()).slice(1)) {
      await page.keyboard.press('Tab');
      await expect(link).toBeFocused();
      await expect(link).toBeInViewport({ ratio: 0.99 });
    }
  });

  test('the marked top link is visible initially', async ({ page }) => {
    await page.goto('/api/');
    await expect(topLinks(page).last()).toHaveAttribute('aria-current', 'true');
    await expect(topLinks(page).last()).toBeInViewport({ ratio: 0.99 });
  });
});

test('the language menu lists English as the current language and keeps the page', async ({ page }) => {
  await page.goto(examples.guide);
  const languages = page.getByRole('list', { name: 'Languages' }).getByRole('link');
  const english = languages.filter({ hasText: site.language.label });
  await expect(english).toBeHidden();
  await page.getByRole('button', { name: /language: English/i }).press('Enter');
  await expect(languages).toHaveText(Object.values(locales).map(({ label }) => label));
  await expect(english).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Escape');
  await expect(english).toBeHidden();
  await page.getByRole('button', { name: /language: English/i }).click();
  await english.click();
  await expect(page).toHaveURL(examples.guide);
});
