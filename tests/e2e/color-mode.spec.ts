import {
  announcementBar,
  colorModeToggle,
  dismissal,
  examples,
  expect,
  expectTheme,
  holdScripts,
  isDismissible,
  test,
} from '../support/site.ts';

test('the choice applies in open tabs @nightly', async ({ page, context }) => {
  await page.goto(examples.guide);
  const other = await context.newPage();
  await other.goto(examples.home);
  await colorModeToggle(page).click();
  await expectTheme(other, 'dark');
  await expect(colorModeToggle(other)).toHaveAccessibleName('Color mode: dark. Switch to system.');
});

test.describe('with a stored dark mode and a dismissed announcement', () => {
  test.use({ stored: { 'color-mode': 'dark', [dismissal]: '2026-01-01T00:00:00.000Z' } });

  test('both apply from the first frame, before scripts load @firefox-nightly', async ({ page }) => {
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
    await expect(announcementBar(page)).toBeHidden();
    await expectTheme(page, 'dark');
    release();
    await page.waitForLoadState('load');
    expect(await page.evaluate('themes')).toEqual(['dark']);
  });
});

test('with storage blocked, color mode, language, and dismissal apply to the page', async ({ page }) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('The storage is blocked.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'caches'])
      Object.defineProperty(window, name, { get });
  });
  await page.goto(examples.guide);
  await colorModeToggle(page).click();
  await expectTheme(page, 'dark');
  const tab = page.getByRole('tab', { name: 'Python' }).first();
  await tab.click();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  if (isDismissible) {
    await page.getByRole('button', { name: 'Dismiss announcement' }).click();
    await expect(announcementBar(page)).toBeHidden();
  }
  await page.reload();
  await expectTheme(page, 'light');
});
