import { rm } from 'node:fs/promises';
import { anotherDeploy } from '../support/another-deploy.ts';
import { expect, searchButton } from '../support/site.ts';
import { test } from '../support/unsteady-site.ts';

const READ = '/webhooks/structure/';

test.describe('after a new deploy', () => {
  let second: string;

  test.beforeAll(async () => {
    second = await anotherDeploy();
  });
  test.afterAll(() => rm(second, { recursive: true }));

  test('the search of a page that is still open reloads the page, opens again and searches, once', async ({
    page,
    server,
  }) => {
    await page.goto(READ);
    server.serve(second);
    server.delay(1_000, /_astro\/site-search/);
    await searchButton(page).click();
    await page.keyboard.type('consent');
    await expect(page).toHaveTitle(/second deploy$/);
    const search = page.getByRole('dialog');
    await expect(search.getByRole('textbox')).toHaveValue('consent');
    await expect(search.getByText(/^\d+ results for consent/)).toBeVisible();
    await page.reload();
    await page.waitForLoadState('networkidle');
    await expect(search).toBeHidden();
  });

  for (const status of [200, 410]) {
    test(`the search shows a message if the host sends status ${status} and a page of the site for its code, and Reload searches`, async ({
      page,
      server,
    }) => {
      const home = await (await page.request.get('/')).text();
      await page.goto(READ);
      server.send(/_astro\/search-interface/, home, { status });
      await searchButton(page).click();
      await page.keyboard.type('consent');
      const search = page.getByRole('dialog');
      await expect(search.getByRole('status')).toContainText(
        'the site has changed since you opened this page',
      );
      server.heal();
      await search.getByRole('button', { name: 'Reload' }).click();
      await expect(search.getByText(/^\d+ results for consent/)).toBeVisible();
    });
  }

  test('the login of a captive portal in place of the search shows a message, and the page stays', async ({
    page,
    server,
  }) => {
    await page.goto(READ);
    server.send(/^/, '<h1>Log in to this network</h1>');
    await searchButton(page).click();
    await page.keyboard.type('consent');
    const search = page.getByRole('dialog');
    await expect(search).toContainText('a page instead of the file');
    await expect(search).not.toContainText('the site has changed');
    server.heal();
    await search.getByRole('button', { name: 'Retry' }).click();
    await expect(search.getByText(/^\d+ results for consent/)).toBeVisible();
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(
      'The body of a webhook',
    );
  });
});
