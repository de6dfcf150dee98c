import type { Locator, Page } from '@playwright/test';
import { environments, sampleLanguages } from '../../src/config/samples.ts';
import { at, examples, expect, openPage, reference, test } from '../support/site.ts';

const AUTHENTICATION = at('/account-information/authentication/');

const tabs = (page: Page, name: string) => page.getByRole('main').getByRole('tab', { name, exact: true });
const sample = (page: Page) => page.getByRole('tabpanel', { name: 'cURL' }).first();

async function expectAllSelected(page: Page, name: string) {
  await expect(tabs(page, name).first()).toBeVisible();
  for (const tab of await tabs(page, name).all()) await expect(tab).toHaveAttribute('aria-selected', 'true');
}

test('a language chosen in one sample applies to all guides and references @firefox', async ({ page }) => {
  const shown = page.getByRole('complementary', { name: 'Samples' }).locator('pre:visible').first();
  await page.goto(examples.guide);
  await tabs(page, 'Python').first().click();
  expect(await tabs(page, 'Python').count()).toBeGreaterThan(1);
  await expectAllSelected(page, 'Python');
  await expect(page.getByRole('tabpanel', { name: 'Python' }).first()).toContainText('requests.post(');
  await page.goto(examples.operation);
  await expect(shown).toHaveAttribute('data-language', 'python');
  await tabs(page, 'Java').first().click();
  await expect(shown).toHaveAttribute('data-language', 'java');
  await page.goto(AUTHENTICATION);
  await expectAllSelected(page, 'Java');
});

test("a language chosen in the interactive reference's list applies to guides @nightly", async ({ page }) => {
  await openPage(page, examples.interactive);
  const picker = reference(page)
    .getByRole('button', { name: /(cURL|Python|PHP)$/ })
    .first();
  const options = page.getByRole('listbox').getByRole('option');
  await picker.click();
  await expect(options).toHaveCount(sampleLanguages.length);
  await page.keyboard.type('Pyth');
  await expect(options).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(picker).toHaveText('Python');
  // Scalar stores the choice after half a second.
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('custom/python');
  await page.goto(examples.guide);
  await expectAllSelected(page, 'Python');
});

test('a closed tab opens when the browser finds text in it', async ({ page }) => {
  // A text fragment works like Ctrl+F, which tests can't press.
  await page.goto(`${AUTHENTICATION}#:~:text=HttpRequestMessage`);
  await expect(page.getByRole('tabpanel', { name: 'C#' })).toContainText('HttpRequestMessage');
  await expect(page.getByText('HttpRequestMessage').first()).toBeInViewport();
});

test('long code shows its first lines until a reader opens all of them', async ({ page }) => {
  await page.goto(at('/recipes/check-an-income/'));
  const program = page.getByRole('tabpanel', { name: 'JavaScript' });
  const hidden = () => program.locator('pre').evaluate((code) => code.scrollHeight - code.clientHeight);
  expect(await hidden()).toBeGreaterThan(0);
  await program.getByText(/^All \d+ lines$/).click();
  expect(await hidden()).toBe(0);
});

/** Clicks the copy button in the row of a guide's first tabs. Returns the button. */
async function copySample(page: Page): Promise<Locator> {
  await page.goto(examples.guide);
  const button = page.getByRole('main').getByRole('button', { name: 'Copy code' }).first();
  await button.click();
  return button;
}

const COPIED = /^curl 'https:\/\/[^ ]+' \\\n {2}--header /;

test.describe('with a clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

  test("the page's copy button copies its Markdown and confirms it", async ({ page, request }) => {
    await page.goto(examples.guide);
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    const twin = await page.getByRole('link', { name: 'View as Markdown' }).getAttribute('href');
    expect(await copied(page)).toBe(await (await request.get(twin!)).text());
    expect(await copied(page)).toMatch(/^---\ntitle: /);
  });

  test('the copy button of a sample copies the code that it shows @firefox-nightly', async ({ page }) => {
    const button = await copySample(page);
    await expect(button).toHaveText('Copied');
    expect(await copied(page)).toMatch(COPIED);
    await page.getByRole('tab', { name: 'Python' }).first().click();
    await button.click();
    await expect.poll(() => copied(page)).toMatch(/^import /);
  });

  /* Over HTTP, such as in an intranet, scripts can't write to the clipboard. */
  test.describe('over plain HTTP', () => {
    test.beforeEach(({ page }) =>
      page.addInitScript(() => {
        const readText = navigator.clipboard.readText.bind(navigator.clipboard);
        Object.defineProperty(navigator, 'clipboard', { value: { readText } });
        Object.defineProperty(window, 'isSecureContext', { value: false });
      }),
    );

    test('all copy buttons copy @nightly', async ({ page }) => {
      await expect(await copySample(page)).toHaveText('Copied');
      expect(await copied(page)).toMatch(COPIED);
      await page.getByRole('button', { name: 'Copy as Markdown' }).click();
      await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
      expect(await copied(page)).toMatch(/^---\ntitle: /);
      await page.goto(examples.operation);
      const [value] = await page.locator('[data-copy]').allTextContents();
      await page.getByRole('button', { name: `Copy ${value}` }).click();
      await expect.poll(() => copied(page)).toBe(value);
    });

    test('if the browser refuses, buttons say why, and the keyboard copies @nightly', async ({ page }) => {
      await page.addInitScript('document.execCommand = () => false');
      await expect(await copySample(page)).toHaveText('Copying needs HTTPS. Press Ctrl+C or ⌘C.');
      await page.keyboard.press('Control+c');
      expect(await copied(page)).toMatch(COPIED);
      await page.getByRole('button', { name: 'Copy as Markdown' }).click();
      await expect(page.getByRole('button', { name: 'Copying needs HTTPS.' })).toBeVisible();
    });
  });
});

test('one switch sends all samples on the site to the sandbox before the first paint', async ({ page }) => {
  const environment = (name: string) =>
    page.getByRole('radiogroup', { name: 'Send requests to' }).getByRole('radio', { name });
  await page.goto(examples.guide);
  await expect(sample(page)).toContainText(environments.platform.host);
  await environment('Platform').focus();
  await page.keyboard.press('ArrowRight');
  await expect(environment('Sandbox')).toBeChecked();
  await expect(sample(page)).toContainText(environments.sandbox.host);
  await expect(page.getByRole('main')).not.toContainText(`'${environments.platform.host}`);
  // Without the page's scripts, only the script in the head restores the choice.
  await page.route(/\/_astro\/.*\.js/, (route) => route.abort());
  await page.goto(at('/api/authentication/operations/createaccesstoken/'));
  await expect(environment('Sandbox')).toBeChecked();
  for (const value of Object.values(environments.sandbox)) await expect(sample(page)).toContainText(value);
  await environment('Platform').check();
  for (const value of Object.values(environments.platform)) await expect(sample(page)).toContainText(value);
});
