import type { Page } from '@playwright/test';
import { atRest, boxOf, examples, expect, header, sidebar, test, viewports } from '../support/site.ts';

/** Opens a guide that is at least 5,000 px longer than the window, whatever its text and fonts. */
async function openLongPage(page: Page) {
  await page.goto(examples.guide);
  await page.getByRole('main').evaluate((main) => {
    const spacer = document.createElement('div');
    spacer.style.height = '5000px';
    main.append(spacer);
  });
  const { width, height } = page.viewportSize()!;
  await page.mouse.move(width / 2, height / 2);
}

/** Turns the wheel and waits until the page has followed. */
async function scroll(page: Page, pixels: number) {
  const before = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, pixels);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(Math.max(0, before + pixels));
  await atRest(page);
}

const shows = (page: Page) => expect(header(page)).toBeInViewport({ ratio: 1 });
const hides = (page: Page) => expect(header(page)).not.toBeInViewport();

for (const [name, viewport] of Object.entries({ phone: viewports.phone, desktop: viewports.desktop })) {
  test.describe(`on a ${name}, the header`, () => {
    test.use({ viewport });

    test('hides while scrolling down and shows while scrolling up and at the top', async ({ page }) => {
      await openLongPage(page);
      await scroll(page, 100);
      await shows(page);
      await scroll(page, 1200);
      await hides(page);
      await scroll(page, -300);
      await shows(page);
      await scroll(page, 300);
      await hides(page);
      await page.evaluate(() => scrollTo(0, 0));
      await shows(page);
    });

    test('shows when it gets the focus, and stays while it has the focus', async ({ page }) => {
      await openLongPage(page);
      await scroll(page, 1200);
      await hides(page);
      await header(page).getByRole('link').first().focus();
      await shows(page);
      await scroll(page, 600);
      await shows(page);
    });
  });
}

test('the header stays after a link to a fragment and after a reload', async ({ page }) => {
  await page.goto(examples.plain);
  await page.goto(`${examples.guide}#errors`);
  const target = page.getByRole('main').getByRole('heading', { name: 'Errors', exact: true });
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await expect(target).toBeInViewport();
    await atRest(page);
    await shows(page);
  }
});

test('closing the menu keeps the header in place, also with the announcement scrolled out of view', async ({
  page,
}) => {
  await page.setViewportSize(viewports.phone);
  await openLongPage(page);
  await scroll(page, 1200);
  await scroll(page, -300);
  const { x, y } = await boxOf(page.getByRole('button', { name: 'Menu' }));
  for (const open of [true, false]) {
    // With the mouse, because the focus would keep the header too.
    await page.mouse.click(x + 9, y + 9);
    await expect(page.locator('#starlight__sidebar')).toBeVisible({ visible: open });
    await atRest(page);
    await shows(page);
  }
});

test('the sidebar moves up while the header is hidden', async ({ page }) => {
  await page.setViewportSize(viewports.desktop);
  await openLongPage(page);
  const top = async () => (await boxOf(sidebar(page).getByRole('link').first())).y;
  await scroll(page, 600);
  await hides(page);
  const withoutHeader = await top();
  await scroll(page, -200);
  await shows(page);
  expect((await top()) - withoutHeader).toBeGreaterThanOrEqual((await boxOf(header(page))).height - 1);
});

test('with reduced motion, the header stays, also when it is turned on later', async ({ page }) => {
  await page.setViewportSize(viewports.desktop);
  await openLongPage(page);
  await scroll(page, 1200);
  await hides(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await scroll(page, 100);
  await shows(page);
});
