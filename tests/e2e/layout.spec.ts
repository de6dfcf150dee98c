import type { Page } from '@playwright/test';
import { announcement } from '../../src/config/announcement.ts';
import {
  HEADER_CONTROLS,
  announcementBar,
  at,
  atRest,
  boxOf,
  examples,
  expect,
  fits,
  header,
  headings,
  openPage,
  overflow,
  sidebar,
  test,
  viewports,
} from '../support/site.ts';

const widths = Object.values(viewports);
/** The table of contents that's visible at this window width. */
const contents = (page: Page) => page.getByRole('navigation', { name: 'On this page' });
const scrolled = (page: Page) => page.evaluate(() => scrollY);

test('the sidebar always shows the current page; the home page has no sidebar @firefox', async ({ page }) => {
  const current = sidebar(page).locator('[aria-current=page]');
  await page.setViewportSize({ width: 1366, height: 657 });
  const lastPages = ['error-handling', 'data-removal', 'postman'];
  for (const path of [examples.operation, ...lastPages.map((slug) => at(`/account-information/${slug}/`))]) {
    await page.goto(path);
    await expect(current).toBeInViewport({ ratio: 1 });
  }
  await page.locator('#starlight__sidebar').evaluate((pane) => pane.scrollTo(0, pane.scrollHeight));
  await header(page).getByRole('link', { name: 'Account Information' }).click();
  await expect(page).toHaveURL(at('/account-information/'));
  await expect(current).toBeInViewport({ ratio: 1 });
  await page.goBack();
  await expect(current).toBeInViewport({ ratio: 1 });
  await page.goto(examples.home);
  await expect(sidebar(page)).toBeHidden();
});

test('the table of contents marks the chosen, first, or last section @firefox-nightly', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of [examples.guide, examples.longGuide]) {
    await page.goto(path);
    const links = contents(page).getByRole('link');
    const marked = contents(page).locator('[aria-current]');
    await expect(marked).toHaveText(await links.first().innerText());
    for (const link of (await links.all()).slice(-3)) {
      await link.click();
      await expect(marked).toHaveText(await link.innerText());
    }
    for (const [key, link] of Object.entries({ Home: links.first(), End: links.last() })) {
      const before = await scrolled(page);
      // Chromium may ignore a key right after a scroll. Readers press it again.
      await expect(async () => {
        await page.keyboard.press(key);
        await expect.poll(() => scrolled(page), { timeout: 1_000 }).not.toBe(before);
      }).toPass();
      await expect(marked).toHaveText(await link.innerText());
    }
  }
});

test("header controls stay inside the window and don't overlap", async ({ page }) => {
  await page.goto(examples.guide);
  for (const viewport of widths) {
    await page.setViewportSize(viewport);
    const controls = header(page).locator('a, button').filter({ visible: true });
    // The list of sections clips those that are scrolled out of view.
    const boxes = await controls.evaluateAll((all) =>
      all.map((control) => {
        const { x, right, y, bottom } = control.getBoundingClientRect();
        const clip = control.closest('ul')?.getBoundingClientRect() ?? { x, right };
        const name = control.textContent.trim();
        return { name, x: Math.max(x, clip.x), right: Math.min(right, clip.right), y, bottom };
      }),
    );
    // A phone's header contains only the product, search, color mode, and menu.
    expect(boxes.length).toBe(viewport.width < 997 ? 4 : HEADER_CONTROLS);
    for (const [index, box] of boxes.entries()) {
      expect(box.x, `${box.name} at ${viewport.width} px: left`).toBeGreaterThanOrEqual(0);
      expect(box.right, `${box.name} at ${viewport.width} px: right`).toBeLessThanOrEqual(viewport.width);
      const overlapping = boxes
        .slice(index + 1)
        .filter((other) => box.x < other.right && other.x < box.right)
        .filter((other) => box.y < other.bottom && other.y < box.bottom);
      expect(overlapping, `controls that overlap ${box.name} at ${viewport.width} px`).toEqual([]);
    }
  }
});

// Writers may remove the announcement. tests/build/other-settings.all.test.ts covers that case.
if (announcement)
  test('the announcement is above the header, and its link works @below-a-path', async ({ page }) => {
    const { text, link } = announcement!;
    await page.goto(examples.guide);
    await expect(announcementBar(page)).toContainText(text);
    const { bottom } = await boxOf(announcementBar(page));
    expect(bottom).toBeLessThanOrEqual((await boxOf(header(page))).y + 1);
    await expect(announcementBar(page).getByRole('link')).toHaveCount(link ? 1 : 0);
    if (!link) return;
    await announcementBar(page).getByRole('link', { name: link.label }).click();
    await expect(page).toHaveURL(at(link.href));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

for (const [path, tag] of [
  [examples.home, ''],
  [examples.guide, ''],
  [examples.operation, ''],
  [examples.interactive, ' @nightly'],
  [at('/api/'), ' @nightly'],
  [examples.notFound, ' @nightly'],
] as const)
  test(`${path} fits every window, even with text twice as large${tag}`, async ({ page }) => {
    await page.setViewportSize(viewports.desktop);
    await openPage(page, path);
    for (const [size, expected] of Object.entries({ '100%': fits, '200%': { pixels: 0 } })) {
      await page.evaluate((fontSize) => (document.documentElement.style.fontSize = fontSize), size);
      for (const viewport of widths) {
        await page.setViewportSize(viewport);
        expect(await overflow(page), `at ${viewport.width} px`).toMatchObject(expected);
      }
    }
  });

for (const [name, tag] of [
  ['phone', ' @nightly'],
  ['desktop', ''],
] as const) {
  test(`on a ${name}, the header covers no heading that a link leads to${tag}`, async ({ page }) => {
    await page.setViewportSize(viewports[name]);
    await page.goto(examples.guide);
    // If the header hides, it returns when the page scrolls up, and then covers more.
    for (const index of [2, 4, 1]) {
      const id = await headings(page).nth(index).getAttribute('id');
      await page.goto(`${examples.guide}#${id}`);
      if (index !== 4) await expectInSight(page, index);
    }
  });
}

test('on a phone, the number of a step covers no text', async ({ page }) => {
  await page.setViewportSize(viewports.phone);
  await page.goto(at('/categorization/introduction/'));
  const indents = await page.locator('.sl-steps > li').evaluateAll((steps) =>
    steps.map((step) => {
      const text = document.createRange();
      text.selectNode(document.createTreeWalker(step, NodeFilter.SHOW_TEXT).nextNode()!);
      const number = Number.parseFloat(getComputedStyle(step, '::before').width);
      return text.getClientRects()[0]!.left - step.getBoundingClientRect().left - number;
    }),
  );
  expect(Math.min(...indents), 'pixels between number and text').toBeGreaterThan(4);
});

test('the table of contents is beside the text, or on a phone, folded above it', async ({ page }) => {
  await page.setViewportSize(viewports.desktop);
  await page.goto(examples.guide);
  const link = contents(page).locator(`a[href="#${await headings(page).nth(2).getAttribute('id')}"]`);
  const [aside, main] = [await boxOf(contents(page)), await boxOf(page.getByRole('main'))];
  expect(aside.x).toBeGreaterThanOrEqual(main.right);
  await page.setViewportSize(viewports.phone);
  await expect(link).toBeHidden();
  await contents(page).getByText('On this page').click();
  await link.click();
  await expect(link).toBeHidden();
  await expectInSight(page, 2);
});

test('in a low window, the table of contents scrolls to the current heading', async ({ page }) => {
  await page.setViewportSize({ width: viewports.desktop.width, height: 400 });
  await page.goto(at('/account-information/data-structures/'));
  await page.evaluate(() => scrollTo(0, 0.8 * document.body.scrollHeight));
  await expect(contents(page).locator('[aria-current="true"]')).toBeInViewport({ ratio: 1 });
});

test('while the page scrolls, both tables of contents stay below the header @nightly', async ({ page }) => {
  for (const viewport of [viewports.desktop, viewports.phone]) {
    await page.setViewportSize(viewport);
    await page.goto(examples.guide);
    await headings(page)
      .nth(3)
      .evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - innerHeight / 2));
    await page.mouse.wheel(0, -50);
    await expect(contents(page)).toBeInViewport();
    const { bottom } = await boxOf(header(page));
    await expect.poll(async () => (await boxOf(contents(page))).y).toBeGreaterThanOrEqual(bottom - 1);
  }
});

/** Expects a heading to be visible: in the upper half of the window and not covered. */
async function expectInSight(page: Page, index: number) {
  await atRest(page);
  const heading = headings(page).nth(index);
  const { y } = await boxOf(heading);
  expect(y, 'distance from the upper edge').toBeLessThan(page.viewportSize()!.height / 2);
  const isOnTop = await heading.evaluate((element) => {
    const { left, top, bottom } = element.getBoundingClientRect();
    return [top + 1, bottom - 1].map((each) => element.contains(document.elementFromPoint(left + 4, each)));
  });
  expect(isOnTop, 'upper and lower edge of the heading can be seen').toEqual([true, true]);
}
