import type { Page } from '@playwright/test';
import { accessible, codeIsReachable, violations, violationsInBothModes } from '../support/axe.ts';
import {
  HEADER_CONTROLS,
  HEADER_CONTROLS_ON_PHONE,
  colorModeToggle,
  examples,
  expect,
  openPage,
  searchButton,
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
  const ids = async (rules: 'all' | 'colors') =>
    (await violations(page, rules)).map((each) => each.split(',')[0]);
  expect(await ids('all')).toEqual(['color-contrast', 'image-alt']);
  expect(await ids('colors')).toEqual(['color-contrast']);
});

test.describe('in both modes axe finds nothing on the', () => {
  test.use({ stored: { 'color-mode': 'system' } });

  test('open mobile menu and the open search', async ({ page }) => {
    test.slow();
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
      expect.soft(await violationsInBothModes(page), `search for "${query}"`).toEqual(accessible);
    }
    await page.keyboard.press('Escape');
    await page.setViewportSize(viewports.phone);
    expect.soft(await violationsInBothModes(page), 'phone').toEqual(accessible);
    await page.getByRole('button', { name: 'Menu' }).click();
    expect.soft(await violationsInBothModes(page), 'menu').toEqual(accessible);
  });

  test('pages of each kind on a phone', async ({ page }) => {
    test.setTimeout(180_000);
    await page.setViewportSize(viewports.phone);
    for (const path of Object.values(examples)) {
      await openPage(page, path);
      expect.soft(await violationsInBothModes(page), path).toEqual(accessible);
    }
  });
});

test('the skip link is the first focusable element and moves to the content', async ({ page }) => {
  await page.goto(examples.guide);
  await page.keyboard.press('Tab');
  const skipLink = page.getByRole('link', { name: 'Skip to content' });
  await expect(skipLink).toBeFocused();
  await expect(skipLink).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${examples.guide}#_top`);
  await page.keyboard.press('Tab');
  const main = page.getByRole('main');
  await expect(main.locator(':focus')).toHaveCount(1);
  await expect(main.getByRole('heading', { level: 1 })).toBeInViewport();
});

for (const [name, viewport] of Object.entries({ phone: viewports.phone, desktop: viewports.desktop })) {
  for (const mode of ['light', 'dark']) {
    test.describe(() => {
      test.use({ viewport, stored: { 'color-mode': mode } });

      test(`every control of the header shows its focus (${name}, ${mode})`, async ({ page }) => {
        await page.goto(examples.guide);
        const seen: string[] = [];
        for (let presses = 0; presses < 20; presses++) {
          await page.keyboard.press('Tab');
          const focus = await focusInHeader(page);
          if (focus) {
            expect.soft(focus.outline, focus.name).toBeGreaterThanOrEqual(2);
            expect
              .soft(focus.contrast, `contrast of the focus ring of ${focus.name}`)
              .toBeGreaterThanOrEqual(3);
            seen.push(focus.name);
          } else if (seen.length > 0) break;
        }
        expect(seen.length).toBe(name === 'phone' ? HEADER_CONTROLS_ON_PHONE : HEADER_CONTROLS);
      });
    });
  }
}

/** The focus ring of the focused control, if it is in the header. */
function focusInHeader(page: Page) {
  return page.evaluate(() => {
    const focused = document.activeElement;
    const header = focused?.closest('header');
    if (!focused || !header) return undefined;
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
        const share = Number(part) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const style = getComputedStyle(focused);
    const [dark = 0, bright = 0] = [style.outlineColor, getComputedStyle(header).backgroundColor]
      .map(luminance)
      .toSorted((a, b) => a - b);
    return {
      name: focused.getAttribute('aria-label') ?? focused.textContent.trim(),
      outline: style.outlineStyle === 'none' ? 0 : parseFloat(style.outlineWidth),
      contrast: (bright + 0.05) / (dark + 0.05),
    };
  });
}

test('the color mode toggle keeps the focus and its ring after a press', async ({ page }) => {
  await page.goto(examples.guide);
  await colorModeToggle(page).focus();
  await page.keyboard.press('Enter');
  await expect(colorModeToggle(page)).toHaveAccessibleName(/dark\. Switch/);
  await expect(colorModeToggle(page)).toBeFocused();
});
