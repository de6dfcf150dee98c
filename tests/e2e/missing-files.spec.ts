import {
  announcementBar,
  colorModeToggle,
  examples,
  expect,
  fits,
  linkTo,
  nextGuide,
  overflow,
  searchButton,
  test,
  viewports,
} from '../support/site.ts';

/** The message below the page. It comes from the styles, because the script is missing. */
const message = () => getComputedStyle(document.body, '::after').content;

const SCRIPTS = /\/_astro\/.*\.js$/;

test('without its scripts, a page says so, hides dead controls, and can be reloaded', async ({ page }) => {
  await page.setViewportSize(viewports.phone);
  await page.route(SCRIPTS, (route) => route.fulfill({ status: 503 }));
  await page.goto(examples.guide);
  await expect(searchButton(page)).toBeHidden();
  await expect(colorModeToggle(page)).toBeHidden();
  await expect(announcementBar(page).getByRole('button')).toBeHidden();
  await expect.poll(() => page.evaluate(message)).toContain("Part of this page didn't load. Reload it");
  expect(await overflow(page)).toEqual(fits);
  await page.getByRole('button', { name: 'Menu' }).click();
  await linkTo(page, nextGuide).click();
  await expect(page).toHaveURL(nextGuide);

  await page.unroute(SCRIPTS);
  await page.reload();
  await expect(searchButton(page)).toBeVisible();
  await expect(colorModeToggle(page)).toBeVisible();
  expect(await page.evaluate(message)).toBe('none');
});

test("an error in an extension's script leaves all controls visible", async ({ page }) => {
  await page.goto(examples.guide);
  await page.evaluate(() => {
    dispatchEvent(new ErrorEvent('error', { message: 'An extension of the browser.' }));
    const script = document.createElement('script');
    document.body.append(Object.assign(script, { type: 'module', src: '/no-such-extension.js' }));
  });
  await page.waitForLoadState('networkidle');
  await expect(searchButton(page)).toBeVisible();
  expect(await page.evaluate(message)).toBe('none');
});
