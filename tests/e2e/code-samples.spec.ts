import type { Page } from '@playwright/test';
import { environments } from '../../src/config/samples.ts';
import { at, blockStorage, examples, expect, test, viewports } from '../support/site.ts';

const tabs = (page: Page, name: string) => page.getByRole('main').getByRole('tab', { name, exact: true });
const sample = (page: Page) => page.getByRole('tabpanel', { name: 'cURL' }).first();

async function expectAllSelected(page: Page, name: string) {
  expect(await tabs(page, name).count()).toBeGreaterThan(1);
  for (const tab of await tabs(page, name).all()) await expect(tab).toHaveAttribute('aria-selected', 'true');
}

test(
  'a language chosen in one sample applies to all samples, also on the next page',
  { tag: '@firefox' },
  async ({ page }) => {
    await page.goto(examples.guide);
    await tabs(page, 'Python').first().click();
    await expectAllSelected(page, 'Python');
    await expect(page.getByRole('tabpanel', { name: 'Python' }).first()).toContainText('requests.post(');
    await page.goto(at('/account-information/authentication/'));
    await expectAllSelected(page, 'Python');
  },
);

test('a closed tab opens when the browser finds text in it', async ({ page }) => {
  // A text fragment finds like Ctrl+F does, which no test can press.
  await page.goto(`${at('/account-information/authentication/')}#:~:text=HttpRequestMessage`);
  await expect(page.getByRole('tabpanel', { name: 'C#' })).toContainText('HttpRequestMessage');
  await expect(page.getByText('HttpRequestMessage').first()).toBeInViewport();
});

test('with storage blocked, languages can be chosen and nothing breaks', async ({ page }) => {
  await blockStorage(page);
  await page.goto(examples.guide);
  await tabs(page, 'Python').first().click();
  await expectAllSelected(page, 'Python');
});

test.describe('the copy button', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

  test('of a page puts its Markdown on the clipboard, and confirms it', async ({ page, request }) => {
    await page.goto(examples.guide);
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    const twin = await page.getByRole('link', { name: 'View as Markdown' }).getAttribute('href');
    expect(await copied(page)).toBe(await (await request.get(twin!)).text());
    expect(await copied(page)).toMatch(/^---\ntitle: /);
  });

  test('copies the code of its block unchanged', { tag: '@firefox' }, async ({ page }) => {
    await page.goto(examples.guide);
    await sample(page).hover();
    await sample(page).getByRole('button', { name: /^Copy/ }).click();
    await expect(sample(page).getByText(/^Copied/)).toBeVisible();
    expect(await copied(page)).toMatch(/^curl 'https:\/\/[^ ]+' \\\n {2}--header /);
  });

  test('says that it failed if the browser denies it', async ({ page }) => {
    await page.addInitScript(() => {
      navigator.clipboard.write = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'));
      Object.assign(document, { execCommand: () => false });
    });
    await page.goto(examples.guide);
    await sample(page).hover();
    await sample(page).getByRole('button', { name: /^Copy/ }).click();
    await expect(sample(page).getByText('Copying failed. Press Ctrl+C or ⌘C.')).toBeVisible();
  });
});

test('commands show whole URLs, in every window', async ({ page }) => {
  for (const path of [examples.home, at('/quickstart/'), examples.guide, examples.operation]) {
    await page.goto(path);
    for (const viewport of Object.values(viewports)) {
      await page.setViewportSize(viewport);
      const commands = page.getByRole('tabpanel', { name: 'cURL' }).filter({ visible: true }).locator('pre');
      const excess = await commands.evaluateAll((all) =>
        all.map((each) => each.scrollWidth - each.clientWidth),
      );
      expect(excess.length).toBeGreaterThan(0);
      expect(Math.max(...excess), `${path} at ${viewport.width} px`).toBeLessThanOrEqual(1);
    }
  }
});

test('one switch sends all samples of the site to the sandbox, before they are painted', async ({ page }) => {
  const environment = (name: string) =>
    page.getByRole('radiogroup', { name: 'Send requests to' }).getByRole('radio', { name });
  await page.goto(examples.guide);
  await expect(sample(page)).toContainText(environments.platform.host);
  await environment('Platform').focus();
  await page.keyboard.press('ArrowRight');
  await expect(environment('Sandbox')).toBeChecked();
  await expect(sample(page)).toContainText(environments.sandbox.host);
  await expect(page.getByRole('main')).not.toContainText(`'${environments.platform.host}`);
  // Without the scripts of the page, only the one in the head restores the choice.
  await page.route(/\/_astro\/.*\.js/, (route) => route.abort());
  await page.goto(at('/api/authentication/operations/createaccesstoken/'));
  await expect(environment('Sandbox')).toBeChecked();
  for (const value of Object.values(environments.sandbox)) await expect(sample(page)).toContainText(value);
  await environment('Platform').check();
  for (const value of Object.values(environments.platform)) await expect(sample(page)).toContainText(value);
});
