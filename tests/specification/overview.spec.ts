import { colorModeToggle, expect, reference, sidebar, test, viewports } from '../support/site.ts';

/*
 * Section 1 of the specification, and what sections 6 and 7 say about the site: a test per sentence, with the sentence
 * as its title. Never delete or weaken a test here. Names and paths are the specification's, not the configuration's.
 * tests/build/planted-errors.all.test.ts tests "The build must fail on broken links."
 */

const GUIDE = '/account-information/data-access/consents/';

test("The product is a public, read-only documentation site titled 'Financial processes made smarter'.", async ({
  page,
}) => {
  await page.goto('/');
  await expect(page).toHaveTitle('Financial processes made smarter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Financial processes made smarter');
  await page.goto(GUIDE);
  await expect(page).toHaveTitle(/ \| Financial processes made smarter$/);
  const name = page.locator('meta[property="og:site_name"]');
  await expect(name).toHaveAttribute('content', 'Financial processes made smarter');
});

test('The site offers: a top navigation (Welcome, Account Information, Sequencing, Categorization, Analysis, Webhooks, API Reference), a footer, a light/dark colour-mode switch, per-section sidebars, a table of contents showing heading levels 2 to 3, and interactive API reference pages.', async ({
  page,
}) => {
  await page.setViewportSize(viewports.desktop);
  await page.goto(GUIDE);
  const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  const specified =
    'Welcome, Account Information, Sequencing, Categorization, Analysis, Webhooks, API Reference'.split(', ');
  await expect(links.last()).toBeVisible();
  const shown = (await links.allInnerTexts()).map((text) => text.trim());
  // Writers may add sections.
  expect(shown.filter((label) => specified.includes(label))).toEqual(specified);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(colorModeToggle(page)).toBeVisible();
  await expect(sidebar(page)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeVisible();
  await page.goto('/users-api/');
  await expect(reference(page)).toBeAttached();
});

test('The site is in English only.', async ({ page }) => {
  await page.goto(GUIDE);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByRole('button', { name: /language/i }).click();
  await expect(page.getByRole('list', { name: 'Languages' }).getByRole('link')).toHaveText(['English']);
});

test('The footer carries a 2025 copyright line naming the company.', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('contentinfo')).toContainText(/Copyright © 2025 \S+/);
});

test('The documentation site itself is public and needs no sign-in.', async ({ page, context }) => {
  for (const path of ['/', '/users-api/']) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(200);
    await expect(page.locator('input[type=password]')).toHaveCount(0);
  }
  expect(await context.cookies()).toEqual([]);
});

test('The documentation site itself makes no product API calls; it only loads its own page data.', async ({
  page,
  baseURL,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
  for (const path of [GUIDE, '/users-api/']) await page.goto(path, { waitUntil: 'networkidle' });
  expect(requests.length).toBeGreaterThan(2);
  expect(requests.filter((each) => !each.startsWith(`GET ${baseURL}/`))).toEqual([]);
});
