import type { Page } from '@playwright/test';
import { blockStorage, colorModeToggle, examples, expect, holdScripts, test } from '../support/site.ts';

declare global {
  interface Window {
    /** Every theme that the page had since its body exists. */
    themesSeen: (string | undefined)[];
  }
}

const expectTheme = (page: Page, theme: 'light' | 'dark') =>
  expect(page.locator('html')).toHaveAttribute('data-theme', theme);

/** What the reader sees, apart from any attribute. */
const isDark = (page: Page) =>
  page.evaluate(() => {
    const [red = 255] = getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
    return red < 128;
  });

test.describe('before a reader chooses a color mode, the page is light', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const javaScriptEnabled of [true, false]) {
      test.describe(() => {
        test.use({ colorScheme, javaScriptEnabled });

        test(`on a ${colorScheme} system with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, async ({
          page,
        }) => {
          await page.goto('/');
          await expectTheme(page, 'light');
          expect(await isDark(page)).toBe(false);
        });
      });
    }
  }
});

test('the toggle cycles through system, light and dark, and its name has the current and the next mode', async ({
  page,
}) => {
  await page.goto(examples.guide);
  const toggle = colorModeToggle(page);
  await expect(toggle).toHaveAccessibleName('Color mode: light. Switch to dark.');
  await toggle.click();
  await expect(toggle).toHaveAccessibleName('Color mode: dark. Switch to system.');
  await expectTheme(page, 'dark');
  expect(await isDark(page)).toBe(true);
  await toggle.click();
  await expect(toggle).toHaveAccessibleName('Color mode: system. Switch to light.');
  await expectTheme(page, 'light');
  await toggle.click();
  await expect(toggle).toHaveAccessibleName('Color mode: light. Switch to dark.');
  expect(await isDark(page)).toBe(false);
});

test('the toggle works with the keyboard', async ({ page }) => {
  await page.goto(examples.guide);
  await colorModeToggle(page).focus();
  await page.keyboard.press('Enter');
  await expect(colorModeToggle(page)).toHaveAccessibleName(/dark\. Switch/);
  await page.keyboard.press('Space');
  await expect(colorModeToggle(page)).toHaveAccessibleName(/system\. Switch/);
  await expect(colorModeToggle(page)).toBeFocused();
});

test('the choice is kept after a reload and on other pages', async ({ page }) => {
  await page.goto('/');
  await colorModeToggle(page).click();
  await expectTheme(page, 'dark');
  await page.reload();
  await expectTheme(page, 'dark');
  await expect(colorModeToggle(page)).toHaveAccessibleName('Color mode: dark. Switch to system.');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Webhooks' }).click();
  await expect(page).toHaveURL('/webhooks/');
  await expectTheme(page, 'dark');
});

test('going back shows the mode that was chosen in the meantime', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Webhooks' }).click();
  await colorModeToggle(page).click();
  await expectTheme(page, 'dark');
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expectTheme(page, 'dark');
});

test('a choice applies to all open tabs', async ({ page, context }) => {
  await page.goto('/');
  const other = await context.newPage();
  await other.goto(examples.guide);
  await colorModeToggle(page).click();
  await expectTheme(other, 'dark');
  await expect(colorModeToggle(other)).toHaveAccessibleName('Color mode: dark. Switch to system.');
  await colorModeToggle(other).click();
  await expect(colorModeToggle(page)).toHaveAccessibleName('Color mode: system. Switch to light.');
});

test.describe('while the mode is system', () => {
  test.use({ stored: { 'color-mode': 'system' }, colorScheme: 'dark' });

  test('the page follows the operating system', async ({ page }) => {
    await page.goto(examples.guide);
    await expectTheme(page, 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expectTheme(page, 'light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectTheme(page, 'dark');
    await expect(colorModeToggle(page)).toHaveAccessibleName('Color mode: system. Switch to light.');
  });
});

for (const mode of ['light', 'dark'] as const) {
  test.describe(`while the mode is ${mode}`, () => {
    test.use({ stored: { 'color-mode': mode } });

    test('changes of the operating system have no effect', async ({ page }) => {
      await page.goto(examples.guide);
      // Once the toggle works, the script that could follow the system has run.
      await expectTheme(page, mode);
      await page.waitForLoadState('load');
      for (const colorScheme of ['dark', 'light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
        expect(await isDark(page)).toBe(mode === 'dark');
      }
    });
  });
}

test.describe('with a stored dark mode', () => {
  test.use({ stored: { 'color-mode': 'dark' } });

  test('the page is dark from the first frame', async ({ page }) => {
    await page.addInitScript(() => {
      window.themesSeen = [];
      new MutationObserver(() => {
        const { theme } = document.documentElement.dataset;
        if (document.body && window.themesSeen.at(-1) !== theme) window.themesSeen.push(theme);
      }).observe(document, { attributes: true, childList: true, subtree: true });
    });
    await page.goto(examples.guide);
    expect(await page.evaluate(() => window.themesSeen)).toEqual(['dark']);
  });

  test('the page is dark before the script of all pages has loaded', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto(examples.guide, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectTheme(page, 'dark');
    expect(await isDark(page)).toBe(true);
    release();
  });
});

test.describe('with an unknown stored value', () => {
  test.use({ stored: { 'color-mode': 'sepia' }, colorScheme: 'dark' });

  test('the page is light and the toggle works', async ({ page }) => {
    await page.goto('/');
    await expectTheme(page, 'light');
    await colorModeToggle(page).click();
    await expectTheme(page, 'dark');
  });
});

test('with storage blocked, the choice applies to the page and nothing breaks', async ({ page }) => {
  await blockStorage(page);
  await page.goto(examples.plain);
  await expectTheme(page, 'light');
  await colorModeToggle(page).click();
  await expectTheme(page, 'dark');
  await colorModeToggle(page).click();
  await expect(colorModeToggle(page)).toHaveAccessibleName('Color mode: system. Switch to light.');
  await page.reload();
  await expectTheme(page, 'light');
});
