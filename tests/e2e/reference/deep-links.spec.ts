import type { Locator, Page } from '@playwright/test';
import { apis } from '../../support/published-contracts.ts';
import { boxOf, expect, header, test, viewports } from '../../support/site.ts';
import { recordLayoutShift } from '../../support/watch.ts';
import {
  linkToStatic,
  openInteractive,
  operationHeading,
  operationSection,
  scalarTime,
} from './interactive-page.ts';

/** Waits until a heading is in the upper half of the window, below the header. */
async function expectArrival(page: Page, heading: Locator) {
  await expect(heading).toBeInViewport(scalarTime);
  const { y } = await boxOf(heading);
  const { bottom } = await boxOf(header(page));
  expect(y).toBeGreaterThanOrEqual(Math.max(0, bottom));
  expect(y).toBeLessThan(page.viewportSize()!.height / 2);
}

const api = apis.toSorted((one, other) => other.operations.length - one.operations.length)[0]!;
const [first, last] = [api.operations[0]!, api.operations.at(-1)!];

test('an operation links from its static page to the interactive reference and back', async ({ page }) => {
  const expectNothingMoved = await recordLayoutShift(page);
  await page.goto(first.address);
  await page.getByRole('main').getByRole('link', { name: 'All operations on one page', exact: true }).click();
  await expect(page).toHaveURL(`${api.interactive}#${first.fragment}`);
  await expectArrival(page, operationHeading(page, first.summary));
  await expectNothingMoved();
  await linkToStatic(page, first.summary).click();
  await expect(page).toHaveURL(first.address);
});

for (const [name, viewport] of Object.entries({ phone: viewports.phone, desktop: viewports.desktop })) {
  test(`on a ${name}, a link to the last operation of the longest page shows it and moves nothing`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    const expectNothingMoved = await recordLayoutShift(page);
    await openInteractive(page, api, last.fragment);
    await expectArrival(page, operationHeading(page, last.summary));
    await expect(operationSection(page, last.summary)).toBeFocused();
    await expectNothingMoved();
  });
}

test("a fragment with malformed percent-encoding doesn't break the reference", async ({ page }) => {
  await page.goto(`${api.interactive}#tag/x%`);
  await page.getByRole('region', { name: 'Full reference' }).scrollIntoViewIfNeeded();
  await expect(operationHeading(page, first.summary)).toBeVisible(scalarTime);
});
