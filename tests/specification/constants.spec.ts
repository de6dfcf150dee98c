import { clickAndSee, LONG, test } from '../support/navigation-feedback.ts';
import { at, boxOf, expect, sidebar } from '../support/site.ts';

/*
 * The line "Site" of section 9 of the specification: a test per constant, with its text as its title. Never delete or
 * weaken a test here. Numbers are the specification's, not the configuration's.
 */

const GUIDE = at('/webhooks/structure/');

test('progress bar and spinner delays of 200 ms, even for readers who prefer reduced motion', async ({
  page,
  server,
  shown,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(GUIDE);
  server.delay(LONG, at('/webhooks/events/'));
  await clickAndSee(page, shown, at('/webhooks/events/'));
  expect(shown[0]).toMatchObject({ delay: 200, bar: 'is still', spinner: 'is still' });
});

test('mobile breakpoint 996 px', async ({ page }) => {
  const layoutAt = async (width: number) => {
    await page.setViewportSize({ width, height: 800 });
    const parts = [
      page.getByRole('button', { name: 'Menu' }),
      page.getByRole('navigation', { name: 'Sections' }),
      sidebar(page).locator('[aria-current=page]'),
    ];
    return Promise.all(parts.map((part) => part.isVisible()));
  };
  await page.goto(GUIDE);
  expect(await layoutAt(390)).toEqual([true, false, false]);
  expect(await layoutAt(996)).toEqual([true, false, false]);
  expect(await layoutAt(997)).toEqual([false, true, true]);
  expect(await layoutAt(1440)).toEqual([false, true, true]);
});

test('sidebar width 300 px', async ({ page }) => {
  await page.goto(GUIDE);
  for (const width of [997, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    expect((await boxOf(sidebar(page))).width, `at ${width} px`).toBe(300);
  }
});

test('primary colour #1e3a8a; default colour mode light', async ({ page }) => {
  const primary = 'rgb(30, 58, 138)';
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.locator('.sl-link-button.primary')).toHaveCSS('background-color', primary);
  await page.goto(GUIDE);
  await expect(page.locator('main p a:not([class])').first()).toHaveCSS('color', primary);
  await expect(page.getByRole('navigation', { name: 'Sections' }).locator('[aria-current]')).toHaveCSS(
    'color',
    primary,
  );
});

test('table of contents levels 2 to 3', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/markdown-page/');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  const listed = await contents
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const headings = (levels: string) =>
    page.locator(`main :is(${levels})[id]`).evaluateAll((all) => all.map(({ id }) => `#${id}`));
  expect(await headings('h3')).not.toEqual([]);
  // The first link leads to the page's top.
  expect(listed.slice(1)).toEqual(await headings('h2, h3'));
});
