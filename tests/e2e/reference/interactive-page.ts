import { expect, type Locator, type Page } from '@playwright/test';
import { reference, scrollToReference } from '../../support/site.ts';
import type { Api } from '../../support/published-contracts.ts';

/** The heading of an operation in the interactive reference. */
export const operationHeading = (page: Page, summary: string): Locator =>
  reference(page).getByRole('heading', { level: 3, name: summary, exact: true });

/** The section of an operation in the interactive reference. */
export const operationSection = (page: Page, summary: string): Locator =>
  reference(page).getByRole('region', { name: summary, exact: true });

/** The link from an operation in the interactive reference to its static page. */
export const linkToStatic = (page: Page, summary: string): Locator =>
  operationSection(page, summary).getByRole('link', { name: 'Open the page of this operation' });

/** Scalar is large, so a busy machine takes a while. */
export const scalarTime = { timeout: 40_000 };

/** Opens an interactive page at a fragment or at the start of the reference, and waits until Scalar has rendered. */
export async function openInteractive(page: Page, { interactive }: Api, fragment = ''): Promise<void> {
  await page.goto(fragment ? `${interactive}#${fragment}` : interactive);
  if (!fragment) await scrollToReference(page);
  await expect(reference(page).getByRole('heading', { level: 3 }).first()).toBeVisible(scalarTime);
}

/** Scrolls through the page until Scalar has rendered every operation. It only renders those near the window. */
export async function renderAll(page: Page, { operations }: Api): Promise<void> {
  for (const { summary } of operations) {
    const heading = operationHeading(page, summary);
    await expect(async () => {
      await page.evaluate(() => scrollBy(0, innerHeight));
      await expect(heading).toHaveCount(1, { timeout: 200 });
    }).toPass();
    await heading.scrollIntoViewIfNeeded();
  }
}
