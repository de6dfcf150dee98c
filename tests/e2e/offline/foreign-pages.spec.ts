import { expect, failureTitle, heading, read, test } from './unsteady.ts';

const READ = '/webhooks/structure/';
const OTHER = '/webhooks/events/';

/** A page of a captive portal, whose title runs as script where it is inserted as HTML. */
const EVIL_TITLE = `<!DOCTYPE html><html><head><title><img src=x onerror="document.documentElement.dataset.ran=''"></title></head>
<body><h1>Log in to this network</h1></body></html>`;

test('the title of a foreign page runs no script on the failure page', async ({ page, server }) => {
  await read(page, READ);
  server.send(OTHER, EVIL_TITLE);
  await page.goto(OTHER);
  await page.waitForTimeout(500);
  await server.stop();
  await page.goto('/webhooks/');
  await expect(heading(page)).toHaveText(failureTitle);
  await expect(
    page.getByRole('main').getByRole('list').getByRole('link', { name: 'The body of a webhook' }),
  ).toBeVisible();
  await page.waitForTimeout(500);
  await expect(page.getByRole('main').getByRole('img')).toHaveCount(0);
  await expect(page.locator('html')).not.toHaveAttribute('data-ran');
});
