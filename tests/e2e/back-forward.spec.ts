import {
  announcementBar,
  colorModeToggle,
  examples,
  expect,
  isDismissible,
  linkTo,
  nextGuide,
  unsteadyTest as test,
} from '../support/site.ts';

// Enables the back/forward cache, which Playwright disables. Launch options apply to a whole file.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  },
});

test('a page from the back/forward cache shows later choices and no feedback', async ({ page }) => {
  const persisted: boolean[] = [];
  await page.exposeFunction('reportShow', (each: boolean) => persisted.push(each));
  await page.addInitScript("addEventListener('pageshow', (event) => reportShow(event.persisted))");
  await page.goto(examples.guide);
  // Wait for the service worker, because it discards kept pages when it takes over.
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  await page.reload();
  await linkTo(page, nextGuide).click();
  await expect(page).toHaveURL(nextGuide);
  await colorModeToggle(page).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  if (isDismissible) {
    await page.getByRole('button', { name: 'Dismiss announcement' }).click();
    await expect(announcementBar(page)).toBeHidden();
  }
  persisted.length = 0;
  await page.evaluate(() => void setTimeout(() => history.back()));
  await expect.poll(() => persisted).toEqual([true]);
  await expect(page).toHaveURL(examples.guide);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  if (isDismissible) await expect(announcementBar(page)).toBeHidden();
  await expect(page.locator('.page-loading')).toBeEmpty();
});
