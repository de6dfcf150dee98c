import type { Page } from '@playwright/test';
import { sidebar } from '../../support/site.ts';
import type { UnsteadyServer } from '../../support/unsteady-server.ts';
import { expect, failureTitle, heading, notice, read, retry, test } from './unsteady.ts';

const READ = '/webhooks/structure/';
const OTHER = '/webhooks/events/';
const OTHER_TITLE = 'The Transactions Fetched event';

const linkTo = (page: Page, path: string) => sidebar(page).locator(`a[href="${path}"]`);

for (const bytes of [60, 300]) {
  test(`a page that breaks off after ${bytes} bytes, in its head, counts as failed: its copy or the failure page is shown`, async ({
    page,
    server,
  }) => {
    await read(page, READ);
    server.truncate(/^\/webhooks\//, bytes);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.clearBrowserCache');
    await page.reload();
    await expect(notice(page)).toContainText('Offline copy of');
    await page.goto(OTHER);
    await expect(heading(page)).toHaveText(failureTitle);
    await expect(page.getByRole('contentinfo')).toBeVisible();
  });
}

test('a response after the time limit is stored: the page shows without another wait for the server', async ({
  page,
  server,
}) => {
  test.setTimeout(60_000);
  await read(page, READ);
  server.delay(11_500, OTHER);
  await page.goto(OTHER);
  await expect(heading(page)).toHaveText(failureTitle);
  await expect(heading(page)).toHaveText(OTHER_TITLE, { timeout: 30_000 });
});

const broken: Record<string, (server: UnsteadyServer) => void> = {
  'was reset': (server) => server.drop(OTHER),
  'broke off': (server) => server.truncate(OTHER, 6_000),
};

for (const [trouble, begin] of Object.entries(broken)) {
  test(`a prefetch that ${trouble} is dropped: the click loads the page from the server`, async ({
    page,
    server,
  }) => {
    await read(page, OTHER);
    await read(page, READ);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.clearBrowserCache');
    await session.send('Preload.enable');
    let prefetch: string | undefined;
    session.on('Preload.prefetchStatusUpdated', ({ status }) => (prefetch = status));
    begin(server);
    await linkTo(page, OTHER).hover();
    await expect.poll(() => prefetch).toBe('Failure');
    server.heal();
    await linkTo(page, OTHER).click();
    await expect(heading(page)).toHaveText(OTHER_TITLE);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
  });
}

test('Retry works after the reader has stopped a load', async ({ page, server }) => {
  await read(page, READ);
  server.respondWith(503, OTHER);
  await page.goto(OTHER);
  server.heal();
  server.delay(3_000, OTHER);
  server.requests.length = 0;
  await retry(page).click();
  const loads = () => server.requests.filter(({ path, method }) => path === OTHER && method === 'GET').length;
  await expect.poll(loads).toBe(1);
  const session = await page.context().newCDPSession(page);
  await session.send('Page.stopLoading');
  server.heal();
  await retry(page).click();
  await expect(heading(page)).toHaveText(OTHER_TITLE);
});

test("old failures don't lengthen the pause before the next retry", async ({ page, server }) => {
  await read(page, READ);
  server.respondWith(503, OTHER);
  await page.goto(OTHER);
  const announced = notice(page).getByRole('status');
  await expect(announced).toHaveText('Trying again in 4 seconds.');
  await page.evaluate(() =>
    history.replaceState({ ...history.state, failedAt: Date.now() - 10 * 60_000 }, ''),
  );
  await page.reload();
  await expect(announced).toHaveText('Trying again in 2 seconds.');
});
