import type { Page } from '@playwright/test';
import { locales } from '../../src/config/locales.ts';
import { sections as siteSections } from '../../src/config/sections.ts';
import { examples, expect, sidebar, test, topLinks, viewports } from '../support/site.ts';

const languages = Object.values(locales).map(({ label }) => label);

/** The switch that shows all sections. Its label begins with that of the page. */
const sections = (page: Page) => sidebar(page).locator('summary').filter({ hasText: 'All sections' });

test.use({ viewport: viewports.phone });

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}, the mobile menu`, () => {
    test.use({ javaScriptEnabled });

    test('opens and closes by its button and by Escape, and its links open pages @firefox', async ({
      page,
    }) => {
      await page.goto(examples.guide);
      const button = page.getByRole('button', { name: 'Menu' });
      const link = sidebar(page).getByRole('link', { name: 'Sync mode' });
      await expect(link).toBeHidden();
      await button.click();
      await expect(link).toBeVisible();
      await button.click();
      await expect(link).toBeHidden();
      await button.click();
      await page.keyboard.press('Escape');
      await expect(link).toBeHidden();
      await expect(button).toBeFocused();
      await button.click();
      await link.click();
      await expect(page).toHaveURL('/account-information/data-access/sync-mode/');
      await expect(link).toBeHidden();
    });

    test('shows the section of the page, and the others behind a switch', async ({ page }) => {
      await page.goto(examples.guide);
      await page.getByRole('button', { name: 'Menu' }).click();
      const links = sidebar(page).getByRole('link').filter({ visible: true });
      await expect(links.first()).toHaveText('Overview');
      await sections(page).click();
      const labels = (await links.allInnerTexts()).map((label) => label.trim());
      expect(labels.slice(0, topLinks.length + 2)).toEqual([...topLinks, 'Overview', 'App screen']);
      expect(labels.slice(-languages.length)).toEqual(languages);
      await expect(sidebar(page).locator('[aria-current]')).toHaveText([
        'Account Information',
        'Consents',
        'English',
      ]);
      await sections(page).click();
      await expect(links.first()).toHaveText('Overview');
    });

    test('works with the keyboard', async ({ page }) => {
      await page.goto(examples.guide);
      await page.getByRole('button', { name: 'Menu' }).press('Enter');
      await page.keyboard.press('Tab');
      await expect(sections(page)).toBeFocused();
      await page.keyboard.press('Enter');
      for (const label of topLinks) {
        await page.keyboard.press('Tab');
        await expect(sidebar(page).getByRole('link', { name: label, exact: true })).toBeFocused();
      }
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(siteSections.at(-1)!.href);
    });
  });
}

test('the mobile menu keeps the focus inside itself and the header while it is open', async ({ page }) => {
  await page.goto(examples.guide);
  await page.getByRole('button', { name: 'Menu' }).click();
  await sidebar(page).getByRole('link', { name: 'English' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(0);
  await expect(page.getByRole('contentinfo').locator(':focus')).toHaveCount(0);
});

test('the mobile menu opens below the header at the end of a page too', async ({ page }) => {
  await page.goto(examples.guide);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const button = page.getByRole('button', { name: 'Menu' });
  await button.press('Enter');
  await expect(sections(page)).toBeInViewport({ ratio: 1 });
  await expect(button).toBeInViewport({ ratio: 1 });
});

test('a page with an open menu stays usable when the window grows to desktop width', async ({ page }) => {
  await page.setViewportSize(viewports.lastMobile);
  await page.goto(examples.guide);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(sections(page)).toBeVisible();
  await page.setViewportSize(viewports.firstDesktop);
  await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden();
  await page.getByRole('main').getByRole('link', { name: 'token', exact: true }).first().click();
  await expect(page).toHaveURL('/account-information/authentication/');
});
