import type { Locator, Page } from '@playwright/test';
import { examples, expect, test } from '../support/site.ts';

/* The site on a machine of an intranet, without TLS: browsers give its pages no clipboard, no cache, and no worker. */

const SITE = 'http://docs.intranet';

test.use({ baseURL: SITE });

test.beforeEach(async ({ page }, { project }) => {
  const served = project.use.baseURL!;
  await page.route(`${SITE}/**`, async (route) => {
    const url = route.request().url().replace(SITE, served);
    await route.fulfill({ response: await route.fetch({ url }) });
  });
});

/** Pastes into a new field, which shows what the clipboard has. */
async function pasted(page: Page): Promise<string> {
  await page.evaluate(() => {
    const field = document.body.appendChild(document.createElement('textarea'));
    field.setAttribute('aria-label', 'Paste here');
    field.focus({ preventScroll: true });
  });
  await page.keyboard.press('Control+v');
  const field = page.getByRole('textbox', { name: 'Paste here' });
  const text = await field.inputValue();
  await field.evaluate((element) => element.remove());
  return text;
}

/** Presses the button of the first sample of a guide. */
async function copySample(page: Page): Promise<Locator> {
  await page.goto(examples.guide);
  const panel = page.getByRole('tabpanel', { name: 'cURL' }).first();
  await panel.getByRole('button', { name: /^Copy/ }).click();
  return panel;
}

const SAMPLE = /^curl 'https:\/\/[^ ]+' \\\n {2}--header /;

test('all copy buttons copy', async ({ page, request, baseURL }, { project }) => {
  const panel = await copySample(page);
  await expect(panel.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => isSecureContext), baseURL).toBe(false);
  expect(await pasted(page)).toMatch(SAMPLE);

  await page.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const twin = await page.getByRole('link', { name: 'View as Markdown' }).getAttribute('href');
  expect(await pasted(page)).toBe(await (await request.get(project.use.baseURL! + twin!)).text());

  await page.goto(examples.operation);
  const [value] = await page.locator('[data-copy]').allTextContents();
  await page.getByRole('button', { name: `Copy ${value}` }).click();
  await expect.poll(() => pasted(page)).toBe(value);
});

test('where browsers copy nothing, buttons say why, and the keyboard copies', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(document, { execCommand: () => false });
  });
  const panel = await copySample(page);
  await expect(panel.getByText('Copying needs HTTPS. Press Ctrl+C or ⌘C.')).toBeVisible();
  await page.keyboard.press('Control+c');
  expect(await pasted(page)).toMatch(SAMPLE);
  await page.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect(page.getByRole('button', { name: 'Copying needs HTTPS.' })).toBeVisible();
});
