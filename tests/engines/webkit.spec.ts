import { at, examples, viewports } from '../support/site.ts';
import { expect, Key, test, type Reader } from './webkit.ts';

/* Covers what Safari readers rely on and what WebKit could do differently. Chromium tests cover everything else. */

const AUTHENTICATION = at('/account-information/authentication/');
const SYNC_MODE = at('/account-information/data-access/sync-mode/');

const sidebar = (reader: Reader) => reader.by('navigation', 'Main');

test('the first click changes the color mode and its button; the next page keeps it', async ({ reader }) => {
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
  const shown = await reader.evaluate(() => sessionStorage.getItem('shown'));
  expect(shown).toBe('Loading the page…,page-loading-bar,page-loading-spinner');
});

test.describe('on a phone', () => {
  test.use({ viewport: viewports.phone });

  test('the menu opens and closes by button and Escape, and its links open pages', async ({ reader }) => {
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

test('a language chosen by click or key applies to all samples, on all pages', async ({ reader }) => {
  const isChosen = (name: string) =>
    reader.until(() => {
      // Some samples are in fewer languages.
      const tabs = document.querySelectorAll('[role=tablist]:has(> :nth-child(6)) [aria-selected=true]');
      return [...new Set([...tabs].map((tab) => tab.textContent.trim()))];
    }, [name]);
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

for (const [title, isSecure] of [
  ['text that loads slowly @nightly', true],
  ['over HTTP, where scripts have no clipboard', false],
] as const)
  test(`copy buttons copy, even ${title}`, async ({ reader, server }) => {
    /** Pastes into a new field, because tests can't read the clipboard. */
    const expectCopied = async (text: RegExp) => {
      await reader.evaluate(() => {
        const field = document.createElement('textarea');
        document.querySelector('h1')!.replaceChildren(field);
        field.focus();
      });
      await reader.press(Key.CONTROL, 'v');
      await expect.poll(() => reader.evaluate(() => document.querySelector('textarea')!.value)).toMatch(text);
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
    await expectCopied(/^curl 'https:\/\/[^ ]+\/Consent' \\\n {2}--header 'Authorization: /);
    if (!isSecure) return;
    // WebKit forgets a click after a second.
    server.delay(1_500, /\.md$/);
    await reader.by('button', 'Copy as Markdown').click();
    await reader.by('button', 'Copied').see();
    await expectCopied(/^---\ntitle: /);
  });

test('the keyboard opens and closes the search, chooses a result, and opens it', async ({ reader }) => {
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
  await reader.until(() => location.href as string | undefined, href);
});

test('the interactive reference loads, even after a failure', async ({ reader, server }) => {
  const reference = reader.by('region', 'Full reference');
  const alert = reference.by('alert');
  server.respondWith(503, /_astro\/ScalarReference\./);
  await reader.goto(examples.interactive);
  await reference.evaluate((place) => place.scrollIntoView());
  await alert.says(/didn't load/);
  server.heal();
  await reference.by('button', 'Retry').click();
  await alert.gone();
  await reference.evaluate((place) => place.scrollIntoView());
  await reference.by('button', 'Copy link').see();
});

test('offline, a visited page opens as a copy, and Retry loads it', async ({ reader, server }) => {
  await reader.goto(at('/webhooks/structure/'));
  // Wait until the worker has stored the page with its styles.
  await reader.until(async () => {
    const styles = [...document.styleSheets].flatMap(({ href }) => href ?? []);
    const found = await Promise.all([location.href, ...styles].map((url) => caches.match(url)));
    return navigator.serviceWorker.controller !== null && !found.includes(undefined);
  }, true);
  const title = reader.by('heading');
  const read = new RegExp(await (await title.see()).getText());
  await server.stop();
  await reader.evaluate(() => location.reload());
  const notice = reader.by('region', 'Page load problem');
  await notice.says(/Offline copy.*connection to the server failed/);
  await title.says(read);
  await server.restart();
  await notice.by('button', 'Retry').click();
  await notice.gone();
  await title.says(read);
});
