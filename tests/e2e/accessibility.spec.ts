import type { Page } from '@playwright/test';
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
  templates,
  test,
  viewports,
} from '../support/site.ts';

test.describe('axe finds nothing in both color modes', () => {
  test.use({ stored: { 'color-mode': 'system' } });

  // For interactive pages, it's reference/interactive.spec.ts.
  for (const path of templates.filter((each) => !isInteractive(each))) {
    test(`on ${path}`, async ({ page }) => {
      await page.goto(path);
      expect(await violationsInBothModes(page)).toEqual(accessible);
    });
  }

  test('in the open search and the open mobile menu', async ({ page }) => {
    await page.goto(examples.guide);
    await searchButton(page).click();
    const search = page.getByRole('dialog');
    for (const [query, shown] of Object.entries({
      '': 'Popular',
      consent: 'results for',
      xyz: 'No results',
    })) {
      await search.getByRole('textbox').fill(query);
      await expect(search.getByText(shown).first()).toBeVisible();
      expect(await violationsInBothModes(page), `search for "${query}"`).toEqual(accessible);
    }
    await page.keyboard.press('Escape');
    await page.setViewportSize(viewports.phone);
    await page.getByRole('button', { name: 'Menu' }).click();
    expect(await violationsInBothModes(page), 'menu').toEqual(accessible);
  });

  for (const path of [...sitePages, examples.notFound, '/500.html'].filter((each) => !isInteractive(each)))
    test(
      `nor on a phone, and the policy blocks nothing, and every window fits: ${path}`,
      {
        tag: '@nightly',
      },
      async ({ page }) => {
        await page.goto(path);
        for (const viewport of Object.values(viewports)) {
          await page.setViewportSize(viewport);
          expect(await overflow(page), `at ${viewport.width} px`).toEqual(fits);
        }
        expect(await violationsInBothModes(page)).toEqual(accessible);
        await page.setViewportSize(viewports.phone);
        expect(await violationsInBothModes(page), 'on a phone').toEqual(accessible);
      },
    );
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

for (const mode of ['light', 'dark']) {
  test.describe(() => {
    test.use({ viewport: viewports.desktop, stored: { 'color-mode': mode } });

    test(`every control of the announcement and the header shows its focus (${mode})`, async ({ page }) => {
      await page.goto(examples.guide);
      const seen: string[] = [];
      for (let presses = 0; presses < 30; presses++) {
        await page.keyboard.press('Tab');
        const ring = await focusRing(page);
        if (ring) {
          expect(ring.width, ring.name).toBeGreaterThanOrEqual(2);
          expect(ring.contrast, `contrast of the focus ring of ${ring.name}`).toBeGreaterThanOrEqual(3);
          seen.push(ring.name);
        } else if (seen.length > 0) break;
      }
      expect(seen.length).toBeGreaterThanOrEqual(HEADER_CONTROLS + (isAnnounced ? 1 : 0));
    });
  });
}

/** The focus ring of the focused control, if it is in the announcement or the header. */
function focusRing(page: Page) {
  return page.evaluate(() => {
    const focused = document.activeElement;
    const bar = focused?.closest('header, aside[aria-label=Announcement]');
    if (!focused || !bar) return undefined;
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
        const share = Number(part) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const style = getComputedStyle(focused);
    const [dark = 0, light = 0] = [style.outlineColor, getComputedStyle(bar).backgroundColor]
      .map(luminance)
      .toSorted((a, b) => a - b);
    return {
      name: focused.getAttribute('aria-label') ?? focused.textContent.trim(),
      width: style.outlineStyle === 'none' ? 0 : parseFloat(style.outlineWidth),
      contrast: (light + 0.05) / (dark + 0.05),
    };
  });
}
