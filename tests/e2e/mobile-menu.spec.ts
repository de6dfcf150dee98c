import type { Page } from '@playwright/test';
import { locales } from '../../src/config/locales.ts';
import { sections as siteSections } from '../../src/config/sections.ts';
import { at, examples, expect, sidebar, test, topLinks, viewports } from '../support/site.ts';

/** The switch that shows all sections. Its label starts with the page's section. */
const sections = (page: Page) => sidebar(page).locator('summary').filter({ hasText: 'All sections' });
const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu' });

test.use({ viewport: viewports.phone });

test("the menu shows the page's section and, behind a switch, all, even by keyboard", async ({ page }) => {
  await page.goto(examples.guide);
  await menuButton(page).press('Enter');
  const links = sidebar(page).getByRole('link').filter({ visible: true });
  const [first] = await links.allInnerTexts();
  await page.keyboard.press('Tab');
  await expect(sections(page)).toBeFocused();
  await page.keyboard.press('Enter');
  const labels = (await links.allInnerTexts()).map((label) => label.trim());
  expect(labels.slice(0, topLinks.length + 1)).toEqual([...topLinks, first]);
  for (const { label } of Object.values(locales)) expect(labels).toContain(label);
  await expect(sidebar(page).locator('[aria-current=page]')).toHaveAttribute('href', examples.guide);
  for (const label of topLinks) {
    await page.keyboard.press('Tab');
    await expect(sidebar(page).getByRole('link', { name: label, exact: true })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(at(siteSections.at(-1)!.href));
});

test('the mobile menu keeps the focus inside itself and the header while it is open', async ({ page }) => {
  await page.goto(examples.guide);
  await menuButton(page).click();
  await sidebar(page).getByRole('link').filter({ visible: true }).last().focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(0);
  await expect(page.getByRole('contentinfo').locator(':focus')).toHaveCount(0);
});

test('a page with an open menu stays usable in a window that grows @nightly', async ({ page }) => {
  await page.setViewportSize(viewports.lastMobile);
  await page.goto(examples.guide);
  await menuButton(page).click();
  await expect(sections(page)).toBeVisible();
  await page.setViewportSize(viewports.firstDesktop);
  await expect(menuButton(page)).toBeHidden();
  const link = page.getByRole('main').locator('a[href^="/"]').filter({ visible: true }).last();
  const href = await link.getAttribute('href');
  await link.click();
  await expect(page).toHaveURL(href!);
});
