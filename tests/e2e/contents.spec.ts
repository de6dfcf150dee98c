import type { Locator, Page } from '@playwright/test';
import { at, examples, expect, headings, test, viewports } from '../support/site.ts';

/** The table of contents that the width of the window shows. */
const contents = (page: Page) => page.getByRole('navigation', { name: 'On this page' });
const current = (page: Page) => contents(page).locator('[aria-current="true"]');

/** Scrolls until a heading is at a position in the window, from 0 at the top to 1 at the bottom. */
const bringTo = (heading: Locator, place: number) =>
  heading.evaluate(
    (element, share) => scrollBy(0, element.getBoundingClientRect().top - share * innerHeight),
    place,
  );

test('in a low window, the table of contents scrolls to the current heading', async ({ page }) => {
  await page.setViewportSize({ width: viewports.desktop.width, height: 400 });
  await page.goto(at('/account-information/data-structures/'));
  await page.evaluate(() => scrollTo(0, 0.8 * document.body.scrollHeight));
  await expect(current(page)).toBeInViewport({ ratio: 1 });
});

test('after the announcement has scrolled away, both tables stay below the header', async ({ page }) => {
  for (const viewport of [viewports.desktop, viewports.phone]) {
    await page.setViewportSize(viewport);
    await page.goto(examples.guide);
    await bringTo(headings(page).nth(3), 0.5);
    await page.mouse.wheel(0, -50);
    await expect(contents(page)).toBeInViewport();
    const { bottom } = await page.getByRole('banner').evaluate((header) => header.getBoundingClientRect());
    await expect
      .poll(() => contents(page).evaluate((element) => element.getBoundingClientRect().top))
      .toBeGreaterThanOrEqual(bottom - 1);
  }
});

test('in a window lower than the header, the scripts of the page work', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 120 });
  await page.goto(examples.guide);
  await expect(page.getByRole('button', { name: 'Copy' })).not.toHaveCount(0);
});
