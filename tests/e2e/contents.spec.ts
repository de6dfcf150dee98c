import type { Page } from '@playwright/test';
import { examples, expect, test, viewports } from '../support/site.ts';

/** The table of contents that the width of the window shows. */
const contents = (page: Page) => page.getByRole('navigation', { name: 'On this page' });
const current = (page: Page) => contents(page).locator('[aria-current="true"]');
const link = (page: Page, name: string) => contents(page).getByRole('link', { name, exact: true });
const heading = (page: Page, name: string) =>
  page.getByRole('main').getByRole('heading', { name, exact: true });

/** Scrolls until a heading is at a position in the window, from 0 at the top to 1 at the bottom. */
const bringTo = (page: Page, name: string, place: number) =>
  heading(page, name).evaluate(
    (element, share) => scrollBy(0, element.getBoundingClientRect().top - share * innerHeight),
    place,
  );

test.describe('beside the text', () => {
  test.use({ viewport: viewports.desktop });

  test.beforeEach(async ({ page }) => {
    await page.goto(examples.guide);
  });

  test('the table of contents marks the current heading while scrolling down and up', async ({ page }) => {
    await expect(current(page)).toHaveText('Overview');
    await bringTo(page, 'Read the status', 0.1);
    await expect(current(page)).toHaveText('Read the status');
    await bringTo(page, 'Read the status', 0.6);
    await expect(current(page)).not.toHaveText('Read the status');
    await page.evaluate(() => scrollTo(0, 0));
    await expect(current(page)).toHaveText('Overview');
  });

  test('the heading of a clicked link is marked', async ({ page }) => {
    await link(page, 'Read the status').click();
    await expect(current(page)).toHaveText('Read the status');
    await expect(current(page)).toHaveCount(1);
  });

  for (const [kind, path] of Object.entries({
    guide: examples.guide,
    overview: examples.referenceOverview,
  })) {
    test(`each link of a ${kind} is marked after a click, also at the end of the page`, async ({ page }) => {
      // Playwright scrolls before each click, which may interrupt the smooth scroll of the previous click.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(path);
      const links = await contents(page).getByRole('link').all();
      expect(links.length).toBeGreaterThan(3);
      for (const each of [...links, ...links.toReversed()]) {
        await each.click();
        await expect(each).toHaveAttribute('aria-current', 'true');
        await expect(current(page)).toHaveCount(1);
      }
    });
  }

  test('the heading of a clicked link loses its mark when it leaves the window', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(examples.referenceOverview);
    await link(page, 'Base URL').click();
    await expect(current(page)).toHaveText('Base URL');
    await page.setViewportSize({ width: 1440, height: 500 });
    await link(page, 'Base URL').click();
    await bringTo(page, 'Base URL', -0.1);
    await expect(current(page)).not.toHaveText('Base URL');
  });

  test('the mark stays when the window is resized', async ({ page }) => {
    await page.setViewportSize({ width: 1_300, height: 600 });
    await bringTo(page, 'Read the status', 0.1);
    await expect(current(page)).toHaveText('Read the status');
  });
});

test.describe('above the text', () => {
  test.use({ viewport: viewports.phone });

  const summary = (page: Page) => contents(page).locator('summary');

  test.beforeEach(async ({ page }) => {
    await page.goto(examples.guide);
  });

  test('the folded table of contents shows the current heading', async ({ page }) => {
    await expect(summary(page)).toContainText('Overview');
    await bringTo(page, 'Read the status', 0.15);
    await expect(summary(page)).toContainText('Read the status');
  });

  test('it closes on Escape and returns the focus', async ({ page }) => {
    await summary(page).click();
    await link(page, 'Errors').focus();
    await page.keyboard.press('Escape');
    await expect(link(page, 'Errors')).toBeHidden();
    await expect(summary(page)).toBeFocused();
  });

  test('it closes on a click outside', async ({ page }) => {
    await summary(page).click();
    await expect(link(page, 'Errors')).toBeVisible();
    await page.getByRole('main').click({ position: { x: 10, y: 700 } });
    await expect(link(page, 'Errors')).toBeHidden();
  });
});

test('in a low window, the heading of a clicked link is marked', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto('/account-information/data-access/consents/#create-a-consent');
  await expect(current(page)).toHaveAttribute('href', '#create-a-consent');
});

test('in a window lower than the header, the scripts of the page work', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 120 });
  await page.goto(examples.guide);
  await expect(page.getByRole('button', { name: 'Copy' })).not.toHaveCount(0);
});
