import type { Locator, Page } from '@playwright/test';
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

// Writers may end the announcement. Then tests/build/other-settings.test.ts proves that nothing is left of it.
test.skip(!isAnnounced, 'No announcement is in force.');

const dismissButton = (page: Page) => page.getByRole('button', { name: 'Dismiss announcement' });

for (const [name, viewport] of Object.entries(viewports)) {
  test(`the announcement is above the header, over the whole width (${name})`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto('/');
    const bar = await boxOf(announcementBar(page));
    expect(bar).toMatchObject({ x: 0, y: 0, width: viewport.width });
    expect((await boxOf(header(page))).y).toBe(bar.bottom);
    if (!announcement?.link || !announcement.dismissible) return;
    const link = announcementBar(page).getByRole('paragraph').getByRole('link');
    expect((await boxOf(link)).right).toBeLessThanOrEqual((await boxOf(dismissButton(page))).x);
  });
}

test('the announcement shows its text', async ({ page }) => {
  await page.goto(examples.guide);
  await expect(announcementBar(page)).toContainText(announcement!.text);
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
    await dismissButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(announcementBar(page)).toBeHidden();
    await expect(header(page).getByRole('link').first()).toBeFocused();
  });

  for (const mode of ['light', 'dark']) {
    test.describe(`in ${mode} mode`, () => {
      test.use({ stored: { 'color-mode': mode } });

      test('the focus ring of the link and of the button is visible and not cut off', async ({ page }) => {
        await page.goto(examples.guide);
        const bar = await boxOf(announcementBar(page));
        await announcementBar(page).getByRole('link').focus();
        // With the keyboard, so that the ring shows.
        await page.keyboard.press('Shift+Tab');
        for (const control of [announcementBar(page).getByRole('link'), dismissButton(page)]) {
          await page.keyboard.press('Tab');
          await expect(control).toBeFocused();
          const ring = await focusRing(control);
          expect(ring.style).toBe('solid');
          expect(contrast(ring.color, ring.background)).toBeGreaterThanOrEqual(3);
          const box = await boxOf(control);
          expect(box.x - ring.reach).toBeGreaterThanOrEqual(bar.x);
          expect(box.y - ring.reach).toBeGreaterThanOrEqual(bar.y);
          expect(box.right + ring.reach).toBeLessThanOrEqual(bar.right);
          expect(box.bottom + ring.reach).toBeLessThanOrEqual(bar.bottom);
        }
      });
    });
  }

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

    test('the announcement takes no space in any frame', async ({ page }) => {
      await page.addInitScript(() => {
        const heights: number[] = [];
        Object.assign(window, { heights });
        (function measure() {
          const bar = document.querySelector('aside[aria-label=Announcement]');
          if (bar) heights.push(bar.getBoundingClientRect().height);
          requestAnimationFrame(measure);
        })();
      });
      await page.goto(examples.guide);
      const heights = await page.waitForFunction(() => {
        const { heights } = window as unknown as { heights: number[] };
        return heights.length > 5 && heights;
      });
      expect(new Set((await heights.jsonValue()) || [])).toEqual(new Set([0]));
    });
  });

  test.describe('after the dismissal of an earlier announcement', () => {
    test.use({ stored: { 'announcement-dismissed:an-earlier-one': '2026-01-01T00:00:00.000Z' } });

    test('the current announcement shows', async ({ page }) => {
      await page.goto('/');
      await expect(announcementBar(page)).toBeVisible();
    });
  });

  test('an announcement with another id shows again', async ({ page }) => {
    await page.goto('/');
    await dismissButton(page).click();
    await expect(announcementBar(page)).toBeHidden();
    await page.evaluate((key) => {
      localStorage.setItem(`${key}-2`, localStorage.getItem(key) ?? '');
      localStorage.removeItem(key);
    }, dismissal);
    await page.reload();
    await expect(announcementBar(page)).toBeVisible();
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

/** How an element's focus ring looks, and how far it reaches beyond the element. */
async function focusRing(control: Locator) {
  return control.evaluate((element) => {
    const { outlineColor, outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element);
    return {
      color: outlineColor,
      style: outlineStyle,
      reach: parseFloat(outlineWidth) + parseFloat(outlineOffset),
      background: getComputedStyle(element.closest('aside')!).backgroundColor,
    };
  });
}

/** Contrast of two colors in the form `rgb(…)`, as WCAG defines it. */
function contrast(one: string, other: string): number {
  const [lower, higher] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (higher! + 0.05) / (lower! + 0.05);
}

function luminance(color: string): number {
  const channels = color
    .match(/[\d.]+/g)!
    .slice(0, 3)
    .map((value) => Number(value) / 255);
  const [red, green, blue] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
