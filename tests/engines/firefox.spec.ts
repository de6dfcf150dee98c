import {
  colorModeToggle,
  examples,
  expect,
  searchButton,
  sidebar,
  test,
  viewports,
} from '../support/site.ts';

/* Firefox runs the tests of tests/e2e/ with the tag @firefox. Here is what it can't do there: JavaScript is off in the
   whole browser, and Playwright's clicks and matchers wait for scripts. */

test('without JavaScript, a guide shows every sample, and no control that needs a script', async ({
  page,
}) => {
  await page.goto(examples.guide);
  const panels = await page.getByRole('main').locator('[role=tabpanel]').all();
  expect(panels.length).toBeGreaterThan(1);
  for (const panel of panels) expect(await panel.isVisible()).toBe(true);
  for (const control of [searchButton(page), colorModeToggle(page)])
    expect(await control.isVisible()).toBe(false);
});

test.describe('on a phone', () => {
  test.use({ viewport: viewports.phone });

  test('without JavaScript, the mobile menu opens and closes, and its links open pages', async ({ page }) => {
    await page.goto(examples.guide);
    const link = sidebar(page).getByRole('link', { name: 'Sync mode' });
    const isShown = (shown: boolean) => expect.poll(() => link.isVisible()).toBe(shown);
    await isShown(false);
    await page.getByRole('button', { name: 'Menu' }).focus();
    await page.keyboard.press('Enter');
    await isShown(true);
    await page.keyboard.press('Escape');
    await isShown(false);
    await page.keyboard.press('Enter');
    await isShown(true);
    await link.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/account-information/data-access/sync-mode/');
  });
});
