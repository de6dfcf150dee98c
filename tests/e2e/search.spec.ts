import type { Page } from '@playwright/test';
import { examples, expect, holdScripts, requestsOf, searchButton, test, viewports } from '../support/site.ts';
import { dialog, field, results } from './search-dialog.ts';

/** URLs of the search: its interface, its styles and its index. */
const ofSearch = (address: string) => /pagefind|search-interface|\/search\.[^/]+\.css/.test(address);

test('nothing of the search is requested before it is opened', async ({ page }) => {
  const requests = requestsOf(page);
  await page.goto(examples.guide);
  await page.mouse.move(400, 400);
  await page.waitForLoadState('networkidle');
  expect(requests.filter(ofSearch)).toEqual([]);
  await searchButton(page).click();
  await expect(field(page)).toBeVisible();
  await expect.poll(() => requests.filter(ofSearch).length).toBeGreaterThanOrEqual(3);
});

const openings: Record<string, (page: Page) => Promise<void>> = {
  'its button': (page) => searchButton(page).click(),
  'the keyboard on its button': (page) => searchButton(page).press('Enter'),
  'Ctrl+K': (page) => page.keyboard.press('Control+k'),
  'Command+K': (page) => page.keyboard.press('Meta+k'),
  'a slash': (page) => page.keyboard.press('/'),
};
for (const [name, open] of Object.entries(openings)) {
  test(`${name} opens the search with the focus in its field`, async ({ page }) => {
    await page.goto(examples.guide);
    await expect(dialog(page)).toBeHidden();
    await open(page);
    await expect(dialog(page)).toBeVisible();
    await expect(field(page)).toBeFocused();
    await expect(field(page), 'the key itself is not typed').toHaveValue('');
  });
}

test('a slash that is typed into a field of the page stays there', async ({ page }) => {
  await page.goto(examples.withField);
  const ownField = page.getByRole('main').getByRole('searchbox');
  await ownField.pressSequentially('a/b');
  await expect(ownField).toHaveValue('a/b');
  await expect(dialog(page)).toBeHidden();
});

test('a slash that is typed into the search stays there', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('/Users/{id}');
  await expect(field(page)).toHaveValue('/Users/{id}');
});

test('a search without matches shows a message', async ({ page }) => {
  await page.goto('/');
  await searchButton(page).click();
  await field(page).fill('xylophonequartz');
  await expect(dialog(page).getByText('No results for xylophonequartz')).toBeVisible();
});

for (const typed of ['', 'consent']) {
  test(`Escape closes the search ${typed ? 'with text in it' : 'without text'} and returns the focus to the button`, async ({
    page,
  }) => {
    await page.goto(examples.guide);
    await searchButton(page).press('Enter');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type(typed);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(searchButton(page)).toBeFocused();
  });
}

test('its button, Ctrl+K and a click outside close the search', async ({ page }) => {
  await page.goto(examples.guide);
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
});

test('Ctrl+Shift+K is left to the browser', async ({ page }) => {
  await page.goto(examples.guide);
  await page.keyboard.press('Control+Shift+K');
  await expect(dialog(page)).toBeHidden();
});

test('the arrow keys move through the results and back to the field', async ({ page }) => {
  await page.goto(examples.guide);
  await page.keyboard.press('/');
  await field(page).fill('refresh consent');
  await expect(dialog(page).getByText('results for refresh consent')).toBeVisible();
  await results(page);
  const links = dialog(page).getByRole('link');
  await page.keyboard.press('ArrowDown');
  await expect(links.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  const address = await links.first().getAttribute('href');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(address!);
});

test('a result on the same page closes the dialog and scrolls to it', async ({ page }) => {
  await page.goto('/webhooks/');
  await searchButton(page).click();
  await field(page).fill('A complete receiver');
  const result = dialog(page).locator('a[href^="/webhooks/#"]').first();
  await result.click();
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL(/\/webhooks\/#/);
});

for (const [part, pattern] of Object.entries({
  interface: '**/search-interface*.js',
  styles: '**/_astro/search*.css',
  index: '**/pagefind/pagefind.js',
})) {
  test(`a failed load of the search's ${part} shows a message, and Retry loads it again`, async ({
    page,
  }) => {
    await page.goto(examples.guide);
    const aborted = page.waitForEvent('requestfailed', (request) => ofSearch(request.url()));
    await page.route(pattern, (route) => route.abort());
    await searchButton(page).click();
    await page.keyboard.type('consent');
    await aborted;
    await expect(dialog(page).getByRole('status')).toContainText("The search didn't load");
    await expect(field(page)).toHaveValue('consent');

    const retry = dialog(page).getByRole('button', { name: 'Retry' });
    await retry.click();
    await expect(retry, 'still no connection').toBeVisible();
    await page.unroute(pattern);
    await retry.click();
    await expect(field(page)).toBeFocused();
    await expect(dialog(page).getByText("The search didn't load")).toBeHidden();
    await expect(dialog(page).getByText(/^\d+ results for consent/)).toBeVisible();
  });
}

for (const [trouble, status] of Object.entries({ 'does not arrive': 0, 'gets status 503': 503 })) {
  test(`when the code of the search ${trouble}, its dialog shows a message, and Retry opens the search`, async ({
    page,
  }) => {
    await page.goto(examples.guide);
    const code = '**/_astro/site-search.*.js';
    await page.route(code, (route) => (status ? route.fulfill({ status }) : route.abort()));
    await page.keyboard.press('Control+k');
    const alert = dialog(page).getByRole('alert');
    await expect(alert).toContainText(/The search didn't load\. .*\/_astro\/site-search/);
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(alert.getByRole('button', { name: 'Retry' }), 'still in trouble').toBeVisible();
    await page.unroute(code);
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(field(page)).toBeFocused();
    await expect(alert).toHaveCount(0);
  });
}

const earlyClosings: Record<string, (page: Page) => Promise<void>> = {
  'its button': (page) => page.getByRole('button', { name: 'Close search' }).click(),
  Escape: (page) => page.keyboard.press('Escape'),
};
for (const [name, close] of Object.entries(earlyClosings)) {
  test(`on a slow connection the dialog opens before its code has loaded, and stays closed after ${name}`, async ({
    page,
  }) => {
    await page.goto(examples.guide);
    const release = await holdScripts(page);
    await page.keyboard.press('Control+k');
    await expect(dialog(page)).toBeVisible();
    await close(page);
    await expect(dialog(page)).toBeHidden();
    release();
    await page.waitForLoadState('networkidle');
    await expect(dialog(page)).toBeHidden();
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused();
  });
}

test.describe('when a part of the index fails to load', () => {
  for (const [part, pattern] of Object.entries({
    'the list of its parts': '**/pagefind/pagefind-entry.json*',
    'what reads it': '**/pagefind/wasm.*',
    'its summary': '**/pagefind/*.pf_meta*',
    'a part with words': '**/pagefind/index/*',
    'a result': '**/pagefind/fragment/*',
  })) {
    for (const [trouble, status] of Object.entries({
      'does not arrive': 0,
      'gets status 503': 503,
      'comes as a page with status 200': 200,
    })) {
      test(`${part} ${trouble}: an error shows instead of "no results", and Retry searches again`, async ({
        page,
      }) => {
        await page.goto(examples.guide);
        await page.route(pattern, (route) =>
          status ? route.fulfill({ status, contentType: 'text/html', body: '<p>' }) : route.abort(),
        );
        await searchButton(page).click();
        const retry = dialog(page).getByRole('button', { name: 'Retry' });
        await page.keyboard.type('refresh consent');
        await expect(dialog(page).getByRole('status')).toContainText("The search didn't load");
        await expect(dialog(page).getByText('No results')).toHaveCount(0);
        await page.unroute(pattern);
        await retry.click();
        await expect(dialog(page).getByText(/^\d+ results for refresh consent/)).toBeVisible();
        await expect(dialog(page).getByRole('link').first()).toBeVisible();
      });
    }
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: viewports.phone });

  test('the search opens from the header, fills the window and closes', async ({ page }) => {
    await page.goto(examples.guide);
    await searchButton(page).click();
    await field(page).fill('consent');
    await expect(dialog(page).getByRole('link').first()).toBeVisible();
    const { width, height } = viewports.phone;
    expect(await dialog(page).boundingBox()).toEqual({ x: 0, y: 0, width, height });
    await page.getByRole('button', { name: 'Close search' }).click();
    await expect(dialog(page)).toBeHidden();
  });
});
