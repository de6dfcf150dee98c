import { locales } from '../../src/config/locales.ts';
import { sections } from '../../src/config/sections.ts';
import { sidebars, type SidebarItem } from '../../src/config/sidebars.ts';
import { examples, expect, sidebar, test, topLinks, viewports } from '../support/site.ts';

const languages = Object.values(locales).map(({ label }) => label);

/** How many pages a part of the sidebar links. */
const linksIn = (items: readonly SidebarItem[]): number =>
  items
    .map((item) => (typeof item === 'object' && 'items' in item ? linksIn(item.items) : 1))
    .reduce((sum, count) => sum + count, 0);

test.use({ viewport: viewports.phone });

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}, the mobile menu`, () => {
    test.use({ javaScriptEnabled });

    test.beforeEach(async ({ page }) => {
      await page.goto(examples.guide);
    });

    test('is closed initially, and its button opens and closes it', async ({ page }) => {
      const link = sidebar(page).getByRole('link', { name: 'Consents', exact: true });
      await expect(link).toBeHidden();
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(link).toBeVisible();
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(link).toBeHidden();
    });

    test('contains the top links, then the sidebar of the section, then the languages', async ({ page }) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      const links = sidebar(page).getByRole('link');
      const labels = (await links.allInnerTexts()).map((label) => label.trim());
      const pages = labels.slice(topLinks.length, -languages.length);
      expect(labels.slice(0, topLinks.length)).toEqual(topLinks);
      expect(pages.slice(0, 2)).toEqual(['Overview', 'App screen']);
      expect(pages).toHaveLength(linksIn(sidebars['account-information']));
      expect(labels.slice(-languages.length)).toEqual(languages);
    });

    test('marks the current section, the current page and the current language', async ({ page }) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      const current = sidebar(page).locator('[aria-current]');
      await expect(current).toHaveText(['Account Information', 'Consents', 'English']);
      await expect(current.nth(1)).toHaveAttribute('aria-current', 'page');
    });

    test('closes on Escape and returns the focus to its button', async ({ page }) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(sidebar(page).getByRole('link').first()).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(sidebar(page).getByRole('link').first()).toBeHidden();
      await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();
    });

    test('closes after a click on a link, which opens its page', async ({ page }) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await sidebar(page).getByRole('link', { name: 'Sync mode' }).click();
      await expect(page).toHaveURL('/account-information/data-access/sync-mode/');
      await expect(sidebar(page).getByRole('link').first()).toBeHidden();
    });

    test('works with the keyboard', async ({ page }) => {
      const button = page.getByRole('button', { name: 'Menu' });
      for (let presses = 0; presses < 12; presses++) {
        await page.keyboard.press('Tab');
        if (await button.evaluate((element) => element === document.activeElement)) break;
      }
      await expect(button).toBeFocused();
      await page.keyboard.press('Enter');
      for (const label of topLinks) {
        await page.keyboard.press('Tab');
        await expect(sidebar(page).getByRole('link', { name: label, exact: true })).toBeFocused();
      }
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(sections.at(-1)!.href);
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

test('the mobile menu opens below the header at any scroll position', async ({ page }) => {
  await page.goto(examples.guide);
  for (const target of [page.getByRole('contentinfo'), page.getByRole('heading', { level: 1 })]) {
    await target.scrollIntoViewIfNeeded();
    const button = page.getByRole('button', { name: 'Menu' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(sidebar(page).getByRole('link', { name: 'Welcome' })).toBeInViewport({ ratio: 1 });
    await expect(button).toBeInViewport({ ratio: 1 });
    await button.click();
  }
});

test('a page with an open menu stays usable when the window grows to desktop width', async ({ page }) => {
  await page.setViewportSize(viewports.lastMobile);
  await page.goto(examples.guide);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(sidebar(page).getByRole('link', { name: 'Welcome' })).toBeVisible();
  await page.setViewportSize(viewports.firstDesktop);
  await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden();
  await page.getByRole('main').getByRole('link', { name: 'token', exact: true }).first().click();
  await expect(page).toHaveURL('/account-information/authentication/');
});
