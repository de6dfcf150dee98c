import { examples, expect, holdScripts, searchButton } from '../support/site.ts';
import { test } from '../support/unsteady-site.ts';
import { dialog, field } from './search-dialog.ts';

/** The files of the search, in the order in which they load. */
const parts: Record<string, RegExp> = {
  code: /_astro\/site-search/,
  interface: /_astro\/search-interface/,
  styles: /_astro\/search\.[^/]+\.css/,
  'script of the index': /pagefind\/pagefind\.js/,
  'list of parts': /pagefind\/pagefind-entry\.json/,
  summary: /pagefind\/.*\.pf_meta/,
  'part with words': /pagefind\/index\//,
  result: /pagefind\/fragment\//,
};

const found = /^\d+ results for +refresh consent/;

test('the field has the focus before the code of the search arrives, keeps what is typed, and searches for it then', async ({
  page,
}) => {
  await page.goto(examples.guide);
  const release = await holdScripts(page);
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(' refresh');
  await expect(dialog(page).getByRole('status')).toHaveText('Loading…');
  release();
  await page.keyboard.type(' consent');
  await expect(dialog(page).getByText(found)).toBeVisible();
  await expect(field(page)).toHaveValue(' refresh consent');
  await expect(field(page)).toBeFocused();
});

test('the cursor stays where it is when the search arrives', async ({ page }) => {
  await page.goto(examples.guide);
  const release = await holdScripts(page);
  await searchButton(page).click();
  await page.keyboard.type('efresh consent');
  await page.keyboard.press('Home');
  release();
  await expect(dialog(page).getByText(/results? for efresh consent/)).toBeVisible();
  await page.keyboard.type('r');
  await expect(field(page)).toHaveValue('refresh consent');
});

test('the focus stays on Close when the search arrives', async ({ page }) => {
  await page.goto(examples.guide);
  const release = await holdScripts(page);
  await searchButton(page).click();
  const close = page.getByRole('button', { name: 'Close search' });
  await close.focus();
  release();
  await expect(field(page)).toHaveAttribute('placeholder', /./);
  await expect(close).toBeFocused();
});

test.describe('when the server accepts a request and never responds', () => {
  // The clock of the test doesn't reach the worker.
  test.use({ serviceWorkers: 'block' });

  for (const [part, pattern] of Object.entries(parts)) {
    test(`for the search's ${part}, a message shows after 20 seconds, and Retry searches`, async ({
      page,
      server,
    }) => {
      await page.clock.install();
      await page.goto(examples.guide);
      server.stall(pattern, 0);
      await searchButton(page).click();
      await page.keyboard.type('refresh consent');
      const requested = () => server.requests.filter(({ path }) => pattern.test(path)).length;
      await expect(async () => {
        await page.clock.runFor(400);
        expect(requested()).toBeGreaterThan(0);
      }).toPass();
      // Each byte of another file starts the time again.
      const retry = dialog(page).getByRole('button', { name: 'Retry' });
      await page.clock.runFor(15_000);
      await expect(retry).toHaveCount(0);
      await page.clock.runFor(26_000);
      await expect(dialog(page)).toContainText('nothing arrived for 20 seconds');
      await expect(field(page)).toHaveValue('refresh consent');
      server.heal();
      await page.clock.resume();
      await retry.click();
      await expect(dialog(page).getByText(found)).toBeVisible();
      await expect(dialog(page).getByRole('link').first()).toBeVisible();
    });
  }
});
