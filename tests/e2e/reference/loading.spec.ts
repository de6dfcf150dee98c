import type { Page } from '@playwright/test';
import { apis } from '../../support/published-contracts.ts';
import {
  examples,
  expect,
  reference,
  RENDERED,
  renderedOperation,
  scrollToReference,
  unsteadyTest as test,
} from '../../support/site.ts';
import type { UnsteadyServer } from '../../support/unsteady-server.ts';

const path = examples.interactive;
const { name } = apis.find(({ interactive }) => path.endsWith(interactive))!;

/** The reference's code: its island's, and Scalar's. */
const CODE = /_astro\/Scalar/;

/** The button that loads the reference, which most readers don't need. */
const loadButton = (page: Page) => page.getByRole('button', { name: /^Load the full reference/ });
const alert = (page: Page) => page.getByRole('alert');
const status = (page: Page) => reference(page).getByRole('status');
const codeRequests = (server: UnsteadyServer) => server.requests.filter((path) => CODE.test(path));

for (const [part, file] of Object.entries({
  code: /_astro\/Scalar\./,
  document: new RegExp(`/scalar/${name}\\.json`),
}))
  test(`the reference loads when the reader comes near it, not before, and if its ${part} fails to load, a message says so, and Retry renders it${part === 'code' ? ' @firefox' : ' @nightly @firefox-nightly'}`, async ({
    page,
    server,
  }) => {
    // Keep the section far below the window, however long the text above it is.
    server.rewrite((html) => html.replace('<h2 id="full-reference"', '<div style="height: 5000px"></div>$&'));
    const comeNear = () =>
      reference(page).evaluate((place) =>
        scrollBy({ top: place.getBoundingClientRect().top - innerHeight - 100, behavior: 'instant' }),
      );
    await page.goto(`${path}#_top`, { waitUntil: 'networkidle' });
    await expect(loadButton(page)).toBeHidden();
    expect(codeRequests(server)).toEqual([]);
    server.respondWith(503, file);
    await comeNear();
    await expect(alert(page)).toContainText("The full reference didn't load.");
    await expect(reference(page).getByRole('link', { name: 'its own page' })).toBeVisible();
    server.heal();
    const reloaded = page.waitForEvent('load');
    await alert(page).getByRole('button', { name: 'Retry' }).click();
    await reloaded;
    await comeNear();
    await expect(renderedOperation(page)).toBeVisible(RENDERED);
    await expect(alert(page)).toHaveCount(0);
    await expect(status(page)).toBeEmpty();
  });

test('a slow reference states its size, and a bar shows how much has arrived', async ({ page, server }) => {
  server.delay(60_000, /_astro\/Scalar\./);
  await page.goto(path);
  await scrollToReference(page);
  await expect(status(page)).toHaveText(/\(\d+\.\d MB\)…$/);
  const bar = reference(page).getByRole('progressbar', { name: 'Loaded' });
  const position = () => bar.evaluate((element: HTMLProgressElement) => element.position);
  await expect.poll(position).toBeGreaterThan(0.4);
  expect(await position()).toBeLessThan(0.9);
});

test('a reference that crashes shows a message, and Try again renders it @nightly', async ({ page }) => {
  // Only Scalar creates these headings. The page's own headings are in its HTML.
  await page.addInitScript(() => {
    const create = document.createElement.bind(document);
    document.createElement = ((tag: string, options?: ElementCreationOptions) => {
      if (tag === 'h3' && !('healed' in window)) throw new Error('planted');
      return create(tag, options);
    }) as typeof document.createElement;
  });
  await page.goto(path);
  await scrollToReference(page);
  await expect(alert(page)).toContainText('This page crashed.', RENDERED);
  await expect(page.locator(`main a[href="${examples.operation}"]`).first()).toBeVisible();
  await page.evaluate(() => Object.assign(window, { healed: true }));
  await alert(page).getByRole('button', { name: 'Try again' }).click();
  await expect(renderedOperation(page)).toBeVisible(RENDERED);
});

test.describe('with data saver on @nightly', () => {
  // Block the service worker, because the files that it delivers report no size.
  test.use({ serviceWorkers: 'block' });

  test('the reference loads only by its button, which shows the size', async ({ page, server }) => {
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('Emulation.setDataSaverOverride' as never, { dataSaverEnabled: true } as never);
    await page.goto(path);
    await scrollToReference(page);
    await page.waitForLoadState('networkidle');
    expect(codeRequests(server)).toEqual([]);
    await expect(loadButton(page)).toHaveText(/\(\d+\.\d MB\)$/);
    await loadButton(page).press('Enter');
    await expect(renderedOperation(page)).toBeVisible(RENDERED);
    await expect(loadButton(page)).toBeHidden();
    await expect(reference(page)).toBeFocused();
  });
});
