import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import {
  colourModeToggle,
  examples,
  expect,
  isInteractive,
  openPage,
  searchButton,
  sitePages,
  test,
  viewports,
} from '../support/site.ts';

type Mode = 'light' | 'dark';

/** Stand in for pages that are not there, or could not be loaded. */
const errorPages = [examples.notFound, '/500.html'];

/**
 * The pages in groups that take about as long as each other. The interactive references have the test of their
 * own that draws every operation first: reference/interactive-pages.spec.ts.
 */
const groups: Record<string, (path: string) => boolean> = {
  'welcome and other pages of no section': (path) =>
    !isInteractive(path) && /^\/(?!account-|sequencing|categorization|analysis|webhooks|api\/)/.test(path),
  'data access pages': (path) => path.startsWith('/account-information/data-access/'),
  'provider pages': (path) => path.startsWith('/account-information/providers/'),
  'other account information pages': (path) => /^\/account-information\/([a-z-]+\/)?$/.test(path),
  'sequencing pages': (path) => path.startsWith('/sequencing/'),
  'categorization pages': (path) => path.startsWith('/categorization/'),
  'analysis pages': (path) => path.startsWith('/analysis/'),
  'webhook pages': (path) => path.startsWith('/webhooks/'),
  'static reference, A to B': (path) => /^\/api\/([ab]|$)/.test(path),
  'static reference, C to O': (path) => /^\/api\/[c-o]/.test(path),
  'static reference, P to Z': (path) => /^\/api\/[p-z]/.test(path),
};

test('every page of the site stands in one group of the tests below', async ({ request }) => {
  const paths = [...(await sitePages(request)), ...errorPages];
  for (const path of paths.filter((each) => !isInteractive(each))) {
    const found = Object.keys(groups).filter((name) => groups[name]!(path));
    expect.soft(found, path).toHaveLength(1);
  }
});

test('axe would see a picture without a name and a text that is too pale', async ({ page }) => {
  await page.goto(examples.guide);
  await page.getByRole('main').evaluate((main) => {
    main.append(new Image());
    main.insertAdjacentHTML('beforeend', '<p style="color: #bbb; background: #fff">Pale.</p>');
  });
  await codeIsReachable(page);
  const ids = async (rules: 'all' | 'colours') =>
    (await violations(page, rules)).map((each) => each.split(',')[0]);
  expect(await ids('all')).toEqual(['color-contrast', 'image-alt']);
  expect(await ids('colours')).toEqual(['color-contrast']);
});

test.describe('in both modes axe finds nothing on the', () => {
  test.use({ stored: { 'colour-mode': 'system' } });

  for (const [name, includes] of Object.entries(groups)) {
    test(name, async ({ page, request }) => {
      test.setTimeout(240_000);
      const paths = [...(await sitePages(request)), ...errorPages].filter(includes);
      expect(paths).not.toEqual([]);
      for (const path of paths) {
        await page.emulateMedia({ colorScheme: 'light' });
        await page.goto(path);
        expect.soft(await violationsIn(page, 'light'), `${path}, light`).toEqual([]);
        await page.emulateMedia({ colorScheme: 'dark' });
        expect.soft(await violationsIn(page, 'dark'), `${path}, dark`).toEqual([]);
      }
    });
  }
});

for (const mode of ['light', 'dark'] as const) {
  test.describe(`in ${mode} mode axe finds nothing on the`, () => {
    test.use({ stored: { 'colour-mode': mode } });

    test('open mobile menu and the open search', async ({ page }) => {
      test.slow();
      await page.goto(examples.guide);
      await searchButton(page).click();
      await page.getByRole('dialog').getByRole('textbox').fill('consent');
      await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible();
      expect.soft(await violationsIn(page, mode), 'search').toEqual([]);
      await page.keyboard.press('Escape');
      await page.setViewportSize(viewports.phone);
      expect.soft(await violationsIn(page, mode), 'phone').toEqual([]);
      await page.getByRole('button', { name: 'Menu' }).click();
      expect.soft(await violationsIn(page, mode), 'menu').toEqual([]);
    });

    test('pages of each kind on a phone', async ({ page }) => {
      test.setTimeout(180_000);
      await page.setViewportSize(viewports.phone);
      for (const path of Object.values(examples)) {
        await openPage(page, path);
        expect.soft(await violationsIn(page, mode), path).toEqual([]);
      }
    });
  });
}

test('the skip link is the first stop of the keyboard and leads to the text', async ({ page }) => {
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
      test.use({ viewport, stored: { 'colour-mode': mode } });

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
        expect(seen.length).toBe(name === 'phone' ? 4 : 11);
      });
    });
  }
}

/** What axe finds on a page: in light mode by every rule, in dark mode by those of colours. */
async function violationsIn(page: Page, mode: Mode): Promise<string[]> {
  await expect(page.locator('html')).toHaveAttribute('data-theme', mode);
  await codeIsReachable(page);
  return violations(page, mode === 'light' ? 'all' : 'colours');
}

/** Waits until a script has made every code block that scrolls a stop of the keyboard. */
async function codeIsReachable(page: Page) {
  const unreachable = () =>
    page
      .locator('.expressive-code pre')
      .evaluateAll(
        (blocks) => blocks.filter((pre) => pre.scrollWidth > pre.clientWidth && pre.tabIndex < 0).length,
      );
  await expect.poll(unreachable, 'code blocks that scroll and take no focus').toBe(0);
}

/** The focus ring of the focused control, when it stands in the header. */
function focusInHeader(page: Page) {
  return page.evaluate(() => {
    const focused = document.activeElement;
    const header = focused?.closest('header');
    if (!focused || !header) return undefined;
    const luminance = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
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

test('the colour-mode toggle keeps its focus and its ring after a press', async ({ page }) => {
  await page.goto(examples.guide);
  await colourModeToggle(page).focus();
  await page.keyboard.press('Enter');
  await expect(colourModeToggle(page)).toHaveAccessibleName(/dark\. Switch/);
  await expect(colourModeToggle(page)).toBeFocused();
});
