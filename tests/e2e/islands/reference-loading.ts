import type { Locator, Page } from '@playwright/test';
import { examples, expect, reference, scrollToReference } from '../../support/site.ts';
import type { UnsteadyServer } from '../../support/unsteady-server.ts';

/** The interactive page that tests of the loading of its reference use. */
export const path = examples.interactive;

/** All code of the reference. */
export const CODE = /_astro\/ScalarReference\./;

/** How long the reference may take to render. */
export const RENDERED = { timeout: 30_000 };

/** A button in every operation that Scalar has rendered. */
export const renderedOperation = (page: Page): Locator =>
  page.getByRole('button', { name: 'Copy link' }).first();

/** The button that loads the reference, which most readers don't need. */
export const loadButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^Load the full reference/ });

export const alert = (page: Page): Locator => page.getByRole('alert');
export const status = (page: Page): Locator => reference(page).getByRole('status');

/** What a page has requested of the code of the reference. */
export const codeRequests = (server: UnsteadyServer) =>
  server.requests.filter((each) => CODE.test(each.path));

/** Moves the reference far below the window, whatever the length of the text above it. */
export function moveAway(server: UnsteadyServer): void {
  server.rewrite('text/html', (html) =>
    html.replace('<h2 id="full-reference"', '<div style="height: 5000px"></div>$&'),
  );
}

/** Expects a message when a file of the reference fails to load, and the reference after Retry. */
export async function expectRetryAfterFailureOf(
  file: RegExp,
  page: Page,
  server: UnsteadyServer,
): Promise<void> {
  server.respondWith(503, file);
  await page.goto(path);
  await scrollToReference(page);
  await expect(alert(page)).toContainText("The full reference didn't load.");
  await expect(reference(page).getByRole('link', { name: 'page by page' })).toBeVisible();
  server.heal();
  await Promise.all([page.waitForEvent('load'), alert(page).getByRole('button', { name: 'Retry' }).click()]);
  await scrollToReference(page);
  await expect(renderedOperation(page)).toBeVisible(RENDERED);
  await expect(alert(page)).toHaveCount(0);
}
