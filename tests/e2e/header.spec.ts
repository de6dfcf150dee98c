import type { Page } from '@playwright/test';
import { locales } from '../../src/config/locales.ts';
import { site } from '../../src/config/site.ts';
import { atRest, examples, expect, header, test, viewports } from '../support/site.ts';

/** Opens a guide and makes it at least 5,000 px longer than the window, for any text and fonts. */
async function openLongPage(page: Page) {
  await page.goto(examples.guide);
  await page.getByRole('main').evaluate((main) => {
    const spacer = document.createElement('div');
    spacer.style.height = '5000px';
    main.append(spacer);
  });
  const { width, height } = page.viewportSize()!;
  await page.mouse.move(width / 2, height / 2);
}

/** Turns the wheel and waits until the page has scrolled. */
async function scroll(page: Page, pixels: number) {
  const before = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, pixels);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(Math.max(0, before + pixels));
  await atRest(page);
}

const shows = (page: Page) => expect(header(page)).toBeInViewport({ ratio: 1 });
const hides = (page: Page) => expect(header(page)).not.toBeInViewport();

for (const [name, viewport] of Object.entries({ phone: viewports.phone, desktop: viewports.desktop }))
  test(`on a ${name}, the header hides while scrolling down, and shows while scrolling up, at the top, with the focus, and with reduced motion${name === 'desktop' ? ' @nightly' : ''}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await openLongPage(page);
    await scroll(page, 100);
    await shows(page);
    await scroll(page, 1200);
    await hides(page);
    await scroll(page, -300);
    await shows(page);
    await scroll(page, 300);
    await hides(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await scroll(page, 100);
    await shows(page);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.evaluate(() => scrollTo(0, 0));
    await shows(page);
    await scroll(page, 1200);
    await hides(page);
    await header(page).getByRole('link').first().focus();
    await shows(page);
    await scroll(page, 600);
    await shows(page);
  });

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
