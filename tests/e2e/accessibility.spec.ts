import type { Page } from '@playwright/test';
import { accessible, codeIsReachable, violations, violationsInBothModes } from '../support/axe.ts';
import { isInteractive } from '../support/routes.ts';
import {
  HEADER_CONTROLS,
  colorModeToggle,
  examples,
  expect,
  isAnnounced,
  openPage,
  searchButton,
  templates,
  test,
  viewports,
} from '../support/site.ts';

test('axe finds an image without a name and text with too little contrast', async ({ page }) => {
  await page.goto(examples.guide);
  await page.getByRole('main').evaluate((main) => {
    main.append(new Image());
    main.insertAdjacentHTML('beforeend', '<p style="color: #bbb; background: #fff">Pale.</p>');
  });
  await codeIsReachable(page);
  const ids = (await violations(page)).map((each) => each.split(',')[0]);
  expect(ids).toEqual(['color-contrast', 'image-alt']);
});

test.describe('axe finds nothing in both color modes', () => {
  test.use({ stored: { 'color-mode': 'system' } });

  // For interactive pages, it's reference/interactive-pages.all.spec.ts.
  for (const path of templates.filter((each) => !isInteractive(each))) {
    test(`on ${path}`, async ({ page }) => {
      await openPage(page, path);
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
});

test('the skip link is the first focusable element and moves to the content', async ({ page }) => {
  await page.goto(examples.guide);
  await page.keyboard.press('Tab');
  const skipLink = page.getByRole('link', { name: 'Skip to content' });
  await expect(skipLink).toBeFocused();
  await expect(skipLink).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const main = page.getByRole('main');
  await expect(main.locator(':focus')).toHaveCount(1);
  await expect(main.getByRole('heading', { level: 1 })).toBeInViewport();
});

for (const mode of ['light', 'dark']) {
  test.describe(() => {
    test.use({ viewport: viewports.desktop, stored: { 'color-mode': mode } });

    test(`every control of the announcement and the header shows its focus (${mode})`, async ({ page }) => {
      await page.goto(examples.guide);
      const seen: string[] = [];
      for (let presses = 0; presses < 20; presses++) {
        await page.keyboard.press('Tab');
        const ring = await focusRing(page);
        if (ring) {
          expect(ring.width, ring.name).toBeGreaterThanOrEqual(2);
          expect(ring.contrast, `contrast of the focus ring of ${ring.name}`).toBeGreaterThanOrEqual(3);
          expect(ring.isWhole, `the focus ring of ${ring.name} is inside the bar`).toBe(true);
          seen.push(ring.name);
        } else if (seen.length > 0) break;
      }
      expect(seen.length).toBe(HEADER_CONTROLS + (isAnnounced ? 2 : 0));
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
    const reach = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset);
    const [ring, around] = [focused.getBoundingClientRect(), bar.getBoundingClientRect()];
    return {
      name: focused.getAttribute('aria-label') ?? focused.textContent.trim(),
      width: style.outlineStyle === 'none' ? 0 : parseFloat(style.outlineWidth),
      contrast: (light + 0.05) / (dark + 0.05),
      isWhole: ring.top - reach >= around.top && ring.bottom + reach <= around.bottom,
    };
  });
}

test('the color mode toggle keeps the focus after a press', async ({ page }) => {
  await page.goto(examples.guide);
  await colorModeToggle(page).press('Enter');
  await expect(colorModeToggle(page)).toHaveAccessibleName(/dark\. Switch/);
  await expect(colorModeToggle(page)).toBeFocused();
});
