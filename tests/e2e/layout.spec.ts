import type { Page } from '@playwright/test';
import { announcement } from '../../src/config/announcement.ts';
import { apis } from '../../src/config/apis.ts';
import {
  HEADER_CONTROLS,
  HEADER_CONTROLS_ON_PHONE,
  announcementBar,
  atRest,
  boxOf,
  dismissal,
  examples,
  expect,
  header,
  overflow,
  readPages,
  sidebar,
  sitePages,
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
    await expect(sidebar(page).getByRole('link', { name: 'Consents', exact: true })).toBeInViewport();
    await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden();
  });
}

for (const [width, viewport] of Object.entries({ ...mobile, ...desktop })) {
  test(`at ${width} px the controls of the header are inside the window and don't overlap`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto(examples.guide);
    const controls = header(page).locator('a, button').filter({ visible: true });
    const boxes = [];
    for (const control of await controls.all()) {
      boxes.push({ name: (await control.textContent())?.trim(), ...(await boxOf(control)) });
    }
    expect(boxes.length).toBe(Number(width) < 997 ? HEADER_CONTROLS_ON_PHONE : HEADER_CONTROLS);
    for (const [index, box] of boxes.entries()) {
      expect.soft(box.x, `${box.name}: left`).toBeGreaterThanOrEqual(0);
      expect.soft(box.right, `${box.name}: right`).toBeLessThanOrEqual(viewport.width);
      const overlapping = boxes
        .slice(index + 1)
        .filter((other) => box.x < other.right && other.x < box.right)
        .filter((other) => box.y < other.bottom && other.y < box.bottom);
      expect.soft(overlapping, `what overlaps ${box.name}`).toEqual([]);
    }
  });

  // Without an announcement there is nothing to dismiss.
  for (const dismissed of announcement ? [false, true] : [true]) {
    test.describe(() => {
      test.use({ stored: dismissed ? { [dismissal]: 'earlier' } : {} });

      test(`at ${width} px no heading is hidden behind the header, ${dismissed ? 'without' : 'with'} the announcement`, async ({
        page,
      }) => {
        await page.setViewportSize(viewport);
        await page.goto(examples.guide);
        await expect(announcementBar(page)).toBeVisible({ visible: !dismissed });

        await page.goto(`${examples.guide}#errors`);
        await expectInSight(page, 'Errors');
        // Down, then up: on the way up the header returns, and covers more.
        await page.goto(`${examples.guide}#next-steps`);
        await page.goto(`${examples.guide}#read-the-status`);
        await expectInSight(page, 'Read the status');
      });
    });
  }
}

test('with text twice as large no kind of page is wider than the window', async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%'));
  });
  const overviews = apis.map(({ name }) => `/api/${name}/`);
  for (const path of new Set([...Object.values(examples), '/api/', ...overviews])) {
    await page.goto(path);
    await expect(page.locator('html')).toHaveCSS('font-size', '32px');
    for (const viewport of Object.values(viewports)) {
      await page.setViewportSize(viewport);
      const { pixels } = await overflow(page);
      expect.soft(pixels, `${path} at ${viewport.width} px`).toBe(0);
    }
  }
});

test('the table of contents lists only headings of levels 2 and 3', async ({ page, request }) => {
  const pages = await readPages(page, await sitePages(request), (document) => ({
    listed: [...document.querySelectorAll('aside nav[aria-labelledby="on-this-page"] a')].map((link) =>
      link.getAttribute('href'),
    ),
    headings: [...document.querySelectorAll('main :is(h2, h3, h4, h5, h6)[id]')].map(({ localName, id }) => ({
      localName,
      id,
    })),
  }));
  const withContents = pages.filter(({ fact }) => fact.listed.length > 0);
  expect(withContents.length).toBeGreaterThan(60);
  for (const { path, fact } of withContents) {
    const expected = fact.headings
      .filter(({ localName }) => localName === 'h2' || localName === 'h3')
      .map(({ id }) => `#${id}`);
    expect.soft(fact.listed, path).toEqual(['#_top', ...expected]);
  }
});

test('the table of contents is beside the text on a desktop and folded above it on a phone', async ({
  page,
}) => {
  await page.goto(examples.guide);
  const contents = page.getByRole('navigation', { name: 'On this page' });
  const link = contents.getByRole('link', { name: 'Errors', exact: true });

  await page.setViewportSize(viewports.desktop);
  expect((await boxOf(contents)).x).toBeGreaterThan((await boxOf(page.getByRole('main'))).x);
  await link.click();
  await expectInSight(page, 'Errors');

  await page.setViewportSize(viewports.phone);
  await page.goto(examples.guide);
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
  const top = (await boxOf(heading)).y;
  expect(top, 'distance from the upper edge').toBeLessThan(page.viewportSize()!.height / 2);
  const onTop = await heading.evaluate((element) => {
    const { left, top, bottom } = element.getBoundingClientRect();
    return [top + 1, bottom - 1].map((y) => element.contains(document.elementFromPoint(left + 4, y)));
  });
  expect(onTop, 'upper and lower edge of the heading can be seen').toEqual([true, true]);
}
