import type { Page } from '@playwright/test';
import { sectionAt } from '../../src/config/sidebars.ts';
import { popularPages } from '../../src/search/settings.ts';
import { pageAt, textOf } from '../support/built-pages.ts';
import {
  at,
  builtPage,
  examples,
  expect,
  holdScripts,
  requestsOf,
  searchButton,
  test,
} from '../support/site.ts';
import { dialog, field, open, searchFor } from './search-dialog.ts';

const links = (page: Page) => dialog(page).getByRole('link');

test('nothing of the search is requested before it is opened', async ({ page }) => {
  const requests = requestsOf(page);
  await page.goto(examples.guide);
  await searchButton(page).hover();
  await page.waitForLoadState('networkidle');
  expect(requests.filter((url) => /pagefind|search/.test(url))).toEqual([]);
});

test(
  'its button and its keys open the search with the focus in its field, and close it',
  { tag: '@firefox' },
  async ({ page }) => {
    await page.goto(examples.guide);
    const openings = ['Control+k', 'Meta+k'].map((key) => () => page.keyboard.press(key));
    for (const open of [() => searchButton(page).click(), ...openings]) {
      await open();
      await expect(field(page)).toBeFocused();
      await expect(field(page), 'the key itself is not typed').toHaveValue('');
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toBeHidden();
    }
    const closings = [
      () => page.getByRole('button', { name: 'Close search' }).click(),
      () => page.keyboard.press('Control+k'),
      () => page.mouse.click(20, 600),
    ];
    for (const close of closings) {
      await page.keyboard.press('Control+k');
      await expect(field(page)).toBeFocused();
      await close();
      await expect(dialog(page)).toBeHidden();
    }
    await page.keyboard.press('Control+Shift+K');
    await expect(dialog(page), 'a shortcut of the browser').toBeHidden();
  },
);

const OTHER_KEYBOARDS = {
  'Ctrl+K on a Cyrillic keyboard': { key: 'л', code: 'KeyK', ctrlKey: true },
  'Ctrl+K on a Dvorak keyboard': { key: 'k', code: 'KeyV', ctrlKey: true },
};

const OTHER_KEYS = {
  'Ctrl+T on a Dvorak keyboard': { key: 't', code: 'KeyK', ctrlKey: true },
  'AltGr+K': { key: '„', code: 'KeyK', ctrlKey: true, altKey: true },
  'Ctrl+K in a composition': { key: 'k', code: 'KeyK', ctrlKey: true, isComposing: true },
  'a key that an input method handles': { key: 'k', code: 'KeyK', ctrlKey: true, keyCode: 229 },
  // As autofill sends it; the test fails if a listener throws.
  'an event without a key': {},
};

test('keyboards of all layouts open the search, and other keys do not', async ({ page }) => {
  await page.goto(examples.guide);
  await page.waitForLoadState('load');
  const press = (event: object) => page.locator('body').dispatchEvent('keydown', event);
  for (const [name, event] of Object.entries(OTHER_KEYBOARDS)) {
    await press(event);
    await expect(dialog(page), name).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
  }
  for (const [name, event] of Object.entries(OTHER_KEYS)) {
    await press(event);
    await expect(dialog(page), name).toBeHidden();
  }
});

for (const [engine, event] of Object.entries({
  'Chromium and Firefox': { key: 'Enter', isComposing: true },
  'Safari, after the composition': { key: 'Enter', keyCode: 229 },
}))
  test(`Enter that ends a composition opens no result: ${engine}`, async ({ page }) => {
    await searchFor(page, 'consent');
    await expect(links(page).first()).toBeVisible();
    await field(page).dispatchEvent('keydown', event);
    // A result would open in the meantime.
    await searchFor(page, 'consent status');
    await expect(page).toHaveURL(examples.home);
  });

test(
  'the arrow keys move through the results and back to the field, and Enter opens one',
  { tag: '@firefox' },
  async ({ page }) => {
    await page.goto(examples.guide);
    await searchButton(page).click();
    await searchFor(page, 'refresh consent');
    for (const [key, place] of [
      ['ArrowDown', links(page).first()],
      ['ArrowDown', links(page).nth(1)],
      ['ArrowUp', links(page).first()],
      ['ArrowUp', field(page)],
      ['ArrowUp', field(page)],
      ['ArrowDown', links(page).first()],
    ] as const) {
      await page.keyboard.press(key);
      await expect(place).toBeFocused();
    }
    const href = await links(page).first().getAttribute('href');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(href!);
  },
);

test('a result on the same page closes the dialog', async ({ page }) => {
  await page.goto(examples.longGuide);
  await searchButton(page).click();
  await field(page).fill(textOf(builtPage(examples.longGuide).one('h1')));
  await dialog(page).locator(`a[href^="${examples.longGuide}"]`).first().click();
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`${examples.longGuide}(#|$)`));
});

test('a slow search keeps what is typed, and searches for it', async ({ page }) => {
  await page.goto(examples.guide);
  const release = await holdScripts(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('refresh');
  await expect(dialog(page).getByRole('status')).toHaveText('Loading…');
  release();
  await page.keyboard.type(' consent');
  await expect(dialog(page).getByText(/^\d+ results for refresh consent/)).toBeVisible();
  await expect(field(page)).toBeFocused();
});

test('before a reader types, and without a result, the search lists popular pages', async ({ page }) => {
  const popular = dialog(page).locator('h2', { hasText: 'Popular' }).locator('+ ul').getByRole('link');
  const titles = popularPages.map(({ title }) => title);
  await open(page);
  await expect(popular).toHaveText(titles);
  await field(page).fill('xylophonequartz');
  await expect(dialog(page).getByText('No results for xylophonequartz')).toBeVisible();
  await expect(popular).toHaveText(titles);
  await field(page).press('Enter');
  await expect(page).toHaveURL(examples.guide);
  expect(popularPages.map(({ href }) => textOf(pageAt(href).one('h1')))).toEqual(titles);
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

test(
  'each result shows the section of its page, and a reader can search one section',
  {
    tag: '@below-a-path',
  },
  async ({ page }) => {
    await searchFor(page, 'token');
    const shown = () =>
      dialog(page)
        .locator('.result')
        .evaluateAll((items) =>
          items.map((item) => [
            item.querySelector('a')!.pathname,
            item.querySelector('.section')!.textContent,
          ]),
        );
    for (const [path, section] of await shown())
      expect(section, path!).toBe(sectionAt(path!.replace(at('/'), '/')).label);
    const { label } = sectionAt('/webhooks/');
    await dialog(page).getByRole('combobox', { name: 'Section' }).selectOption(label);
    await expect.poll(async () => (await shown()).every(([, section]) => section === label)).toBe(true);
    await links(page).first().click();
    await expect(page).toHaveURL(new RegExp(`^[^/]+//[^/]+${at('/')}webhooks/`));
  },
);

test('without WebAssembly, as in Lockdown Mode, the search says what to do, and lists pages', async ({
  page,
}) => {
  await page.addInitScript('delete globalThis.WebAssembly');
  await open(page);
  await expect(dialog(page).getByRole('status')).toContainText('Turn it on for this site');
  await expect(links(page).last()).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Retry' })).toHaveCount(0);
});

test('a name of the contracts leads to its field, and all of its row is the link', async ({ page }) => {
  await searchFor(page, 'redirect_url');
  const first = dialog(page).locator('.result').first();
  await expect(first).toContainText('redirectUrl');
  // The link covers the text.
  await first.locator('.excerpt').first().click({ force: true });
  await expect(page).toHaveURL(/#redirectUrl$/);
});
