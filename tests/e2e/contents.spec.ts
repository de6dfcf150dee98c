import type { Page } from '@playwright/test';
import { examples, expect, test, viewports } from '../support/site.ts';

/** The table of contents that the width of the window shows. */
const contents = (page: Page) => page.getByRole('navigation', { name: 'On this page' });
const current = (page: Page) => contents(page).locator('[aria-current="true"]');
const link = (page: Page, name: string) => contents(page).getByRole('link', { name, exact: true });

/** Scrolls until a heading is at a position in the window, from 0 at the top to 1 at the bottom. */
const bringTo = (page: Page, name: string, place: number) =>
  page
    .getByRole('main')
    .getByRole('heading', { name, exact: true })
    .evaluate(
      (element, share) => scrollBy(0, element.getBoundingClientRect().top - share * innerHeight),
      place,
    );

/** Opens a guide whose sections are all taller than the window, whatever its text and fonts. */
async function open(page: Page) {
  await page.goto(examples.guide);
  await page.getByRole('main').evaluate((main) => {
    for (const heading of main.querySelectorAll('h2, h3')) {
      const spacer = document.createElement('div');
      spacer.style.height = '1000px';
      (heading.closest('.sl-heading-wrapper') ?? heading).after(spacer);
    }
  });
}

test.describe('beside the text', () => {
  test.use({ viewport: viewports.desktop, contextOptions: { reducedMotion: 'reduce' } });

  test('the table of contents marks the current heading while scrolling down and up', async ({ page }) => {
    await open(page);
    await expect(current(page)).toHaveText('Overview');
    await bringTo(page, 'Read the status', 0.1);
    await expect(current(page)).toHaveText('Read the status');
    await bringTo(page, 'Read the status', 0.9);
    await expect(current(page)).not.toHaveText('Read the status');
    await page.evaluate(() => scrollTo(0, 0));
    await expect(current(page)).toHaveText('Overview');
  });

  for (const path of [examples.guide, examples.referenceOverview]) {
    test(`each link of ${path} is marked after a click, also at the end of the page`, async ({ page }) => {
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

  test('in a window that becomes higher, the current heading is the last one above its new line', async ({
    page,
  }) => {
    await open(page);
    await bringTo(page, 'Read the status', 0.35);
    await expect(current(page)).not.toHaveText('Read the status');
    await page.setViewportSize({ width: viewports.desktop.width, height: 2 * viewports.desktop.height });
    await expect(current(page)).toHaveText('Read the status');
  });
});

test.describe('above the text', () => {
  test.use({ viewport: viewports.phone });

  const summary = (page: Page) => contents(page).locator('summary');

  test('the folded table of contents shows the current heading', async ({ page }) => {
    await open(page);
    await expect(summary(page)).toContainText('Overview');
    await bringTo(page, 'Read the status', 0.15);
    await expect(summary(page)).toContainText('Read the status');
  });

  test('it closes on Escape, which returns the focus, and on a click outside', async ({ page }) => {
    await page.goto(examples.guide);
    await summary(page).click();
    await link(page, 'Errors').focus();
    await page.keyboard.press('Escape');
    await expect(link(page, 'Errors')).toBeHidden();
    await expect(summary(page)).toBeFocused();
    await summary(page).click();
    await expect(link(page, 'Errors')).toBeVisible();
    await page.mouse.click(10, viewports.phone.height - 10);
    await expect(link(page, 'Errors')).toBeHidden();
  });
});

test('in a window lower than the header, the scripts of the page work', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 120 });
  await page.goto(examples.guide);
  await expect(page.getByRole('button', { name: 'Copy' })).not.toHaveCount(0);
});
