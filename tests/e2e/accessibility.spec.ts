import { isInteractive } from '../../src/config/apis.ts';
import { accessible, violationsInBothModes } from '../support/axe.ts';
import { sitePages } from '../support/built-pages.ts';
import {
  HEADER_CONTROLS,
  examples,
  expect,
  fits,
  isAnnounced,
  overflow,
  searchButton,
  test,
  viewports,
} from '../support/site.ts';

const daily: readonly string[] = [examples.home, examples.guide, examples.operation];

test.describe('axe finds no violations in either color mode', () => {
  test.use({ stored: { 'color-mode': 'system' } });

  test('in the open search and the open mobile menu @nightly', async ({ page }) => {
    await page.goto(examples.guide);
    await searchButton(page).click();
    const search = page.getByRole('dialog');
    const queries = { '': 'Popular', consent: 'results for', xyz: 'No results' };
    for (const [query, shown] of Object.entries(queries)) {
      await search.getByRole('textbox').fill(query);
      await expect(search.getByText(shown).first()).toBeVisible();
      expect(await violationsInBothModes(page, 'dialog[open]'), `search for "${query}"`).toEqual(accessible);
    }
    await page.keyboard.press('Escape');
    await page.setViewportSize(viewports.phone);
    await page.getByRole('button', { name: 'Menu' }).click();
    expect(await violationsInBothModes(page, 'header, nav'), 'menu').toEqual(accessible);
  });

  for (const path of [...sitePages, examples.notFound, '/500.html'].filter((each) => !isInteractive(each))) {
    const tags = daily.includes(path) ? '' : ' @nightly @each-page';
    test(`on ${path}, even on a phone, and it fits every window${tags}`, async ({ page }) => {
      await page.goto(path);
      for (const viewport of Object.values(viewports)) {
        await page.setViewportSize(viewport);
        expect(await overflow(page), `at ${viewport.width} px`).toEqual(fits);
      }
      expect(await violationsInBothModes(page)).toEqual(accessible);
      await page.setViewportSize(viewports.phone);
      expect(await violationsInBothModes(page), 'on a phone').toEqual(accessible);
    });
  }
});

test('the skip link is the first focusable element and moves to the content', async ({ page }) => {
  await page.goto(examples.guide);
  await page.keyboard.press('Tab');
  const skipLink = page.getByRole('link', { name: 'Skip to content' });
  await expect(skipLink).toBeFocused();
  await expect(skipLink).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});

test('every control in the announcement and the header shows its focus', async ({ page }) => {
  await page.setViewportSize(viewports.desktop);
  await page.goto(examples.guide);
  const seen = new Set<string>();
  for (let presses = 0; presses < HEADER_CONTROLS + 4; presses++) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus:is(header *, aside[aria-label=Announcement] *)');
    if ((await focused.count()) === 0) continue;
    await expect(focused).toHaveCSS('outline-style', 'solid');
    seen.add(await focused.evaluate((each) => each.outerHTML));
  }
  expect(seen.size).toBeGreaterThanOrEqual(HEADER_CONTROLS + (isAnnounced ? 1 : 0));
});
