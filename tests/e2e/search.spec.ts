import type { Locator, Page } from '@playwright/test';
import { sectionAt } from '../../src/config/sidebars.ts';
import { popularPages } from '../../src/search/settings.ts';
import { pageAt, textOf } from '../support/built-pages.ts';
import { at, examples, expect, holdScripts, searchButton, test, unsteadyTest } from '../support/site.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => dialog(page).getByRole('textbox');
const links = (page: Page) => dialog(page).getByRole('link');
const status = (page: Page) => dialog(page).getByRole('status');
const retry = (page: Page) => dialog(page).getByRole('button', { name: 'Retry' });
const results = (page: Page) => dialog(page).locator('.result');
const finds = (page: Page, text: string) =>
  expect(dialog(page).getByText(/^\d+ results? for /)).toContainText(`for ${text}`);

/** Opens a short guide and its search. */
async function open(page: Page): Promise<void> {
  await page.goto(examples.plain);
  await searchButton(page).click();
}

/** Opens a short guide, searches for a text, and waits for the results. */
async function searchFor(page: Page, text: string): Promise<void> {
  await open(page);
  await field(page).fill(text);
  await finds(page, text);
}

test("no part of the search loads before it's opened", async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(examples.plain);
  await searchButton(page).hover();
  await page.waitForLoadState('networkidle');
  expect(requests.filter((url) => /pagefind|search/.test(url))).toEqual([]);
});

test('a button and shortcuts open the search, focus it, and close it @firefox-nightly', async ({ page }) => {
  await page.goto(examples.plain);
  const key = (keys: string) => () => page.keyboard.press(keys);
  for (const [start, close] of [
    [() => searchButton(page).click(), key('Escape')],
    [key('Control+k'), key('Control+k')],
    [key('Meta+k'), () => page.getByRole('button', { name: 'Close search' }).click()],
    [key('Control+k'), () => page.mouse.click(20, 600)],
  ] as const) {
    await start();
    await expect(field(page)).toBeFocused();
    await expect(field(page), 'the field stays empty').toHaveValue('');
    await close();
    await expect(dialog(page)).toBeHidden();
  }
});

test('the shortcut works on all keyboard layouts, and other keys do nothing @nightly', async ({ page }) => {
  await page.goto(examples.plain);
  await page.waitForLoadState('load');
  for (const [event, opens] of [
    // Cyrillic layouts have a different letter on the K key, and Dvorak has the K on a different key.
    [{ key: 'л', code: 'KeyK', ctrlKey: true }, true],
    [{ key: 'k', code: 'KeyV', ctrlKey: true }, true],
    [{ key: 't', code: 'KeyK', ctrlKey: true }, false],
    // AltGr, a browser shortcut, a composition, and autofill, whose event has no key.
    [{ key: '„', code: 'KeyK', ctrlKey: true, altKey: true }, false],
    [{ key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true }, false],
    [{ key: 'k', code: 'KeyK', ctrlKey: true, isComposing: true }, false],
    [{}, false],
  ] as const) {
    await page.locator('body').dispatchEvent('keydown', event);
    await expect(dialog(page), JSON.stringify(event)).toBeVisible({ visible: opens });
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
  }
});

test('Enter that ends a composition opens no result @nightly', async ({ page }) => {
  await searchFor(page, 'consent');
  await expect(links(page).first()).toBeVisible();
  // Chromium and Firefox send Enter during the composition, Safari after it.
  for (const event of [{ isComposing: true }, { keyCode: 229 }]) {
    await field(page).dispatchEvent('keydown', { key: 'Enter', ...event });
    // A result would have opened by now.
    await field(page).fill('consent status');
    await finds(page, 'consent status');
    await expect(page).toHaveURL(examples.plain);
  }
});

/** The links that Enter can open, in the order of the arrow keys, and the chosen one. */
const choices = (page: Page) => dialog(page).locator('.row > a, .title a');
const isChosen = (link: Locator) => expect(link).toHaveId('chosen-result');

test('arrow keys choose a result and show its entire row; typing continues @firefox', async ({ page }) => {
  await searchFor(page, 'refresh consent');
  await isChosen(choices(page).first());
  for (const [key, index] of [
    ['ArrowUp', 0],
    ['ArrowDown', 1],
    ['ArrowDown', 2],
    ['ArrowUp', 1],
  ] as const) {
    await page.keyboard.press(key);
    await isChosen(choices(page).nth(index));
    await expect(field(page)).toBeFocused();
  }
  await expect(field(page)).toHaveAttribute('aria-activedescendant', 'chosen-result');
  for (let count = await choices(page).count(); count > 0; count--) await page.keyboard.press('ArrowDown');
  const last = choices(page).last();
  await isChosen(last);
  await expect(last.locator('xpath=ancestor::*[contains(@class, "row")]')).toBeInViewport({ ratio: 1 });
  await page.keyboard.type('s');
  await expect(field(page)).toHaveValue('refresh consents');
  await finds(page, 'refresh consents');
  await links(page).nth(1).focus();
  await page.keyboard.type('x');
  await expect(field(page)).toHaveValue('refresh consentsx');
});

test('Enter opens the chosen result; Ctrl+Enter, a new tab @firefox-nightly', async ({ page, context }) => {
  await searchFor(page, 'refresh consent');
  await page.keyboard.press('ArrowDown');
  const href = await choices(page).nth(1).getAttribute('href');
  const [tab] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Control+Enter')]);
  await expect(tab).toHaveURL(href!);
  await expect(page).toHaveURL(examples.plain);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(href!);
});

test('a result on the same page closes the dialog @nightly', async ({ page }) => {
  await page.goto(examples.longGuide);
  const title = await page.getByRole('heading', { level: 1 }).innerText();
  await searchButton(page).click();
  await field(page).fill(title);
  await dialog(page).locator(`a[href^="${examples.longGuide}"]`).first().click();
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`${examples.longGuide}(#|$)`));
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
  await expect(page).toHaveURL(examples.plain);
  expect(popularPages.map(({ href }) => textOf(pageAt(href).one('h1')))).toEqual(titles);
});

test('a misspelled query finds the corrected one, and the search says so', async ({ page }) => {
  await open(page);
  await field(page).fill('trasnactions');
  await expect(status(page)).toHaveText(/^No results for trasnactions\. \d+ results for transactions$/);
});

test('a slow search keeps the query, and Enter opens the first result once found', async ({ page }) => {
  await page.goto(examples.plain);
  const release = await holdScripts(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('POST /Con');
  await expect(status(page)).toHaveText('Loading…');
  await page.keyboard.type('sent');
  await page.keyboard.press('Enter');
  release();
  await expect(page).toHaveURL(/\/operations\/createconsent\/$/);
});

test('results show their section, and readers can search a single one @below-a-path', async ({ page }) => {
  await searchFor(page, 'token');
  const shown = () =>
    results(page).evaluateAll((items) =>
      items.map((item) => [item.querySelector('a')!.pathname, item.querySelector('.section')!.textContent]),
    );
  for (const [path, section] of await shown())
    expect(section, path!).toBe(sectionAt(path!.replace(at('/'), '/')).label);
  const { label } = sectionAt('/webhooks/');
  await dialog(page).getByRole('combobox', { name: 'Section' }).selectOption(label);
  await expect.poll(async () => (await shown()).every(([, section]) => section === label)).toBe(true);
  await links(page).first().click();
  await expect(page).toHaveURL(new RegExp(`^[^/]+//[^/]+${at('/')}webhooks/`));
});

test('words of the query are marked, and a button lists and chooses more results', async ({ page }) => {
  await searchFor(page, 'webhook');
  for (const place of ['.title', 'div > .excerpt', 'li > .excerpt'])
    await expect(results(page).locator(`${place} mark`).first(), place).toHaveText(/^webhooks?$/i);
  const marks = await results(page).locator('mark').allTextContents();
  expect(marks).not.toContainEqual(expect.stringMatching(/^\W|\W$/));
  const shown = await results(page).count();
  await dialog(page).getByRole('button', { name: 'Show all results' }).click();
  await isChosen(results(page).nth(shown).locator('.title a'));
  await expect(field(page)).toBeFocused();
  await expect(status(page)).toHaveText(`${await results(page).count()} results for webhook`);
});

test("a field that a guide explains is in that guide's section @nightly", async ({ page }) => {
  await searchFor(page, 'Transaction.amount');
  const first = results(page).first();
  const { label } = sectionAt('/account-information/data-structures/');
  for (const section of ['', label]) {
    await dialog(page).getByRole('combobox', { name: 'Section' }).selectOption(section);
    await expect(first.getByRole('link').first()).toHaveAttribute('href', /#Transaction\.amount$/);
    await expect(first.locator('.section')).toHaveText(label);
  }
});

test('a contract name leads to its field, and its whole row is a link', async ({ page }) => {
  await searchFor(page, 'redirect_url');
  const first = results(page).first();
  await expect(first).toContainText('redirectUrl');
  // Force the click, because the row's link covers the text.
  await first.locator('.excerpt').first().click({ force: true });
  await expect(page).toHaveURL(/#redirectUrl$/);
});

test('in Lockdown Mode, the search says what to do and lists pages @nightly', async ({ page }) => {
  // Lockdown Mode removes WebAssembly.
  await page.addInitScript('delete globalThis.WebAssembly');
  await open(page);
  await expect(status(page)).toContainText('Turn it on for this site');
  await expect(links(page).last()).toBeVisible();
  await expect(retry(page)).toHaveCount(0);
});

test('a search without results is repeated with the current index @nightly', async ({ page }) => {
  await open(page);
  await expect(dialog(page).getByRole('heading', { name: 'Popular' })).toBeVisible();
  // The first part of the index belongs to an earlier deploy, so it no longer exists.
  let opened = 0;
  await page.route('**/pagefind/index/*', (route) =>
    ++opened === 1 ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await field(page).fill('upsert');
  await finds(page, 'upsert');
});

unsteadyTest.describe('when the connection fails', () => {
  // Pagefind also rejects a promise that no code can handle.
  unsteadyTest.use({ errorsOfOthers: /^Failed to load Pagefind metadata/ });

  for (const [part, pattern] of Object.entries({
    code: /_astro\/[^/]*search[^/]*\.js/,
    'list of parts @nightly': /pagefind\/pagefind-entry\.json/,
  }))
    unsteadyTest(`a search that can't load says so, and Retry reloads: ${part}`, async ({ page, server }) => {
      await page.goto(examples.plain);
      server.drop(pattern);
      await searchButton(page).click();
      await expect(dialog(page).getByRole('alert')).toContainText("The search didn't load.");
      server.heal();
      await retry(page).click();
      await expect(dialog(page)).toBeHidden();
      await searchFor(page, 'refresh consent');
    });

  unsteadyTest('if results fail to load, the search says so; Retry repeats it', async ({ page, server }) => {
    await open(page);
    await expect(dialog(page).getByRole('heading', { name: 'Popular' })).toBeVisible();
    server.respondWith(503, /pagefind\/fragment\//);
    await field(page).fill('refresh consent');
    await expect(status(page)).toContainText('The search failed.');
    server.heal();
    await retry(page).click();
    await expect(field(page)).toBeFocused();
    await finds(page, 'refresh consent');
  });

  unsteadyTest('if more results fail, others stay; Retry repeats it @nightly', async ({ page, server }) => {
    await searchFor(page, 'webhook');
    const shown = await results(page).count();
    const more = dialog(page).getByRole('button', { name: 'Show all results' });
    server.respondWith(503, /pagefind\/fragment\//);
    await more.click();
    await expect(status(page)).toContainText('The search failed.');
    await expect(results(page)).toHaveCount(shown);
    server.heal();
    await retry(page).click();
    await more.click();
    await isChosen(results(page).nth(shown).locator('.title a'));
    await expect(field(page)).toBeFocused();
  });

  unsteadyTest.describe("without a service worker, which the test's clock doesn't control", () => {
    unsteadyTest.use({ serviceWorkers: 'block' });

    unsteadyTest('a search without a response fails after 20 seconds', async ({ page, server }) => {
      await page.clock.install();
      server.delay(60_000, /pagefind\/index\//);
      await open(page);
      await field(page).fill('refresh consent');
      await expect(async () => {
        await page.clock.runFor(400);
        expect(server.requests.some((path) => /pagefind\/index\//.test(path))).toBe(true);
      }).toPass();
      await page.clock.runFor(21_000);
      await expect(status(page)).toContainText('No data arrived for 20 seconds.');
    });
  });
});

test('a pasted log line leaves only entries that explain it @firefox-nightly', async ({ page }) => {
  await page.goto(at('/troubleshooting/'));
  const entries = page.getByRole('main').getByRole('heading', { level: 3 }).filter({ visible: true });
  const all = await entries.count();
  const paste = page.getByLabel('Paste your error message');
  await paste.fill('14:02:11 ERROR sync: Error: connect ECONNREFUSED 127.0.0.1:4010 at TCPConnectWrap');
  await expect(entries).toHaveText(['The sandbox can’t be reached']);
  await paste.fill('database locked');
  await expect(entries).toHaveText(['The database is locked']);
  await paste.fill('no such words');
  await expect(entries).toHaveCount(0);
  await paste.fill('');
  await expect(entries).toHaveCount(all);
});
