import type { APIRequestContext, Locator } from '@playwright/test';
import { expect, RENDERED, renderedOperation, scrollToReference, test, viewports } from '../support/site.ts';

/*
 * Section 2 of the specification, without the site's behavior: a test per sentence or list, with its text as its title.
 * Never delete or weaken a test here. Names and paths are the specification's, not the configuration's.
 */

/** Expects pages in folders, with and without a slash at the end. */
async function expectPages(request: APIRequestContext, folders: Record<string, string>) {
  const paths = Object.entries(folders).flatMap(([folder, names]) =>
    names.split(', ').map((name) => (name === 'index' ? folder : `${folder}/${name}`)),
  );
  const visits = paths.map(async (path) => {
    for (const form of [path, `${path}/`]) {
      const response = await request.get(form);
      expect(response.status(), form).toBe(200);
      // A redirect would lead to another page.
      expect(new URL(response.url()).pathname).toBe(`${path}/`);
      expect(await response.text(), form).toContain('<h1');
    }
  });
  await Promise.all(visits);
}

/** Expects a link to each path, which may end with a slash, and a page there. */
async function expectLinks(navigation: Locator, request: APIRequestContext, targets: Record<string, string>) {
  for (const [name, path] of Object.entries(targets)) {
    const link = navigation.getByRole('link', { name, exact: true });
    await expect(link, name).toBeVisible();
    const href = await link.getAttribute('href');
    expect([path, `${path}/`], name).toContain(href);
    expect((await request.get(href!)).status(), name).toBe(200);
  }
}

test('All screens are read-only documentation pages.', async ({ page }) => {
  for (const path of ['/', '/users-api/', '/markdown-page/']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('form:not([method=dialog]), [contenteditable], [type=submit]')).toHaveCount(0);
  }
});

test("Base path is '/', and the docs are served at the root.", async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: 'Webhooks', exact: true }).first().click();
  await expect(page).toHaveURL('/webhooks/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test("Top navigation targets: Welcome: the home page '/'; Account Information: /account-information/; Sequencing: /sequencing/; Categorization: /categorization/introduction; Analysis: /analysis/introduction; Webhooks: /webhooks/; API Reference: /api/.", async ({
  page,
  request,
}) => {
  await page.setViewportSize(viewports.desktop);
  await page.goto('/webhooks/events/');
  await expectLinks(page.getByRole('navigation', { name: 'Sections' }), request, {
    Welcome: '/',
    'Account Information': '/account-information/',
    Sequencing: '/sequencing/',
    Categorization: '/categorization/introduction',
    Analysis: '/analysis/introduction',
    Webhooks: '/webhooks/',
    'API Reference': '/api/',
  });
});

test('Footer links: /account-information, /sequencing, /categorization/introduction, /analysis/introduction, /webhooks, /api.', async ({
  page,
  request,
}) => {
  await page.goto('/webhooks/events/');
  await expectLinks(page.getByRole('navigation', { name: 'Footer' }), request, {
    'Account Information': '/account-information',
    Sequencing: '/sequencing',
    Categorization: '/categorization/introduction',
    Analysis: '/analysis/introduction',
    Webhooks: '/webhooks',
    'API Reference': '/api',
  });
});

test('Interactive API reference pages: /authentication-api, /providers-api, /transactions-api, /users-api, /accounts-api, /consents-api, /sequencing-api, /categorization-api, /categorization-api-v2, /analysis-api.', async ({
  page,
  request,
}) => {
  const names =
    'authentication-api, providers-api, transactions-api, users-api, accounts-api, consents-api, ' +
    'sequencing-api, categorization-api, categorization-api-v2, analysis-api';
  await expectPages(request, { '': names });
  await page.goto('/providers-api/');
  await scrollToReference(page);
  await expect(renderedOperation(page)).toBeVisible(RENDERED);
});

test('Account information pages (under /account-information/)', async ({ request }) => {
  await expectPages(request, {
    '/account-information':
      'index, appscreen, authentication, data-removal, data-structures, error-handling, postman',
    '/account-information/data-access':
      'account-balance, accounts, consent-based-access, consent-refresh, consents, direct-provider, ' +
      'introduction, sync-mode, transactions, user-based-access',
    '/account-information/providers': 'belgium, germany, introduction, netherlands, sandbox, spain',
  });
});

test('Sequencing pages (under /sequencing/)', async ({ request }) => {
  await expectPages(request, {
    '/sequencing': 'index, authentication, data-structures, postman',
    '/sequencing/data-access': 'consent-based-access, introduction, response-structure, user-based-access',
  });
});

test('Categorization pages (under /categorization/)', async ({ request }) => {
  await expectPages(request, {
    '/categorization': 'introduction, authentication, postman, engines/introduction',
    '/categorization/engines/z1-engine': 'categories, data-structure, introduction',
    '/categorization/engines/z2-engine': 'categories, data-structure, introduction',
    '/categorization/jobs': 'auto-start, creating-jobs, introduction, monitoring-jobs',
  });
});

test('Analysis pages (under /analysis/)', async ({ request }) => {
  await expectPages(request, {
    '/analysis': 'introduction, authentication, postman, engines/introduction',
    '/analysis/engines/z2-engine': 'analysis, data-structure, introduction',
    '/analysis/jobs': 'creating-jobs, deleting-jobs, introduction, monitoring-jobs, updating-jobs',
  });
});

test('Webhooks pages: /webhooks/, /webhooks/events, /webhooks/structure.', async ({ request }) => {
  await expectPages(request, { '/webhooks': 'index, events, structure' });
});

test('/markdown-page (generic page).', async ({ page }) => {
  await page.goto('/markdown-page');
  await expect(page).toHaveURL('/markdown-page/');
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
});
