import type { Page } from '@playwright/test';
import { atRest, boxOf, examples, expect, header, sidebar, test, viewports } from '../support/site.ts';

/** Turns the wheel and waits until the page has followed. */
async function scroll(page: Page, pixels: number) {
  const before = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, pixels);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(Math.max(0, before + pixels));
  await atRest(page);
}

for (const [name, viewport] of Object.entries({ phone: viewports.phone, desktop: viewports.desktop })) {
  test.describe(`on a ${name}, the header`, () => {
    test.use({ viewport });

    test.beforeEach(async ({ page }) => {
      await page.goto(examples.longGuide);
      await page.mouse.move(viewport.width / 2, viewport.height / 2);
    });

    test('hides while scrolling down and shows while scrolling up', async ({ page }) => {
      await scroll(page, 1200);
      await expect(header(page)).not.toBeInViewport();
      await scroll(page, -300);
      await expect(header(page)).toBeInViewport({ ratio: 1 });
      await scroll(page, 300);
      await expect(header(page)).not.toBeInViewport();
    });

    test('stays after a link to a fragment and after a reload', async ({ page }) => {
      const target = page.getByRole('main').getByRole('heading', { level: 2 }).last();
      const fragment = await target.getAttribute('id');
      await page.goto(examples.plain);
      await page.goto(`${examples.longGuide}#${fragment}`);
      await expect(target).toBeInViewport();
      await atRest(page);
      await expect(header(page)).toBeInViewport({ ratio: 1 });
      await page.reload();
      await expect(target).toBeInViewport();
      await atRest(page);
      await expect(header(page)).toBeInViewport({ ratio: 1 });
    });

    test('stays near the top of the page', async ({ page }) => {
      await scroll(page, 100);
      await expect(header(page)).toBeInViewport({ ratio: 1 });
    });

    test('shows again at the top', async ({ page }) => {
      await scroll(page, 1200);
      // On a busy machine a key can come before the page that the wheel moved is ready for it.
      await expect(async () => {
        await page.keyboard.press('Home');
        await expect.poll(() => page.evaluate(() => scrollY), { timeout: 2_000 }).toBe(0);
      }).toPass();
      await expect(header(page)).toBeInViewport({ ratio: 1 });
    });

    test('shows when it gets the focus, and stays while it has the focus', async ({ page }) => {
      await scroll(page, 1200);
      await expect(header(page)).not.toBeInViewport();
      await page.keyboard.press('Tab');
      for (let presses = 0; presses < 8; presses++) {
        await page.keyboard.press('Tab');
        if (await header(page).evaluate((element) => element.contains(document.activeElement))) break;
      }
      await expect(header(page).locator(':focus')).toHaveCount(1);
      await atRest(page);
      await expect(header(page)).toBeInViewport({ ratio: 1 });
      await scroll(page, 600);
      await expect(header(page)).toBeInViewport({ ratio: 1 });
    });
  });
}

test('closing the menu keeps the header in place, also with the announcement scrolled out of view', async ({
  page,
}) => {
  await page.setViewportSize(viewports.phone);
  await page.goto(examples.longGuide);
  await page.mouse.move(100, 400);
  await scroll(page, 1200);
  await scroll(page, -300);
  const { x, y } = await boxOf(page.getByRole('button', { name: 'Menu' }));
  const menu = page.locator('#starlight__sidebar');
  for (const open of [true, false]) {
    // A press of the mouse: the focus would keep the header too.
    await page.mouse.click(x + 9, y + 9);
    await expect(menu).toBeVisible({ visible: open });
    await atRest(page);
    await expect(header(page)).toBeInViewport({ ratio: 1 });
  }
});

test('the sidebar uses the space of the hidden header while it is hidden', async ({ page }) => {
  await page.setViewportSize(viewports.desktop);
  await page.goto(examples.longGuide);
  await page.mouse.move(700, 400);
  const distance = async () => {
    const link = await boxOf(sidebar(page).getByRole('link').first());
    return link.y - Math.max(0, (await boxOf(header(page))).bottom);
  };
  const atFirst = await distance();
  await scroll(page, 600);
  await expect(header(page)).not.toBeInViewport();
  // Not to the pixel: the line below the header is on the edge.
  expect(Math.abs((await distance()) - atFirst)).toBeLessThanOrEqual(1);
  await scroll(page, -200);
  await expect(header(page)).toBeInViewport({ ratio: 1 });
  expect(Math.abs((await distance()) - atFirst)).toBeLessThanOrEqual(1);
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: viewports.desktop });

  test('the header stays', async ({ page }) => {
    await page.goto(examples.longGuide);
    await page.mouse.move(700, 400);
    await scroll(page, 1200);
    await expect(header(page)).toBeInViewport({ ratio: 1 });
  });

  test('a hidden header shows when the reader turns on reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto(examples.longGuide);
    await page.mouse.move(700, 400);
    await scroll(page, 1200);
    await expect(header(page)).not.toBeInViewport();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await scroll(page, 100);
    await expect(header(page)).toBeInViewport({ ratio: 1 });
  });
});
