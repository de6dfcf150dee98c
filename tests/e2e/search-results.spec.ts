import type { Page } from '@playwright/test';
import { popularPages } from '../../src/search/settings.ts';
import { sections } from '../../src/config/sections.ts';
import { examples, expect, holdScripts, searchButton, test } from '../support/site.ts';
import { dialog, field, results, searchFor } from './search-dialog.ts';

/** The links below a heading of the dialog. */
const linksBelow = (page: Page, heading: string) =>
  dialog(page).locator('h2', { hasText: heading }).locator('+ ul').getByRole('link');

async function open(page: Page) {
  await page.goto(examples.guide);
  await searchButton(page).click();
}

test('before a reader types, and without a result, the search lists popular pages', async ({ page }) => {
  await open(page);
  await expect(linksBelow(page, 'Popular')).toHaveText(popularPages.map(({ title }) => title));
  await field(page).fill('xylophonequartz');
  await expect(dialog(page).getByText('No results for xylophonequartz')).toBeVisible();
  await expect(linksBelow(page, 'Popular')).toHaveText(popularPages.map(({ title }) => title));
});

test('popular pages are listed by their own titles', async ({ page }) => {
  for (const { href, title } of popularPages) {
    await page.goto(href);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  }
});

test('Enter opens the first result, even if it is pressed before the search has loaded', async ({ page }) => {
  await page.goto(examples.guide);
  const release = await holdScripts(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('POST /Consent');
  await page.keyboard.press('Enter');
  release();
  await expect(page).toHaveURL(/\/operations\/createconsent\/$/);
});

test('Enter does nothing if there is no result', async ({ page }) => {
  await open(page);
  await field(page).fill('xylophonequartz');
  await expect(dialog(page).getByText('No results')).toBeVisible();
  await field(page).press('Enter');
  await expect(dialog(page)).toBeVisible();
  await expect(page).toHaveURL(examples.guide);
});

test('each result shows the section of its page', async ({ page }) => {
  await searchFor(page, 'consent');
  const shown = await dialog(page)
    .locator('.result')
    .evaluateAll((items) =>
      items.map((item) => [item.querySelector('a')!.pathname, item.querySelector('.section')!.textContent]),
    );
  expect(shown.length).toBeGreaterThan(4);
  for (const [path, section] of shown) {
    const reached = path!.includes('-api/') ? '/api/' : path!;
    const own = sections.find(({ href }) => href !== '/' && reached.startsWith(`/${href.split('/')[1]}/`));
    expect(section, path).toBe((own ?? sections[0]).label);
  }
});

test('a misspelled word is corrected, and the search says so', async ({ page }) => {
  await open(page);
  await field(page).fill('trasnactions');
  const status = dialog(page).getByRole('status');
  await expect(status).toHaveText(/^No results for trasnactions\. \d+ results for transactions\b/);
});

test('without WebAssembly, as in Lockdown Mode, the search says what to do, and lists pages', async ({
  page,
}) => {
  await page.addInitScript('delete globalThis.WebAssembly');
  await open(page);
  await expect(dialog(page).getByRole('status')).toContainText('Turn it on for this site');
  await expect(linksBelow(page, 'Popular').last()).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Retry' })).toHaveCount(0);
});

test('a name of the contracts leads to its field, and all of its row is the link', async ({ page }) => {
  await searchFor(page, 'redirect_url');
  const first = dialog(page).locator('.result').first();
  await expect(first).toContainText('redirectUrl');
  await expect(first).toContainText('Field of Create a consent');
  // The link covers the text.
  await first.getByText('The URL in your app').click({ force: true });
  await expect(page).toHaveURL('/api/consents/operations/createconsent/#redirectUrl');
});

test('a reader can search one section', async ({ page }) => {
  await searchFor(page, 'token');
  await dialog(page).getByRole('combobox', { name: 'Section' }).selectOption('Webhooks');
  await expect
    .poll(async () => (await results(page)).every((path) => path.startsWith('/webhooks/')))
    .toBe(true);
  await expect(dialog(page).getByText(/^\d+ results? for token/)).toBeVisible();
});

test('a page without a sentence that matches shows its description', async ({ page }) => {
  await searchFor(page, 'go live');
  await expect(dialog(page).locator('.result').first().locator('.excerpt').first()).not.toBeEmpty();
});
