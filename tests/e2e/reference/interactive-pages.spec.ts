import type { Page } from '@playwright/test';
import { TOKEN_PLACEHOLDER } from '../../../src/config/samples.ts';
import { violations } from '../../support/axe.ts';
import {
  atRest,
  colorModeToggle,
  expect,
  fits,
  overflow,
  reference,
  searchButton,
  sidebar,
  test,
  viewports,
} from '../../support/site.ts';
import { apis, asRendered, type Api } from './contracts.ts';
import { drawAll, linkToStatic, openInteractive, operationHeading } from './interactive-page.ts';
import { recordLayoutShift, watch } from '../../support/watch.ts';

/** Goes to the start of a page: where the header covers half of a button, axe would take the rest for the whole. */
async function atStart(page: Page): Promise<Page> {
  await page.evaluate(() => scrollTo(0, 0));
  await atRest(page);
  return page;
}

const [example] = apis.filter(({ name }) => name === 'consents');

/** One page has one heading, one sidebar and one search, and no button that sends a request. */
async function expectOneOfEach(page: Page, api: Api) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(1);
  await expect(sidebar(page).locator('[aria-current="page"]')).toHaveAttribute('href', api.interactive);
  await expect(reference(page).getByRole('navigation')).toHaveCount(0);
  await expect(reference(page).getByRole('searchbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /test request|send|^ask|search/i })).toHaveCount(1);
  await expect(searchButton(page)).toBeVisible();
}

for (const api of apis) {
  test(`the interactive page of the ${api.title} renders each operation once in our layout, and axe finds nothing in either mode`, async ({
    page,
    baseURL,
  }) => {
    test.setTimeout(120_000);
    const found = watch(page, baseURL);
    const layoutShift = await recordLayoutShift(page);
    await openInteractive(page, api);
    await page.waitForLoadState('networkidle');
    expect(await layoutShift(), 'layout shift on arrival').toBeLessThan(0.05);
    await drawAll(page, api);
    for (const { summary, address } of api.operations) {
      await expect(operationHeading(page, summary)).toBeVisible();
      await expect(linkToStatic(page, summary)).toHaveAttribute('href', address);
    }
    await expectOneOfEach(page, api);
    if (api.document.security)
      await expect(reference(page).getByText(TOKEN_PLACEHOLDER).first()).toBeVisible();
    expect(await violations(await atStart(page))).toEqual([]);
    await colorModeToggle(page).click();
    await expect(page.locator('body')).toHaveClass(/\bdark-mode\b/);
    expect(await violations(await atStart(page), 'colors')).toEqual([]);
    await page.setViewportSize(viewports.phone);
    await drawAll(page, api);
    expect(await overflow(page), 'on a phone').toEqual(fits);
    expect(found).toEqual({ errors: [], foreign: [] });
  });
}

test('nothing on an interactive page is wider than the window', async ({ page }) => {
  await openInteractive(page, example!);
  for (const { width, height } of [viewports.phone, viewports.lastMobile, viewports.firstDesktop]) {
    await page.setViewportSize({ width, height });
    await drawAll(page, example!);
    expect(await overflow(page), `at ${width} px`).toEqual(fits);
  }
});

test('Ctrl+K on an interactive page opens only the search of the site', async ({ page }) => {
  await openInteractive(page, example!);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
});

test("Scalar follows changes of the page's color mode, including code", async ({ page }) => {
  await openInteractive(page, example!);
  const code = reference(page).locator('.scalar-code-block').first();
  const background = () =>
    code.evaluate((block) => {
      const seen = (element: Element | null): string => {
        const color = element ? getComputedStyle(element).backgroundColor : 'rgb(255, 255, 255)';
        return color === 'rgba(0, 0, 0, 0)' ? seen(element!.parentElement) : color;
      };
      const channels = seen(block).match(/\d+/g)!.slice(0, 3).map(Number);
      return channels.every((channel) => channel > 200) ? 'light' : 'dark';
    });
  expect(await background()).toBe('light');
  await colorModeToggle(page).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect.poll(background).toBe('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await colorModeToggle(page).click();
  await expect(page.locator('html')).toHaveAttribute('data-color-mode', 'system');
  await expect.poll(background).toBe('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(background).toBe('dark');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const { title, document, interactive, operations } of apis) {
    test(`the interactive page of the ${title} describes the API and lists its operations`, async ({
      page,
    }) => {
      await page.goto(interactive);
      const main = page.getByRole('main');
      await expect(main.getByText(document.servers[0].url, { exact: true })).toBeVisible();
      const text = (await main.innerText()).replaceAll(/\s+/g, ' ');
      const [sentence] = asRendered(document.info.description).split(/(?<=\.)\s/);
      expect(text).toContain(sentence);
      for (const { address, path, kind, summary } of operations) {
        const link = main.locator(`a[href="${address}"]`).first();
        await expect(link).toBeVisible();
        await expect(link).toContainText(summary);
        if (kind === 'operation') await expect(link).toContainText(path);
      }
      await expect(main.getByRole('link', { name: 'YAML' })).toBeVisible();
      await expect(main.getByRole('link', { name: 'JSON' })).toBeVisible();
      await expect(main.getByText('The full reference needs JavaScript.')).toBeVisible();
    });
  }
});
