import type { Page } from '@playwright/test';
import {
  examples,
  expect,
  holdScripts,
  openPage,
  requestsOf,
  searchButton,
  test,
  viewports,
} from '../support/site.ts';
import { dialog, field, searchFor } from './search-dialog.ts';

const links = (page: Page) => dialog(page).getByRole('link');

test('nothing of the search is requested before it is opened', async ({ page }) => {
  const requests = requestsOf(page);
  await page.goto(examples.guide);
  await searchButton(page).hover();
  await page.waitForLoadState('networkidle');
  expect(requests.filter((url) => /pagefind|search/.test(url))).toEqual([]);
});

test('its button and its keys open the search with the focus in its field, and close it @firefox', async ({
  page,
}) => {
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
});

const OTHER_KEYBOARDS = {
  'Ctrl+K on a Cyrillic keyboard': { key: 'л', code: 'KeyK', ctrlKey: true },
  'Ctrl+K on a Greek keyboard': { key: 'κ', code: 'KeyK', ctrlKey: true },
  'Ctrl+K on a Hebrew keyboard': { key: 'ל', code: 'KeyK', ctrlKey: true },
  'Ctrl+K on an Arabic keyboard': { key: 'ن', code: 'KeyK', ctrlKey: true },
  'Ctrl+K on a Dvorak keyboard': { key: 'k', code: 'KeyV', ctrlKey: true },
};

const OTHER_KEYS = {
  'Ctrl+T on a Dvorak keyboard': { key: 't', code: 'KeyK', ctrlKey: true },
  'AltGr+K': { key: '„', code: 'KeyK', ctrlKey: true, altKey: true },
  'a slash with AltGr, as Windows sends it': { key: '/', code: 'KeyQ', ctrlKey: true, altKey: true },
  'Ctrl+K in a composition': { key: 'k', code: 'KeyK', ctrlKey: true, isComposing: true },
  'a key that an input method handles': { key: 'k', code: 'KeyK', ctrlKey: true, keyCode: 229 },
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

test('an event without a key, as autofill sends it, throws nothing', async ({ page }) => {
  await page.goto(examples.guide);
  await searchButton(page).click();
  await expect(dialog(page).getByRole('heading', { name: 'Popular' })).toBeVisible();
  // The test fails if a listener throws.
  await field(page).dispatchEvent('keydown', {});
  await field(page).evaluate((input) => input.dispatchEvent(new Event('keydown', { bubbles: true })));
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
    await expect(page).toHaveURL('/');
  });

/** All characters of a keyboard, which readers may dictate. */
const CHARACTERS = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index));

for (const path of [examples.guide, examples.withField, examples.operation, examples.interactive])
  test(`on ${path}, no character does anything without a field`, async ({ page }) => {
    await openPage(page, path);
    const state = () =>
      page.evaluate(() => ({
        path: location.pathname,
        focused: document.activeElement?.tagName,
        layers: document.querySelectorAll(':modal, :popover-open').length,
      }));
    const before = await state();
    expect(before.focused).toBe('BODY');
    await page.keyboard.type(`either/or${CHARACTERS}`);
    expect(await state()).toEqual(before);
  });

test("characters stay in the field that they are typed into, also in an extension's shadow tree", async ({
  page,
}) => {
  await page.goto(examples.withField);
  const ownField = page.getByRole('main').getByRole('searchbox');
  await page.evaluate(() => {
    const host = document.body.appendChild(document.createElement('div'));
    const note = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('textarea'));
    note.ariaLabel = 'Note';
  });
  for (const typed of [ownField, page.getByRole('textbox', { name: 'Note' })]) {
    await typed.pressSequentially('a/b');
    await expect(typed).toHaveValue('a/b');
  }
  await searchButton(page).click();
  await page.keyboard.type('/Users/{id}');
  await expect(field(page)).toHaveValue('/Users/{id}');
});

test('Escape returns the focus to the button @firefox', async ({ page }) => {
  await page.goto(examples.guide);
  await searchButton(page).press('Enter');
  await page.keyboard.type('consent');
  await page.keyboard.press('Escape');
  await expect(searchButton(page)).toBeFocused();
});

test('the arrow keys move through the results and back to the field, and Enter opens one @firefox', async ({
  page,
}) => {
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
});

test('a result on the same page closes the dialog', async ({ page }) => {
  await page.goto('/webhooks/');
  await searchButton(page).click();
  await field(page).fill('A complete receiver');
  await dialog(page).locator('a[href^="/webhooks/#"]').first().click();
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL(/\/webhooks\/#/);
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

test('a search that is closed while it loads stays closed', async ({ page }) => {
  await page.goto(examples.guide);
  const release = await holdScripts(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  const loaded = page.waitForResponse(/search-interface/);
  release();
  await loaded;
  await page.waitForLoadState('networkidle');
  await expect(dialog(page)).toBeHidden();
});

for (const [userAgent, shortcut] of [
  ['Mozilla/5.0 (X11; Linux x86_64)', 'Ctrl K'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', '⌘K'],
] as const)
  test.describe(userAgent, () => {
    test.use({ userAgent });

    test(`the button shows ${shortcut}`, async ({ page }) => {
      await page.goto(examples.plain);
      await expect(searchButton(page).locator('kbd')).toHaveText(shortcut);
    });
  });

test.describe('on a phone', () => {
  test.use({ viewport: viewports.phone });

  test('the search fills the window', async ({ page }) => {
    await page.goto(examples.guide);
    await searchButton(page).click();
    await field(page).fill('consent');
    await expect(links(page).first()).toBeVisible();
    const { width, height } = viewports.phone;
    expect(await dialog(page).boundingBox()).toEqual({ x: 0, y: 0, width, height });
  });
});
