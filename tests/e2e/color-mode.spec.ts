import type { Page } from '@playwright/test';
import { announcement } from '../../src/config/announcement.ts';
import {
  announcementBar,
  at,
  blockStorage,
  colorModeToggle,
  examples,
  expect,
  holdScripts,
  linkTo,
  nextGuide,
  test,
} from '../support/site.ts';

/** Waits until the page has a theme, in both its attribute and its visible colors. */
async function expectTheme(page: Page, theme: 'light' | 'dark') {
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  const luminance = await page.evaluate(() =>
    Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)?.[0]),
  );
  expect(luminance < 128).toBe(theme === 'dark');
}

test.describe('on a dark system', () => {
  test.use({ colorScheme: 'dark' });

  test("the page is light until the reader chooses the system's color mode", async ({ page }) => {
    await page.goto(examples.home);
    await expectTheme(page, 'light');
    await colorModeToggle(page).click();
    // Until the button's code has loaded, two clicks count as one.
    await expectTheme(page, 'dark');
    await colorModeToggle(page).click();
    await expect(colorModeToggle(page)).toHaveAccessibleName('Color mode: system. Switch to light.');
    await expectTheme(page, 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expectTheme(page, 'light');
  });
});

test('the toggle cycles through light, dark and system, says so, and keeps the focus @firefox', async ({
  page,
}) => {
  await page.goto(examples.guide);
  const toggle = colorModeToggle(page);
  for (const [name, theme] of [
    ['Color mode: light. Switch to dark.', 'light'],
    ['Color mode: dark. Switch to system.', 'dark'],
    ['Color mode: system. Switch to light.', 'light'],
    ['Color mode: light. Switch to dark.', 'light'],
  ] as const) {
    await expect(toggle).toHaveAccessibleName(name);
    await expectTheme(page, theme);
    await toggle.press('Enter');
  }
  await expect(toggle).toBeFocused();
});

test('the choice is kept after a reload, on other pages, after going back, and in open tabs @below-a-path', async ({
  page,
  context,
}) => {
  await page.goto(examples.guide);
  const other = await context.newPage();
  await other.goto(at('/'));
  await colorModeToggle(page).click();
  await expectTheme(page, 'dark');
  await expectTheme(other, 'dark');
  await expect(colorModeToggle(other)).toHaveAccessibleName('Color mode: dark. Switch to system.');
  await page.reload();
  await expectTheme(page, 'dark');
  await linkTo(page, nextGuide).click();
  await expect(page).toHaveURL(nextGuide);
  await expectTheme(page, 'dark');
  await colorModeToggle(page).click();
  await expectTheme(page, 'light');
  await page.goBack();
  await expect(page).toHaveURL(examples.guide);
  await expectTheme(page, 'light');
});

test.describe('with a stored dark mode', () => {
  test.use({ stored: { 'color-mode': 'dark' } });

  test('the page is dark from the first frame, before its scripts have loaded, even on a light system @firefox-nightly', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const themes: unknown[] = [];
      Object.assign(window, { themes });
      new MutationObserver(() => {
        const { theme } = document.documentElement.dataset;
        if (document.body && themes.at(-1) !== theme) themes.push(theme);
      }).observe(document, { attributes: true, childList: true, subtree: true });
    });
    const release = await holdScripts(page);
    await page.goto(examples.guide, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectTheme(page, 'dark');
    release();
    await page.waitForLoadState('load');
    expect(await page.evaluate('themes')).toEqual(['dark']);
  });
});

test('with storage blocked, color mode, language, and dismissal apply to the page, and nothing breaks', async ({
  page,
}) => {
  await blockStorage(page);
  await page.goto(examples.guide);
  await colorModeToggle(page).click();
  await expectTheme(page, 'dark');
  const tab = page.getByRole('tab', { name: 'Python' }).first();
  await tab.click();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  if (announcement?.dismissible) {
    await page.getByRole('button', { name: 'Dismiss announcement' }).click();
    await expect(announcementBar(page)).toBeHidden();
  }
  await page.reload();
  await expectTheme(page, 'light');
});
