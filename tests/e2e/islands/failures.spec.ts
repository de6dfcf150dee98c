import { rm } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { anotherDeploy } from '../../support/another-deploy.ts';
import { violations } from '../../support/axe.ts';
import { blockStorage, colorModeToggle, examples, expect, searchButton } from '../../support/site.ts';
import { test } from '../../support/unsteady-site.ts';

const CODE = /_astro\/ColorModeToggle\./;

const alert = (page: Page) => page.getByRole('alert');
const isDark = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

test('a control whose code fails to load says so, and Retry reloads the page @firefox', async ({
  page,
  server,
}) => {
  await page.goto(examples.guide);
  server.drop(CODE);
  await colorModeToggle(page).click();
  await expect(alert(page)).toContainText("This control didn't load.");
  expect(await violations(page, 'all', '[role="alert"]')).toEqual([]);
  server.heal();
  await alert(page).getByRole('button', { name: 'Retry' }).click();
  await expect(alert(page)).toHaveCount(0);
  await colorModeToggle(page).click();
  await isDark(page);
});

test('a failure before a click shows nothing, and the click loads the code', async ({ page, server }) => {
  await page.goto(examples.guide);
  server.drop(CODE);
  await Promise.all([page.waitForEvent('requestfailed'), colorModeToggle(page).hover()]);
  await expect(alert(page)).toHaveCount(0);
  server.heal();
  await colorModeToggle(page).click();
  await isDark(page);
});

test('code that crashes shows a message, and Try again renders it', async ({ page, server }) => {
  // Where the toggle begins to render, in its minified code.
  server.rewrite('text/javascript', (code) =>
    code.replace(
      /function \w+\(\)\{(?=return\(0,\w+\.jsxs?\)\(`button`)/,
      (start) => `${start}if(!window.healed)throw Error("planted");`,
    ),
  );
  await page.goto(examples.guide);
  await colorModeToggle(page).click();
  await expect(alert(page)).toContainText('This page crashed.');
  await page.evaluate(() => Object.assign(window, { healed: true }));
  await alert(page).getByRole('button', { name: 'Try again' }).click();
  await expect(colorModeToggle(page)).toBeFocused();
  await colorModeToggle(page).click();
  await isDark(page);
});

test.describe('after a deploy', () => {
  let second: string;

  test.beforeAll(async () => {
    second = await anotherDeploy();
  });
  test.afterAll(() => rm(second, { recursive: true }));

  const features = {
    'a control': (page: Page) => colorModeToggle(page).click(),
    'the search': (page: Page) => searchButton(page).click(),
  };
  for (const [name, open] of Object.entries(features))
    test(`${name} of an open page reloads it once @firefox`, async ({ page, server }) => {
      await page.goto(examples.guide);
      server.serve(second);
      await open(page);
      await expect(page).toHaveTitle(/second deploy$/);
      await expect(alert(page)).toHaveCount(0);
      await page.waitForLoadState();
      // A rollout that goes back and forth doesn't reload the page forever.
      await page.goto('about:blank');
      server.serve('dist');
      await page.goto(examples.guide);
      server.serve(second);
      await open(page);
      await expect(alert(page)).toBeVisible();
      await expect(page).not.toHaveTitle(/second deploy$/);
    });

  test('with storage blocked, a message shows instead', async ({ page, server }) => {
    await blockStorage(page);
    await page.goto(examples.guide);
    server.serve(second);
    await colorModeToggle(page).click();
    await alert(page).getByRole('button', { name: 'Retry' }).click();
    await expect(page).toHaveTitle(/second deploy$/);
  });
});
