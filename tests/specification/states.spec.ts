import {
  at,
  announcementBar,
  colorModeToggle,
  expect,
  expectTheme,
  header,
  isDismissible,
  linkTo,
  test,
  viewports,
} from '../support/site.ts';

/*
 * The line "Site-only state" of section 4 of the specification: a test per state, with its text as its title. Never
 * delete or weaken a test here.
 */

const PAGE = at('/webhooks/structure/');
const OTHER = at('/webhooks/events/');

test('colour mode cycles system, light, dark; the toggle says so and keeps the focus @firefox', async ({
  page,
}) => {
  await page.goto(PAGE);
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

// The bar is optional, and so is its button. tests/build/other-settings.all.test.ts covers a site without the bar.
if (isDismissible)
  test.describe('after an earlier announcement was dismissed,', () => {
    test.use({ stored: { 'announcement-dismissed:an-earlier-one': '2026-01-01T00:00:00.000Z' } });

    test('the announcement bar can be dismissed and the dismissal is remembered in browser storage, also in open tabs', async ({
      page,
      context,
    }) => {
      await page.goto('/');
      const other = await context.newPage();
      await other.goto(PAGE);
      await expect(announcementBar(other)).toBeVisible();
      await page.getByRole('button', { name: 'Dismiss announcement' }).press('Enter');
      await expect(announcementBar(page)).toBeHidden();
      await expect(header(page).getByRole('link').first()).toBeFocused();
      await expect(announcementBar(other)).toBeHidden();
      const keys = await page.evaluate(() => Object.keys(localStorage));
      expect(keys.filter((key) => key.startsWith('announcement-dismissed:'))).toHaveLength(2);
      await page.reload();
      await expect(announcementBar(page)).toBeHidden();
      await page.goto(PAGE);
      await expect(announcementBar(page)).toBeHidden();
    });
  });

for (const javaScriptEnabled of [true, false])
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'},`, () => {
    test.use({ javaScriptEnabled, viewport: viewports.phone });

    test('the mobile sidebar opens and closes by its button and by Escape, and its links open pages @firefox-nightly', async ({
      page,
    }) => {
      const button = page.getByRole('button', { name: 'Menu' });
      const link = linkTo(page, OTHER);
      await page.goto(PAGE);
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
      await expect(page).toHaveURL(OTHER);
      await expect(button).toBeVisible();
    });
  });
