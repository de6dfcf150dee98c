import { failureTitle, heading, notice, read, retry, titleOf } from '../e2e/offline/unsteady.ts';
import {
  at,
  colorModeToggle,
  expect,
  expectTheme,
  header,
  linkTo,
  test,
  unsteadyTest,
} from '../support/site.ts';
import type { UnsteadyServer } from '../support/unsteady-server.ts';

/*
 * The site errors of section 8 of the specification, which section 2 repeats: a test per sentence, with the sentence as
 * its title. Never delete or weaken a test here. Rarer failures are in tests/e2e/offline/.
 */

const READ = at('/webhooks/structure/');
const OTHER = at('/webhooks/events/');

/** Failures with the reason that readers see. The site sets the time limit, so one engine is enough. */
const failures = [
  ['the connection fails', 'The connection to the server failed.', '@firefox'],
  ['the server responds with 503', 'The server responded with 503.', '@nightly @firefox-nightly'],
  ['the server does not respond', "The server didn't respond within 10 seconds.", '@nightly'],
] as const;

const begin = {
  'the connection fails': (server: UnsteadyServer) => server.stop(),
  'the server responds with 503': (server: UnsteadyServer) => server.respondWith(503),
  'the server does not respond': (server: UnsteadyServer) => server.delay(60_000, /\/$/),
};

for (const [when, reason, tags] of failures)
  unsteadyTest(
    `A failed page load shows the error text with a Retry button. A visited page also shows its copy. (${when}) ${tags}`,
    async ({ page, server }) => {
      await read(page, READ);
      await begin[when](server);
      await page.goto(READ);
      await expect(notice(page)).toContainText('Offline copy from', { timeout: 15_000 });
      await expect(notice(page)).toContainText(reason);
      await expect(notice(page)).toContainText(String(new Date().getFullYear()));
      await expect(heading(page)).toHaveText(titleOf(READ));
      await expect(header(page)).toHaveCSS('position', 'sticky');
      await page.goto(OTHER);
      await expect(heading(page)).toHaveText(failureTitle, { timeout: 15_000 });
      await expect(notice(page)).toContainText(reason);
      await expect(page).toHaveURL(OTHER);
      await expect(header(page)).toHaveCSS('position', 'sticky');
      server.heal();
      if (when === 'the connection fails') await server.restart();
      await retry(page).click();
      await expect(notice(page)).toHaveCount(0);
      await expect(heading(page)).toHaveText(titleOf(OTHER));
    },
  );

unsteadyTest('After a failed route preload the page reloads.', async ({ page, server }) => {
  await read(page, OTHER);
  await read(page, READ);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  server.requests.length = 0;
  server.drop(OTHER);
  await linkTo(page, OTHER).hover();
  await expect.poll(() => server.requests.includes(OTHER)).toBe(true);
  server.heal();
  await linkTo(page, OTHER).click();
  await expect(heading(page)).toHaveText(titleOf(OTHER));
  await expect(notice(page)).toHaveCount(0);
});

test("A render crash shows 'This page crashed.' with a 'Try again' button.", async ({ page }) => {
  await page.route(/_astro\/ColorModeToggle\./, async (route) => {
    const code = await (await route.fetch()).text();
    const body = code.replace(/(?<=className:)(["'`])color-mode\1/, '(window.isMended ? $& : planted())');
    await route.fulfill({ body, contentType: 'text/javascript' });
  });
  await page.goto(READ);
  await colorModeToggle(page).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('This page crashed.');
  await expect(heading(page)).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isMended: true }));
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toHaveCount(0);
  await colorModeToggle(page).click();
  await expectTheme(page, 'dark');
});

test('Any unknown path shows a not-found page.', async ({ page }) => {
  for (const path of ['/no-such-page', '/webhooks/no-such-page/', '/api/no/such.html']) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(heading(page)).toHaveText('Page not found');
  }
});
