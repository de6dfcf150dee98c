import { at, examples, viewports } from '../support/site.ts';
import { expect, Key, test, type Reader } from './webkit.ts';

/* Covers what Safari readers rely on and what WebKit could do differently. Chromium tests cover everything else. */

const AUTHENTICATION = at('/account-information/authentication/');
const SYNC_MODE = at('/account-information/data-access/sync-mode/');

const sidebar = (reader: Reader) => reader.by('navigation', 'Main');
const title = (reader: Reader) => reader.by('heading');
const reference = (reader: Reader) => reader.by('region', 'Full reference');

test('the color mode changes on the first click, its button says so, and the next page keeps it', async ({
  reader,
}) => {
  const dark = reader.by('button', 'Color mode: dark. Switch to system.');
  await reader.goto(examples.guide);
  await reader.by('button', 'Color mode: light. Switch to dark.').click();
  await dark.see();
  await reader.goto(SYNC_MODE);
  await dark.see();
});

// WebKitGTK has no Navigation API.
test('a slow page load shows a bar and a spinner', async ({ reader, server }) => {
  await reader.goto(examples.guide);
  // Let the page keep what it shows, because a click returns only when the next page has loaded.
  await reader.evaluate(() => {
    const region = document.querySelector('.page-loading')!;
    new MutationObserver(() => {
      const parts = ['::before', '::after'].map((each) => getComputedStyle(region, each).animationName);
      if (region.textContent) sessionStorage.setItem('shown', [region.textContent, ...parts].join());
    }).observe(region, { childList: true });
  });
  server.delay(1_500, SYNC_MODE);
  await sidebar(reader).by('link', 'Sync mode').click();
  await reader.arrives(SYNC_MODE);
  expect(await reader.evaluate(() => sessionStorage.getItem('shown'))).toBe(
    'Loading the page…,page-loading-bar,page-loading-spinner',
  );
});

test.describe('on a phone', () => {
  test.use({ viewport: viewports.phone });

  test('the mobile menu opens and closes by its button and by Escape, and its links open pages', async ({
    reader,
  }) => {
    const button = reader.by('button', 'Menu');
    const link = sidebar(reader).by('link', 'Sync mode');
    await reader.goto(examples.guide);
    await link.gone();
    await button.click();
    await link.see();
    await button.click();
    await link.gone();
    await button.click();
    await link.see();
    await reader.press(Key.ESCAPE);
    await link.gone();
    await button.isFocused();
    await reader.press(Key.ENTER);
    await link.click();
    await reader.arrives(SYNC_MODE);
    await link.gone();
  });
});

test("a language chosen in one sample, even by keyboard, applies to all, including the next page's", async ({
  reader,
}) => {
  const isChosen = (name: string) =>
    reader.until(`${name} is chosen in all samples`, async () => {
      const tabs = await reader.by('tab', name).all();
      const chosen = await Promise.all(tabs.map((tab) => tab.getAttribute('aria-selected')));
      return chosen.every((each) => each === 'true');
    });
  await reader.goto(examples.guide);
  await reader.by('tab', 'cURL').evaluate((tab) => tab.focus());
  for (const [key, name] of [
    [Key.ARROW_RIGHT, 'JavaScript'],
    [Key.END, 'PHP'],
    [Key.HOME, 'cURL'],
  ] as const) {
    await reader.press(key);
    await reader.by('tab', name).isFocused();
    await isChosen(name);
  }
  await reader.by('tab', 'PHP').click();
  await isChosen('PHP');
  await reader.by('tabpanel', 'PHP').says(/<\?php/);
  await reader.goto(AUTHENTICATION);
  await isChosen('PHP');
});

for (const isSecure of [true, false])
  test(`copy buttons copy ${isSecure ? 'even text that loads slowly @nightly' : 'even over HTTP, where scripts have no clipboard'}`, async ({
    reader,
    server,
  }) => {
    /** Pastes into a new field, because tests can't read the clipboard. */
    const pasted = async () => {
      await reader.evaluate(() => {
        const field = document.createElement('textarea');
        document.querySelector('h1')!.after(field);
        field.setAttribute('aria-label', 'Paste here');
        field.focus();
      });
      await reader.press(Key.CONTROL, 'v');
      const paste = reader.by('textbox', 'Paste here');
      const field = await paste.see();
      await reader.until('something is pasted', async () => (await field.getAttribute('value')) !== '');
      const text = await field.getAttribute('value');
      await paste.evaluate((element) => element.remove());
      return text;
    };
    await reader.goto(examples.guide);
    if (!isSecure)
      await reader.evaluate(() => void Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    const panel = reader.by('tabpanel', 'cURL');
    await panel.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const origin = await panel.see();
    await reader.driver.actions().move({ origin }).perform();
    const sample = reader.by('button', 'Copy code');
    await sample.click();
    await sample.says(/Copied/);
    expect(await pasted()).toMatch(/^curl 'https:\/\/[^ ]+\/Consent' \\\n {2}--header 'Authorization: /);
    if (!isSecure) return;
    // WebKit forgets a click after a second.
    server.delay(1_500, /\.md$/);
    await reader.by('button', 'Copy as Markdown').click();
    await reader.by('button', 'Copied').see();
    expect(await pasted()).toMatch(/^---\ntitle: /);
  });

test('the keyboard opens the search, moves through its results, opens one, and closes it', async ({
  reader,
}) => {
  const dialog = reader.by('dialog', 'Search');
  const field = dialog.by('textbox');
  await reader.goto(examples.guide);
  await reader.by('button', 'Search').evaluate((button) => button.focus());
  await reader.press(Key.ENTER);
  await field.isFocused();
  await reader.press(Key.ESCAPE);
  await dialog.gone();
  await reader.by('button', 'Search').isFocused();
  await reader.press(Key.CONTROL, 'k');
  await field.isFocused();
  await (await field.see()).sendKeys('refresh consent');
  await dialog.says(/results for refresh consent/);
  const chosen = () =>
    reader.evaluate(() => (document.getElementById('chosen-result') as HTMLAnchorElement | null)?.href);
  const first = await chosen();
  await reader.press(Key.ARROW_DOWN);
  await field.isFocused();
  const href = await chosen();
  expect(href).not.toBe(first);
  await reader.press(Key.ENTER);
  await reader.until('the chosen result opens', async () => (await reader.driver.getCurrentUrl()) === href);
});

test('the interactive reference loads, even after a failure', async ({ reader, server }) => {
  server.respondWith(503, /_astro\/ScalarReference\./);
  await reader.goto(examples.interactive);
  await reference(reader).evaluate((place) => place.scrollIntoView());
  await reference(reader)
    .by('alert')
    .says(/didn't load/);
  server.heal();
  await reference(reader).by('button', 'Retry').click();
  await reference(reader).by('alert').gone();
  await reference(reader).evaluate((place) => place.scrollIntoView());
  await reference(reader).by('button', 'Copy link').see();
});

test('offline, a visited page opens as a copy, and Retry loads it', async ({ reader, server }) => {
  await reader.goto(at('/webhooks/structure/'));
  await reader.until('the worker has stored the page with its styles', () =>
    reader.evaluate(async () => {
      const styles = [...document.styleSheets].flatMap(({ href }) => href ?? []);
      const found = await Promise.all([location.href, ...styles].map((url) => caches.match(url)));
      return navigator.serviceWorker.controller !== null && !found.includes(undefined);
    }),
  );
  const read = await (await title(reader).see()).getText();
  await server.stop();
  await reader.reload();
  const notice = reader.by('region', 'Page load problem');
  await notice.says(/Offline copy.*connection to the server failed/);
  await title(reader).says(new RegExp(read));
  await server.restart();
  await notice.by('button', 'Retry').click();
  await notice.gone();
  await title(reader).says(new RegExp(read));
});
