import type { Page } from '@playwright/test';
import { environments } from '../../src/config/samples.ts';
import { blockStorage, boxOf, examples, expect, test, viewports } from '../support/site.ts';

const tabs = (page: Page, name: string) => page.getByRole('main').getByRole('tab', { name, exact: true });

async function expectAllSelected(page: Page, name: string) {
  expect(await tabs(page, name).count()).toBeGreaterThan(1);
  for (const tab of await tabs(page, name).all()) await expect(tab).toHaveAttribute('aria-selected', 'true');
}

test('a language chosen in one sample applies to all samples, also on the next page @firefox', async ({
  page,
}) => {
  await page.goto(examples.guide);
  await tabs(page, 'Python').first().click();
  await expectAllSelected(page, 'Python');
  await expect(page.getByRole('tabpanel', { name: 'Python' }).first()).toContainText('requests.post(');
  await page.goto('/account-information/authentication/');
  await expectAllSelected(page, 'Python');
});

test('the arrow keys move between the languages @firefox', async ({ page }) => {
  await page.goto(examples.guide);
  await tabs(page, 'cURL').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(tabs(page, 'JavaScript').first()).toBeFocused();
  await expect(page.getByRole('tabpanel', { name: 'JavaScript' }).first()).toBeVisible();
  await expect(page.getByRole('tabpanel', { name: 'cURL' })).toHaveCount(0);
  await page.keyboard.press('End');
  await expect(tabs(page, 'PHP').first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tabs(page, 'PHP').first()).toBeFocused();
  await page.keyboard.press('Home');
  await expectAllSelected(page, 'cURL');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await expect(tabs(page, 'Python').first()).not.toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(tabs(page, 'JavaScript').first()).toBeFocused();
});

test('a closed tab opens when the browser finds text in it', async ({ page }) => {
  // A text fragment finds like Ctrl+F does, which no test can press.
  await page.goto('/account-information/authentication/#:~:text=HttpRequestMessage');
  await expect(page.getByRole('tabpanel', { name: 'C#' })).toContainText('HttpRequestMessage');
  await expect(page.getByText('HttpRequestMessage').first()).toBeInViewport();
});

test('a chosen tab keeps its position while panels above it grow or shrink', async ({ page }) => {
  await page.goto(examples.guide);
  // Whatever the samples look like, a panel above grows.
  const [first] = await page
    .getByRole('main')
    .getByRole('tabpanel', { includeHidden: true, name: 'C#' })
    .all();
  await first!.evaluate((panel) => (panel.style.paddingBottom = '300px'));
  const last = tabs(page, 'C#').last();
  await last.scrollIntoViewIfNeeded();
  const before = await boxOf(last);
  await last.click();
  await expectAllSelected(page, 'C#');
  expect(Math.abs((await boxOf(last)).y - before.y)).toBeLessThan(1);
});

test('with storage blocked, languages can be chosen and nothing breaks', async ({ page }) => {
  await blockStorage(page);
  await page.goto(examples.guide);
  await tabs(page, 'Python').first().click();
  await expectAllSelected(page, 'Python');
});

test.describe('the copy button', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('of a page puts its Markdown on the clipboard, and confirms it', async ({ page, request }) => {
    await page.goto(examples.guide);
    const button = page.getByRole('button', { name: 'Copy as Markdown' });
    await button.click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    const twin = await page.getByRole('link', { name: 'View as Markdown' }).getAttribute('href');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await (await request.get(twin!)).text());
    expect(copied).toMatch(/^---\ntitle: /);
    await expect(button).toBeVisible();
  });

  test('copies the code of its block unchanged @firefox', async ({ page }) => {
    await page.goto(examples.guide);
    const panel = page.getByRole('tabpanel', { name: 'cURL' }).first();
    await panel.hover();
    await panel.getByRole('button', { name: /^Copy/ }).click();
    await expect(panel.getByText(/^Copied/)).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^curl 'https:\/\/[^ ]+\/Consent' \\\n {2}--header /);
  });

  test('says that the Markdown did not load', async ({ page }) => {
    await page.route(/\.md$/, (route) => route.abort());
    await page.goto(examples.guide);
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await expect(page.getByRole('button', { name: "The Markdown didn't load." })).toBeVisible();
  });

  test('says that it failed if the browser denies it', async ({ page }) => {
    await page.addInitScript(() => {
      navigator.clipboard.write = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'));
      Object.assign(document, { execCommand: () => false });
    });
    await page.goto(examples.guide);
    const panel = page.getByRole('tabpanel', { name: 'cURL' }).first();
    await panel.hover();
    await panel.getByRole('button', { name: /^Copy/ }).click();
    await expect(panel.getByText('Copying failed. Press Ctrl+C or ⌘C.')).toBeVisible();
  });
});

for (const path of ['/', '/quickstart/', examples.guide, examples.operation])
  test(`commands on ${path} show whole URLs, in every window`, async ({ page }) => {
    await page.goto(path);
    for (const viewport of Object.values(viewports)) {
      await page.setViewportSize(viewport);
      const commands = page.getByRole('tabpanel', { name: 'cURL' }).filter({ visible: true }).locator('pre');
      const excess = await commands.evaluateAll((all) =>
        all.map((each) => each.scrollWidth - each.clientWidth),
      );
      expect(excess.length).toBeGreaterThan(0);
      expect(Math.max(...excess), `at ${viewport.width} px`).toBeLessThanOrEqual(1);
    }
  });

test.describe('with a foreign environment in storage', () => {
  test.use({ stored: { environment: 'toString' } });

  test('samples are those of the platform', async ({ page }) => {
    await page.goto(examples.guide);
    await expect(page.getByRole('radio', { name: 'Platform' })).toBeChecked();
    const sample = page.getByRole('tabpanel', { name: 'cURL' }).first();
    await expect(sample).toContainText(environments.platform.host);
  });
});

test('one switch sends all samples of the site to the sandbox, before they are painted', async ({ page }) => {
  const environment = (name: string) =>
    page.getByRole('radiogroup', { name: 'Send requests to' }).getByRole('radio', { name });
  const sample = page.getByRole('tabpanel', { name: 'cURL' }).first();
  await page.goto(examples.guide);
  await expect(sample).toContainText(environments.platform.host);
  await environment('Platform').focus();
  await page.keyboard.press('ArrowRight');
  await expect(environment('Sandbox')).toBeChecked();
  await expect(sample).toContainText(environments.sandbox.host);
  await expect(page.getByRole('main')).not.toContainText(`'${environments.platform.host}`);
  // Without the script of the page, only the one in the head restores the choice.
  await page.route(/\/_astro\/site\./, (route) => route.abort());
  await page.goto('/api/authentication/operations/createaccesstoken/');
  await expect(environment('Sandbox')).toBeChecked();
  for (const value of Object.values(environments.sandbox)) await expect(sample).toContainText(value);
  await environment('Platform').check();
  for (const value of Object.values(environments.platform)) await expect(sample).toContainText(value);
});
