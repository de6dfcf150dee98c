import { locales } from '../../src/config/locales.ts';
import { site } from '../../src/config/site.ts';
import { examples, expect, test } from '../support/site.ts';

test('the language menu lists all languages, marks the current one, and keeps the page', async ({ page }) => {
  await page.goto(examples.guide);
  const { label } = site.language;
  const languages = page.getByRole('list', { name: 'Languages' }).getByRole('link');
  const own = languages.filter({ hasText: label });
  const button = page.getByRole('button', { name: new RegExp(`language: ${label}`, 'i') });
  await expect(own).toBeHidden();
  await button.press('Enter');
  await expect(languages).toHaveCount(Object.keys(locales).length);
  for (const each of Object.values(locales))
    await expect(languages.filter({ hasText: each.label })).toBeVisible();
  await expect(own).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Escape');
  await expect(own).toBeHidden();
  await button.click();
  await own.click();
  await expect(page).toHaveURL(examples.guide);
});
