import type { Page } from '@playwright/test';
import {
  HEADER_CONTROLS,
  HEADER_CONTROLS_ON_PHONE,
  atRest,
  boxOf,
  examples,
  expect,
  fits,
  header,
  openPage,
  overflow,
  sidebar,
  templates,
  test,
  viewports,
} from '../support/site.ts';

const mobile = { 390: viewports.phone, 996: viewports.lastMobile };
const desktop = { 997: viewports.firstDesktop, 1440: viewports.desktop };

for (const [width, viewport] of Object.entries(mobile)) {
  test(`at ${width} px there is a menu button and no sidebar`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto(examples.guide);
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible();
    await expect(sidebar(page).getByRole('link').first()).toBeHidden();
    await expect(page.getByRole('navigation', { name: 'Sections' })).toBeHidden();
  });
}

for (const [width, viewport] of Object.entries(desktop)) {
  test(`at ${width} px the sidebar is 300 px wide and there is no menu button`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto(examples.guide);
    expect((await boxOf(sidebar(page))).width).toBe(300);
    await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden();
  });
}

test('the current page is in view in the sidebar, and the home page has none on a desktop', async ({
  page,
}) => {
  await page.setViewportSize(viewports.desktop);
  await page.goto(examples.operation);
  await expect(sidebar(page).locator('[aria-current=page]')).toBeInViewport();
  await page.goto('/');
  await expect(sidebar(page)).toBeHidden();
});

/** Pages that share one design, apart from the home page and the interactive ones. */
const kinds = [
  examples.guide,
  examples.operation,
  examples.referenceOverview,
  '/account-information/error-handling/',
  '/api/',
  '/what-is-assumed/',
];

for (const width of [996, 997, 1440, 1920])
  test(`at ${width} px every page begins at the same edge`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const edges = new Map<number, string>();
    for (const path of kinds) {
      await page.goto(path);
      edges.set((await boxOf(page.getByRole('heading', { level: 1 }))).x, path);
    }
    expect(edges.size, JSON.stringify([...edges])).toBe(1);
  });

test('headings, tables and the markers of details look the same on every page', async ({ page }) => {
  const looks: Record<string, Set<string>> = {};
  for (const path of kinds) {
    await page.goto(path);
    const found = await page.evaluate(() => {
      const text = ['color', 'fontSize', 'fontWeight'] as const;
      const cell = [...text, 'paddingBlock', 'borderBottom', 'verticalAlign'] as const;
      const marker = ['listStyleType', 'maskImage', 'backgroundColor', 'width', 'borderWidth'] as const;
      const parts = [
        ['main h1', '', text],
        ['main h2:not(aside *)', '', text],
        ['main h3', '', text],
        ['main thead th', '', cell],
        ['main tbody td', '', cell],
        ['main summary', '::before', marker],
      ] as const;
      return parts.flatMap(([selector, pseudo, properties]) =>
        [...document.querySelectorAll(selector)]
          .map((element) => getComputedStyle(element, pseudo))
          .map((style) => [selector, properties.map((property) => style[property]).join(' | ')] as const),
      );
    });
    for (const [selector, look] of found) (looks[selector] ??= new Set()).add(look);
  }
  expect(Object.keys(looks)).toHaveLength(6);
  for (const [selector, all] of Object.entries(looks)) expect([...all], selector).toHaveLength(1);
});

test("the controls of the header are inside the window and don't overlap", async ({ page }) => {
  await page.goto(examples.guide);
  for (const [width, viewport] of Object.entries({ ...mobile, ...desktop })) {
    await page.setViewportSize(viewport);
    const controls = header(page).locator('a, button').filter({ visible: true });
    const boxes = [];
    for (const control of await controls.all())
      boxes.push({ name: (await control.textContent())?.trim(), ...(await boxOf(control)) });
    expect(boxes.length).toBe(Number(width) < 997 ? HEADER_CONTROLS_ON_PHONE : HEADER_CONTROLS);
    for (const [index, box] of boxes.entries()) {
      expect(box.x, `${box.name} at ${width} px: left`).toBeGreaterThanOrEqual(0);
      expect(box.right, `${box.name} at ${width} px: right`).toBeLessThanOrEqual(viewport.width);
      const overlapping = boxes
        .slice(index + 1)
        .filter((other) => box.x < other.right && other.x < box.right)
        .filter((other) => box.y < other.bottom && other.y < box.bottom);
      expect(overlapping, `what overlaps ${box.name} at ${width} px`).toEqual([]);
    }
  }
});

for (const path of templates) {
  test(`${path} fits into every window, also with text twice as large`, async ({ page }) => {
    await page.setViewportSize(viewports.desktop);
    await openPage(page, path);
    for (const size of ['100%', '200%']) {
      await page.evaluate((fontSize) => (document.documentElement.style.fontSize = fontSize), size);
      for (const viewport of Object.values(viewports)) {
        await page.setViewportSize(viewport);
        const found = await overflow(page);
        expect(size === '100%' ? found : found.pixels, `at ${viewport.width} px`).toEqual(
          size === '100%' ? fits : 0,
        );
      }
    }
  });
}

for (const [name, viewport] of Object.entries({ phone: viewports.phone, desktop: viewports.desktop })) {
  test(`on a ${name} the header hides no heading that a link leads to, on the way down or up`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto(`${examples.guide}#errors`);
    await expectInSight(page, 'Errors');
    // On the way up the header returns, and covers more.
    await page.goto(`${examples.guide}#next-steps`);
    await page.goto(`${examples.guide}#read-the-status`);
    await expectInSight(page, 'Read the status');
  });
}

test('the table of contents is beside the text on a desktop and folded above it on a phone', async ({
  page,
}) => {
  await page.setViewportSize(viewports.desktop);
  await page.goto(examples.guide);
  const contents = page.getByRole('navigation', { name: 'On this page' });
  const link = contents.getByRole('link', { name: 'Errors', exact: true });
  const [aside, main] = [await boxOf(contents), await boxOf(page.getByRole('main'))];
  expect(aside.x).toBeGreaterThanOrEqual(main.right);
  await page.setViewportSize(viewports.phone);
  await expect(link).toBeHidden();
  await contents.getByText('On this page').click();
  await link.click();
  await expect(link).toBeHidden();
  await expectInSight(page, 'Errors');
});

/** Whether a heading is visible: in the upper half of the window, and not covered. */
async function expectInSight(page: Page, name: string) {
  await atRest(page);
  const heading = page.getByRole('main').getByRole('heading', { name, exact: true });
  const { y } = await boxOf(heading);
  expect(y, 'distance from the upper edge').toBeLessThan(page.viewportSize()!.height / 2);
  const isOnTop = await heading.evaluate((element) => {
    const { left, top, bottom } = element.getBoundingClientRect();
    return [top + 1, bottom - 1].map((each) => element.contains(document.elementFromPoint(left + 4, each)));
  });
  expect(isOnTop, 'upper and lower edge of the heading can be seen').toEqual([true, true]);
}
