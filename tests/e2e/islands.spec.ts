import type { Page } from '@playwright/test';
import {
  colorModeToggle,
  examples,
  expect,
  isAnnounced,
  requestsOf,
  test,
  viewports,
} from '../support/site.ts';

declare global {
  interface Window {
    /** Every color mode that the page changed to. */
    modesSeen: (string | null)[];
  }
}

/** URLs of React and of the islands' own code, from the islands of a page. */
async function islandCode(page: Page): Promise<string[]> {
  const addresses = await page
    .locator('astro-island')
    .evaluateAll((islands) =>
      islands.flatMap((island) => ['renderer-url', 'component-url'].map((name) => island.getAttribute(name))),
    );
  return [...new Set(addresses)].map((address) => new URL(address!, page.url()).href);
}

/** Opens a page that records every change of its color mode, also of several in one go. */
async function openRecorded(page: Page) {
  await page.addInitScript(() => {
    window.modesSeen = [];
    addEventListener('DOMContentLoaded', () => {
      new MutationObserver((changes) => {
        for (const { oldValue } of changes.slice(1)) window.modesSeen.push(oldValue);
        window.modesSeen.push(document.documentElement.getAttribute('data-color-mode'));
      }).observe(document.documentElement, {
        attributeFilter: ['data-color-mode'],
        attributeOldValue: true,
      });
    });
  });
  await page.goto(examples.guide);
}

/** Waits until the toggle's island runs, and every click that was kept for it was given again. */
async function hydrated(page: Page) {
  await expect(page.locator('astro-island', { has: colorModeToggle(page) })).not.toHaveAttribute('ssr');
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}

const modesSeen = (page: Page) => page.evaluate(() => window.modesSeen);

for (const path of [examples.home, examples.guide, examples.longGuide, examples.operation]) {
  test(`${path} loads no React before the reader touches an island`, async ({ page }) => {
    const requests = requestsOf(page);
    await page.goto(path);
    await page.mouse.move(300, 500);
    await page.waitForLoadState('networkidle');
    const code = await islandCode(page);
    // Of the toggle, the announcement and React.
    expect(code.length).toBeGreaterThanOrEqual(isAnnounced ? 3 : 2);
    expect(requests.filter((address) => code.includes(address))).toEqual([]);
  });
}

const touches: Record<string, (page: Page) => Promise<void>> = {
  'a pointer over the toggle': (page) => colorModeToggle(page).hover(),
  'focus on the toggle': (page) => colorModeToggle(page).focus(),
};
for (const [name, touch] of Object.entries(touches)) {
  test(`${name} loads React and changes nothing yet`, async ({ page }) => {
    const requests = requestsOf(page);
    await openRecorded(page);
    const [renderer] = (await islandCode(page)).filter((address) => /client/.test(address));
    expect(renderer).toBeDefined();
    expect(requests).not.toContain(renderer);
    await touch(page);
    await expect.poll(() => requests).toContain(renderer);
    await hydrated(page);
    expect(await modesSeen(page)).toEqual([]);
  });
}

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: viewports.phone });

  test('the first tap changes the mode exactly once', async ({ page }) => {
    await openRecorded(page);
    await colorModeToggle(page).tap();
    await hydrated(page);
    expect(await modesSeen(page)).toEqual(['dark']);
  });
});

for (const delay of [0, 300]) {
  test.describe(delay ? 'on a slow line' : 'on a fast line', () => {
    test.beforeEach(async ({ page }) => {
      await page.route('**/_astro/*.js', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, delay));
        await route.continue();
      });
    });

    test('one click on the untouched toggle changes the mode exactly once', async ({ page }) => {
      await openRecorded(page);
      await colorModeToggle(page).click();
      await hydrated(page);
      expect(await modesSeen(page)).toEqual(['dark']);
    });

    test('a click on the edge of the button works like a click on its icon', async ({ page }) => {
      await openRecorded(page);
      await colorModeToggle(page).click({ position: { x: 2, y: 2 } });
      await hydrated(page);
      expect(await modesSeen(page)).toEqual(['dark']);
    });

    test('two fast clicks change the mode exactly twice', async ({ page }) => {
      await openRecorded(page);
      await colorModeToggle(page).dblclick();
      await hydrated(page);
      expect(await modesSeen(page)).toEqual(['dark', 'system']);
    });

    test('two fast presses of Enter change the mode exactly twice', async ({ page }) => {
      await openRecorded(page);
      await colorModeToggle(page).focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await hydrated(page);
      expect(await modesSeen(page)).toEqual(['dark', 'system']);
      await expect(colorModeToggle(page)).toBeFocused();
    });
  });
}

test('after a failed load, the next click loads again and works', async ({ page }) => {
  await openRecorded(page);
  const [renderer] = (await islandCode(page)).filter((address) => /client/.test(address));
  await page.route(renderer!, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url() === renderer);
  await colorModeToggle(page).hover();
  await failed;
  await page.unroute(renderer!);
  await colorModeToggle(page).click();
  await hydrated(page);
  expect(await modesSeen(page)).toEqual(['dark']);
});
