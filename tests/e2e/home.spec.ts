import { examples, expect, sitePages, test } from '../support/site.ts';

/** What the page may be tall in a wide window, in pixels. */
const MOST_PIXELS = 5_500;

test('the home page is at most 5,500 px tall at 1440 px, and has no sidebar there', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(examples.home);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(MOST_PIXELS);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
});

test('each step of the picture says who calls whom, and links to its guide', async ({ page }) => {
  await page.goto(examples.home);
  const steps = page
    .getByRole('listitem')
    .filter({ hasText: /^\s*(Your app|End user|Platform|Provider) to / });
  await expect(steps).toHaveCount(9);
  for (const step of await steps.all()) await expect(step.getByRole('link').first()).toBeVisible();
});

test('one switch sets the language of all samples, and is remembered', async ({ page }) => {
  await page.goto(examples.home);
  await page.getByRole('radio', { name: 'Python' }).check();
  await expect(page.getByRole('tabpanel', { name: 'Python' })).toHaveCount(10);
  await expect(page.getByRole('tabpanel', { name: 'cURL' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Python' })).toBeChecked();
  await expect(page.getByRole('tabpanel', { name: 'Python' })).toHaveCount(10);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the calls at the top switch by themselves, and so does the language of the samples', async ({
    page,
  }) => {
    await page.goto(examples.home);
    await expect(page.getByText('"accessToken"').first()).toBeVisible();
    await page.getByRole('radio', { name: 'Transactions' }).check();
    await expect(page.getByText('"bookDate"').first()).toBeVisible();
    await expect(page.getByText('"accessToken"').first()).toBeHidden();

    await page.getByRole('radio', { name: 'Java', exact: true }).check();
    await expect(page.getByRole('tabpanel', { name: 'Java', exact: true })).toHaveCount(10);
    await expect(page.getByRole('tabpanel', { name: 'cURL' })).toHaveCount(0);
  });
});

test('every page has the image of its section for shared links', async ({ request }) => {
  const images = new Set<string>();
  for (const path of await sitePages(request)) {
    const html = await (await request.get(path)).text();
    const [, image = ''] = /<meta property="og:image" content="https:\/\/[^/]+([^"]+)"/.exec(html) ?? [];
    expect(image, path).not.toBe('');
    images.add(image);
  }
  expect(images.size).toBe(7);
  for (const image of [...images, '/favicon.ico', '/apple-touch-icon.png']) {
    const response = await request.get(image);
    expect(response.status(), image).toBe(200);
    expect(response.headers()['content-type'], image).toMatch(/^image\//);
  }
  const manifest = await (await request.get('/manifest.webmanifest')).json();
  expect(manifest.icons).toHaveLength(2);
});
