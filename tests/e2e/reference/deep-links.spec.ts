import type { Locator, Page } from '@playwright/test';
import { boxOf, expect, header, readPages, scrollToReference, test, viewports } from '../../support/site.ts';
import { apis } from './contracts.ts';
import {
  linkToStatic,
  openInteractive,
  operationHeading,
  operationSection,
  standing,
} from './interactive-page.ts';
import { recordLayoutShift } from '../../support/watch.ts';

/** Waits until a heading is in the upper half of the window, below sticky elements. */
async function expectArrival(page: Page, heading: Locator) {
  await expect(heading).toBeInViewport(standing);
  await expect(page.locator('html')).not.toHaveAttribute('data-arriving');
  const { y } = await boxOf(heading);
  const { bottom } = await boxOf(header(page));
  expect(y).toBeGreaterThanOrEqual(Math.max(0, bottom));
  expect(y).toBeLessThan(page.viewportSize()!.height / 2);
}

const toInteractive = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: 'All operations on one page', exact: true });

for (const api of apis) {
  const { id, address, summary, fragment } = api.operations[0]!;

  test(`${id} links from the static page to the interactive reference and back`, async ({ page }) => {
    const layoutShift = await recordLayoutShift(page);
    await page.goto(address);
    await toInteractive(page).click();
    await expect(page).toHaveURL(`${api.interactive}#${fragment}`);
    await expectArrival(page, operationHeading(page, summary));
    expect(await layoutShift(), 'layout shift on arrival').toBeLessThan(0.05);
    await linkToStatic(page, summary).click();
    await expect(page).toHaveURL(address);
  });
}

test('every static page of an operation links to it in the interactive reference', async ({ page }) => {
  const operations = apis.flatMap((api) => api.operations.map((each) => ({ ...each, api })));
  const links = await readPages(
    page,
    operations.map(({ address }) => address),
    (document) =>
      [...document.querySelectorAll('main a')]
        .find(({ textContent }) => textContent.includes('All operations on one page'))
        ?.getAttribute('href'),
  );
  expect(links.map(({ fact }) => fact)).toEqual(
    operations.map(({ api, fragment }) => `${api.interactive}#${fragment}`),
  );
});

const byLength = apis
  .filter(({ operations }) => operations.length > 1)
  .toSorted((one, other) => other.operations.length - one.operations.length);

// The page of a phone is the same column, but longer: the longest three show what happens there.
for (const [name, viewport, chosen] of [
  ['phone', viewports.phone, byLength.slice(0, 3)],
  ['desktop', viewports.desktop, byLength],
] as const) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport });

    for (const api of chosen) {
      const { id, fragment, summary } = api.operations.at(-1)!;
      test(`a link to ${id}, the last operation of its page, lands on it and moves nothing`, async ({
        page,
      }) => {
        const layoutShift = await recordLayoutShift(page);
        await openInteractive(page, api, fragment);
        const heading = operationHeading(page, summary);
        await expectArrival(page, heading);
        await expect(operationSection(page, summary)).toBeFocused();
        expect(await layoutShift()).toBeLessThan(0.05);
      });
    }
  });
}

test("a fragment with malformed percent-encoding doesn't break the reference", async ({ page }) => {
  await page.goto(`${apis[0]!.interactive}#tag/x%`);
  await scrollToReference(page);
  await expect(operationHeading(page, apis[0]!.operations[0]!.summary)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('This page crashed.')).toHaveCount(0);
});

test('a fragment of a heading scrolls to the heading', async ({ page }) => {
  const [api] = apis;
  await openInteractive(page, api!, 'operations');
  await expect(page.getByRole('heading', { level: 2, name: 'Operations' })).toBeInViewport();
  await expect(page.locator('html')).not.toHaveAttribute('data-arriving');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const { title, interactive, operations } of apis) {
    test(`links to operations of the ${title} land on their entries in the list`, async ({ page }) => {
      for (const { fragment, address } of operations) {
        await page.goto(`${interactive}#${fragment}`);
        const entry = page.locator(`[id="${fragment}"]`);
        await expect(entry.locator(`a[href="${address}"]`)).toBeInViewport();
      }
    });
  }
});
