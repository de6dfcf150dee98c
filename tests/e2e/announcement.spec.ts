import type { Page } from '@playwright/test';
import { announcement } from '../../src/config/announcement.ts';
import {
  announcementBar,
  blockStorage,
  boxOf,
  dismissal,
  examples,
  expect,
  header,
  holdScripts,
  isAnnounced,
  test,
  viewports,
} from '../support/site.ts';

// Writers may end the announcement. Then tests/build/other-settings.all.test.ts proves that nothing is left of it.
test.skip(!isAnnounced, 'No announcement is in force.');

const dismissButton = (page: Page) => page.getByRole('button', { name: 'Dismiss announcement' });

test('the announcement is above the header, over the whole width', async ({ page }) => {
  await page.goto('/');
  await expect(announcementBar(page)).toContainText(announcement!.text);
  for (const viewport of Object.values(viewports)) {
    await page.setViewportSize(viewport);
    const bar = await boxOf(announcementBar(page));
    expect(bar).toMatchObject({ x: 0, y: 0, width: viewport.width });
    expect((await boxOf(header(page))).y).toBe(bar.bottom);
    if (!announcement?.link || !announcement.dismissible) continue;
    const link = announcementBar(page).getByRole('paragraph').getByRole('link');
    expect((await boxOf(link)).right).toBeLessThanOrEqual((await boxOf(dismissButton(page))).x);
  }
});

test('the announcement has its link, if any, and the link works', async ({ page }) => {
  await page.goto(examples.guide);
  const links = announcementBar(page).getByRole('link');
  await expect(links).toHaveCount(announcement!.link ? 1 : 0);
  if (!announcement!.link) return;
  const { href, label } = announcement!.link;
  await announcementBar(page).getByRole('link', { name: label }).click();
  await expect(page).toHaveURL(href);
  const [, fragment] = href.split('#');
  const target = fragment ? page.locator(`[id="${fragment}"]`) : page.getByRole('heading', { level: 1 });
  await expect(target).toBeInViewport();
});

test.describe('where readers can dismiss it', () => {
  // Writers may turn this off. Then there is no button to test.
  test.skip(!announcement?.dismissible, 'The announcement in force stays.');

  test('one click on the untouched button dismisses it, for this page and all others', async ({ page }) => {
    await page.goto('/');
    await dismissButton(page).click();
    await expect(announcementBar(page)).toBeHidden();
    await page.reload();
    await expect(announcementBar(page)).toBeHidden();
    await page.goto(examples.guide);
    await expect(announcementBar(page)).toBeHidden();
  });

  test('a dismissal applies to all open tabs', async ({ page, context }) => {
    await page.goto('/');
    const other = await context.newPage();
    await other.goto(examples.guide);
    await expect(announcementBar(other)).toBeVisible();
    await dismissButton(page).click();
    await expect(announcementBar(other)).toBeHidden();
  });

  test('a dismissal moves the focus to the header', async ({ page }) => {
    await page.goto(examples.guide);
    await dismissButton(page).press('Enter');
    await expect(announcementBar(page)).toBeHidden();
    await expect(header(page).getByRole('link').first()).toBeFocused();
  });

  test.describe('once dismissed', () => {
    test.use({ stored: { [dismissal]: '2026-01-01T00:00:00.000Z' } });

    test('the announcement is hidden before the script of all pages has loaded', async ({ page }) => {
      const release = await holdScripts(page);
      await page.goto(examples.guide, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(announcementBar(page)).toBeHidden();
      expect((await boxOf(header(page))).y).toBe(0);
      release();
    });
  });

  test.describe('after the dismissal of an earlier announcement', () => {
    test.use({ stored: { 'announcement-dismissed:an-earlier-one': '2026-01-01T00:00:00.000Z' } });

    test('the current announcement shows', async ({ page }) => {
      await page.goto('/');
      await expect(announcementBar(page)).toBeVisible();
    });
  });

  test('with storage blocked, a dismissal applies to the page and nothing breaks', async ({ page }) => {
    await blockStorage(page);
    await page.goto(examples.plain);
    await dismissButton(page).click();
    await expect(announcementBar(page)).toBeHidden();
    await page.reload();
    await expect(announcementBar(page)).toBeVisible();
  });
});

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('the announcement shows with its link and without a button', async ({ page }) => {
    await page.goto('/');
    await expect(announcementBar(page)).toContainText(announcement!.text);
    await expect(announcementBar(page).getByRole('link')).toHaveCount(announcement!.link ? 1 : 0);
    await expect(announcementBar(page).getByRole('button')).toBeHidden();
  });
});
