import { rm } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { anotherDeploy } from '../../support/another-deploy.ts';
import { apis } from '../../support/published-contracts.ts';
import { expect, reference, scrollToReference } from '../../support/site.ts';
import { test } from '../../support/unsteady-site.ts';
import {
  CODE,
  codeRequests,
  expectRetryAfterFailureOf,
  loadButton,
  moveAway,
  path,
  RENDERED,
  renderedOperation,
  status,
} from './reference-loading.ts';

const [operation] = apis.find((api) => api.interactive === path)!.operations;

/** Sets data saver, which Chromium has no preference for. */
async function saveData(page: Page) {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Emulation.setDataSaverOverride' as never, { dataSaverEnabled: true } as never);
}

test('a link to an operation loads the reference, also on the same page', async ({ page, server }) => {
  moveAway(server);
  await page.goto(path);
  await page.evaluate((fragment) => (location.hash = fragment), operation!.fragment);
  await expect(renderedOperation(page)).toBeVisible(RENDERED);
});

test('while the reference is slow, a message says that it is loading', async ({ page }) => {
  const arrives = Promise.withResolvers<undefined>();
  await page.route(CODE, async (route) => {
    await arrives.promise;
    await route.continue();
  });
  await page.goto(path);
  await scrollToReference(page);
  await expect(status(page)).toHaveText('The full reference is loading…');
  arrives.resolve(undefined);
  await expect(renderedOperation(page)).toBeVisible(RENDERED);
  await expect(status(page)).toBeEmpty();
});

test('when the document of the reference fails to load, a message says so, and Retry renders it', async ({
  page,
  server,
}) => {
  await expectRetryAfterFailureOf(/\/scalar\/consents\.json/, page, server);
});

test('after a deploy, the page reloads once and renders the reference', async ({ page, server }) => {
  const second = await anotherDeploy();
  moveAway(server);
  await page.goto(path);
  server.serve(second);
  await scrollToReference(page);
  await expect(page).toHaveTitle(/second deploy$/);
  await expect(async () => {
    await scrollToReference(page);
    await expect(renderedOperation(page)).toBeVisible();
  }).toPass(RENDERED);
  await rm(second, { recursive: true });
});

test.describe('without a service worker, through which files have no size', () => {
  test.use({ serviceWorkers: 'block' });

  test('with data saver on, the reference waits for its button, which shows the size', async ({
    page,
    server,
  }) => {
    await saveData(page);
    await page.goto(path);
    await scrollToReference(page);
    await page.waitForLoadState('networkidle');
    expect(codeRequests(server)).toEqual([]);
    const [, size] = /\((\d+\.\d) MB\)$/.exec((await loadButton(page).textContent())!)!;

    let received = 0;
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('Network.enable');
    protocol.on('Network.loadingFinished', ({ encodedDataLength }) => (received += encodedDataLength));
    await loadButton(page).press('Enter');
    await expect(renderedOperation(page)).toBeVisible(RENDERED);
    await expect(loadButton(page)).toBeHidden();
    await expect(reference(page)).toBeFocused();
    expect(Math.abs(received / 1e6 - Number(size))).toBeLessThan(0.1);
  });
});
