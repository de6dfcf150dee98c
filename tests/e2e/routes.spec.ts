import { site } from '../../src/config/site.ts';
import { examples, expect, readPages, sitePages, test, topLinks } from '../support/site.ts';

const accountInformation = [
  '/account-information/',
  '/account-information/appscreen/',
  '/account-information/authentication/',
  '/account-information/data-removal/',
  '/account-information/data-structures/',
  '/account-information/error-handling/',
  '/account-information/postman/',
  '/account-information/data-access/account-balance/',
  '/account-information/data-access/accounts/',
  '/account-information/data-access/consent-based-access/',
  '/account-information/data-access/consent-lifetime/',
  '/account-information/data-access/consent-refresh/',
  '/account-information/data-access/consents/',
  '/account-information/data-access/direct-provider/',
  '/account-information/data-access/introduction/',
  '/account-information/data-access/sync-mode/',
  '/account-information/data-access/transactions/',
  '/account-information/data-access/user-based-access/',
  '/account-information/providers/belgium/',
  '/account-information/providers/germany/',
  '/account-information/providers/introduction/',
  '/account-information/providers/netherlands/',
  '/account-information/providers/sandbox/',
  '/account-information/providers/spain/',
];
const sequencing = [
  '/sequencing/',
  '/sequencing/authentication/',
  '/sequencing/data-structures/',
  '/sequencing/postman/',
  '/sequencing/data-access/consent-based-access/',
  '/sequencing/data-access/introduction/',
  '/sequencing/data-access/response-structure/',
  '/sequencing/data-access/user-based-access/',
];
const categorization = [
  '/categorization/introduction/',
  '/categorization/authentication/',
  '/categorization/postman/',
  '/categorization/engines/introduction/',
  '/categorization/engines/z1-engine/categories/',
  '/categorization/engines/z1-engine/data-structure/',
  '/categorization/engines/z1-engine/introduction/',
  '/categorization/engines/z2-engine/categories/',
  '/categorization/engines/z2-engine/data-structure/',
  '/categorization/engines/z2-engine/introduction/',
  '/categorization/jobs/auto-start/',
  '/categorization/jobs/creating-jobs/',
  '/categorization/jobs/introduction/',
  '/categorization/jobs/monitoring-jobs/',
];
const analysis = [
  '/analysis/introduction/',
  '/analysis/authentication/',
  '/analysis/postman/',
  '/analysis/engines/introduction/',
  '/analysis/engines/z2-engine/analysis/',
  '/analysis/engines/z2-engine/data-structure/',
  '/analysis/engines/z2-engine/introduction/',
  '/analysis/jobs/creating-jobs/',
  '/analysis/jobs/deleting-jobs/',
  '/analysis/jobs/introduction/',
  '/analysis/jobs/monitoring-jobs/',
  '/analysis/jobs/updating-jobs/',
];
const webhooks = ['/webhooks/', '/webhooks/events/', '/webhooks/structure/', '/webhooks/verify/'];
const interactive = [
  '/authentication-api/',
  '/providers-api/',
  '/transactions-api/',
  '/users-api/',
  '/accounts-api/',
  '/consents-api/',
  '/sequencing-api/',
  '/categorization-api/',
  '/categorization-api-v2/',
  '/analysis-api/',
];

/** Every route of the product's specification, and of the guides that complete it. */
const routes = [
  '/',
  '/api/',
  '/markdown-page/',
  ...accountInformation,
  ...sequencing,
  ...categorization,
  ...analysis,
  ...webhooks,
  ...interactive,
];

test('every route returns 200, with and without the trailing slash', async ({ request }) => {
  for (const route of routes) {
    for (const path of new Set([route, route.replace(/(.)\/$/, '$1')])) {
      const response = await request.get(path);
      expect.soft(response.status(), path).toBe(200);
    }
  }
});

test('a URL without the trailing slash shows the same page as with it', async ({ request }) => {
  for (const route of routes.filter((each) => each !== '/')) {
    const [withSlash, without] = await Promise.all([request.get(route), request.get(route.slice(0, -1))]);
    expect.soft(await without.text(), route).toBe(await withSlash.text());
  }
});

test('every route is in the sitemap', async ({ request }) => {
  expect(await sitePages(request)).toEqual(expect.arrayContaining(routes));
});

test('the sitemap that pages link to exists, and links to the list of routes', async ({ page, request }) => {
  await page.goto('/');
  const [named] = await page
    .locator('head link[rel="sitemap"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const index = await request.get(named!);
  expect(index.status()).toBe(200);
  expect(await index.text()).toContain('/sitemap-0.xml</loc>');
});

test('every page of the sitemap has one main heading', async ({ page, request }) => {
  const pages = await readPages(page, await sitePages(request), (document) =>
    [...document.querySelectorAll('h1')].map(({ textContent }) => textContent.trim()),
  );
  for (const { path, fact: headings } of pages)
    expect.soft(headings, path).toEqual([expect.stringMatching(/\S/)]);
});

test('no two pages share a title or a description', async ({ page, request }) => {
  const pages = await readPages(page, await sitePages(request), (document) => ({
    title: document.title,
    descriptions: [...document.querySelectorAll('meta[name=description]')].map((meta) =>
      meta.getAttribute('content'),
    ),
  }));
  const owners = new Map<string, string>();
  for (const { path, fact } of pages) {
    expect.soft(fact.descriptions, `descriptions of ${path}`).toHaveLength(1);
    for (const text of [fact.title, fact.descriptions[0] ?? '']) {
      expect.soft(text.trim(), path).not.toBe('');
      expect.soft(owners.get(text), `"${text}", also on ${path}`).toBeUndefined();
      owners.set(text, path);
    }
  }
  expect(owners.size).toBeGreaterThanOrEqual(2 * routes.length);
});

test('every page has its own URL as its canonical URL', async ({ page, request }) => {
  const pages = await readPages(page, await sitePages(request), (document) =>
    [...document.querySelectorAll('link[rel=canonical]')].map((link) => link.getAttribute('href')),
  );
  for (const { path, fact: canonical } of pages) expect.soft(canonical, path).toEqual([site.origin + path]);
});

for (const address of [
  examples.notFound,
  '/no-such-page',
  '/webhooks/no-such-page/',
  '/api/users/operations/no-such-operation/',
  '/no/such/page/at/any/depth',
]) {
  test(`the unknown path ${address} returns 404 with the not-found page`, async ({ page }) => {
    const missing: string[] = [];
    page.on('response', (response) => {
      if (!response.ok() && !response.request().isNavigationRequest()) missing.push(response.url());
    });
    const response = await page.goto(address);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Page not found');
    const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
    await expect(links).toHaveText(topLinks);
    for (const link of await links.all()) await expect(link).not.toHaveAttribute('aria-current');
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await page.waitForLoadState('load');
    expect(missing, 'styles and scripts of the frame').toEqual([]);
    await page.getByRole('main').getByRole('link', { name: 'Webhooks' }).click();
    await expect(page).toHaveURL('/webhooks/');
  });
}

test('no sitemap lists the not-found page', async ({ request }) => {
  const pages = await sitePages(request);
  expect(pages.filter((path) => path.includes('404'))).toEqual([]);
});
