import {
  announcementBar,
  colorModeToggle,
  examples,
  expect,
  header,
  openPage,
  overflow,
  fits,
  reference,
  searchButton,
  sidebar,
  test,
  viewports,
} from '../support/site.ts';

/** The message that only styles show, because the page's script is missing. */
const textOfStyles = () => getComputedStyle(document.body, '::after').content;

const COMMON_SCRIPT = '**/_astro/site.*.js';

test('when the script of all pages fails to load, the page shows a message and no dead controls, and works after a reload', async ({
  page,
}) => {
  await page.route(COMMON_SCRIPT, (route) => route.fulfill({ status: 404 }));
  await page.goto(examples.guide);
  await expect(searchButton(page)).toBeHidden();
  await expect(colorModeToggle(page)).toBeHidden();
  await expect(announcementBar(page).getByRole('button')).toBeHidden();
  await expect.poll(() => page.evaluate(textOfStyles)).toContain("Part of this page didn't load. Reload it");

  await sidebar(page).getByRole('link', { name: 'Sync mode' }).click();
  await expect(page).toHaveURL('/account-information/data-access/sync-mode/');

  await page.unroute(COMMON_SCRIPT);
  await page.reload();
  await expect(searchButton(page)).toBeVisible();
  await expect(colorModeToggle(page)).toBeVisible();
  expect(await page.evaluate(textOfStyles)).toBe('none');
});

test('without the script of all pages, an interactive page still renders its reference', async ({ page }) => {
  await page.route(COMMON_SCRIPT, (route) => route.abort());
  await openPage(page, examples.interactive);
  await expect(reference(page).getByRole('heading', { name: 'Create a consent' })).toBeVisible();
});

test('the message is visible and not covered, also on a phone', async ({ page }) => {
  await page.route(COMMON_SCRIPT, (route) => route.abort());
  for (const viewport of [viewports.phone, viewports.desktop]) {
    await page.setViewportSize(viewport);
    await page.goto(examples.guide);
    await expect(searchButton(page)).toBeHidden();
    expect(await overflow(page)).toEqual(fits);
    await expect(header(page)).toBeInViewport({ ratio: 0.99 });
    const onTop = await page.evaluate(() => {
      const y = innerHeight - 10;
      return [10, innerWidth / 2].map((x) => document.elementFromPoint(x, y)?.localName);
    });
    expect(onTop, 'what covers the message, at the left and in the middle').toEqual(['body', 'body']);
  }
});

test('when the script of one page fails to load, the page shows a message and keeps the search', async ({
  page,
}) => {
  await page.route('**/_astro/KeepOffline*.js', (route) => route.abort());
  await page.goto('/offline/');
  await expect.poll(() => page.evaluate(textOfStyles)).toContain("Part of this page didn't load. Reload it");
  await searchButton(page).click();
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
  await expect(colorModeToggle(page)).toBeVisible();
});

test('an error in a foreign script leaves all controls visible', async ({ page }) => {
  await page.goto(examples.guide);
  await page.evaluate(() => {
    dispatchEvent(new ErrorEvent('error', { message: 'An extension of the browser.' }));
    document.body.append(Object.assign(new Image(), { src: '/no-such-picture.svg' }));
    const script = document.createElement('script');
    document.body.append(Object.assign(script, { type: 'module', src: '/no-such-extension.js' }));
  });
  await page.waitForLoadState('networkidle');
  await expect(searchButton(page)).toBeVisible();
  await expect(colorModeToggle(page)).toBeVisible();
  expect(await page.evaluate(textOfStyles)).toBe('none');
});

for (const [styles, path] of [
  ['the site', examples.guide],
  ['the reference', examples.operation],
] as const) {
  test(`when the styles of ${styles} fail to load, the page shows a message, and its button loads them`, async ({
    page,
  }) => {
    const file = styles === 'the site' ? '**/_astro/layout.*.css' : '**/_astro/static-reference.*.css';
    await page.route(file, (route) => route.fulfill({ status: 404 }));
    await page.goto(path);
    const notice = page.getByRole('alert').filter({ hasText: "The styles didn't load." });
    await expect(notice).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.unroute(file);
    await notice.getByRole('button', { name: 'Reload' }).click();
    await expect(notice).toHaveCount(0);
    await expect(searchButton(page)).toBeInViewport();
  });
}
