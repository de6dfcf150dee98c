import { announcement } from '../../src/config/announcement.ts';
import { isInteractive } from '../../src/config/apis.ts';
import {
  announcementBar,
  colorModeToggle,
  examples,
  expect,
  openPage,
  renderedOperation,
  searchButton,
  templates,
  test,
} from '../support/site.ts';
import { watch } from '../support/watch.ts';

/* Chromium reports what the policy blocks as an error in the console. */

for (const path of templates.filter((each) => !isInteractive(each))) {
  test(`the policy blocks nothing on ${path}, which requests nothing from other origins`, async ({
    page,
    baseURL,
  }) => {
    const found = watch(page, baseURL);
    await openPage(page, path);
    await page.waitForLoadState('networkidle');
    const errors = path === examples.notFound ? [expect.stringContaining('404 (Not Found)')] : [];
    expect(found).toEqual({ errors, foreign: [] });
  });
}

test('the policy blocks nothing of color mode, announcement, search, tabs, copying and prefetching', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const found = watch(page, baseURL);
  await page.goto(examples.longGuide);
  await colorModeToggle(page).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  if (announcement?.dismissible) await announcementBar(page).getByRole('button').click();
  await page.getByRole('tab').nth(1).click();
  await page.getByRole('button', { name: /copy/i }).locator('visible=true').first().click();
  await page.getByRole('main').locator('a[href^="/"]').first().hover();
  await expect(page.locator('link[rel=prefetch]')).not.toHaveCount(0);
  await searchButton(page).click();
  await page.getByRole('dialog').getByRole('textbox').fill('consent');
  await page.getByRole('dialog').getByRole('link').first().click();
  await expect(page).not.toHaveURL(examples.longGuide);
  expect(found).toEqual({ errors: [], foreign: [] });
});

test('the policy blocks nothing of the interactive reference in dark mode', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const found = watch(page, baseURL);
  await openPage(page, examples.interactive);
  // By keyboard, because the header slides back in when a pointer goes to it.
  await colorModeToggle(page).press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await renderedOperation(page).click();
  expect(found.errors, 'Add new styles of Scalar to src/hosting/policy.ts.').toEqual([]);
});

const origin = 'https://other.example';
for (const [what, html] of [
  ['an inline script', '<script>window.planted = true</script>'],
  ['a script in an attribute', '<img src="data:," onerror="window.planted = true">'],
  ['an inline stylesheet', '<style>main { display: none }</style>'],
  ['an image of another origin', `<img src="${origin}/x.png">`],
  ['a frame', '<iframe src="/"></iframe>'],
  ['another base URL', `<base href="${origin}">`],
] as const) {
  test(`the policy blocks ${what}`, async ({ page, baseURL }) => {
    const { errors } = watch(page, baseURL);
    await page.route(examples.plain, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('</body>', `${html}</body>`);
      await route.fulfill({ response, body });
    });
    await page.goto(examples.plain);
    // Chromium reports some twice.
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    expect(errors.filter((each) => !each.includes('Content Security Policy'))).toEqual([]);
    expect(await page.evaluate(() => 'planted' in window)).toBe(false);
    await expect(page.getByRole('main')).toBeVisible();
  });
}
