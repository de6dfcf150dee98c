import {
  announcementBar,
  at,
  blockStorage,
  colorModeToggle,
  examples,
  expect,
  expectTheme,
  holdScripts,
  isDismissible,
  linkTo,
  nextGuide,
  test,
} from '../support/site.ts';

test('the choice is kept on other pages, after going back, and in open tabs @nightly @below-a-path', async ({
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
  if (isDismissible) {
    await page.getByRole('button', { name: 'Dismiss announcement' }).click();
    await expect(announcementBar(page)).toBeHidden();
  }
  await page.reload();
  await expectTheme(page, 'light');
});
