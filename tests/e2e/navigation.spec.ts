import { examples, expect, linkTo, nextGuide, viewports } from '../support/site.ts';
import { clickAndSee, LONG, test } from '../support/navigation-feedback.ts';

test('Escape stops the load and its feedback; the link still works', async ({ page, server, shown }) => {
  await page.goto(examples.guide);
  server.delay(LONG, nextGuide);
  await clickAndSee(page, shown, nextGuide);
  const stopped = page.waitForEvent('requestfailed', (request) => request.url().endsWith(nextGuide));
  await page.keyboard.press('Escape');
  await expect.poll(() => shown.at(-1)?.text).toBe('');
  await stopped;
  await expect(page).toHaveURL(examples.guide);
  server.heal();
  await linkTo(page, nextGuide).click();
  await expect(page).toHaveURL(nextGuide);
});

test('a link in the open menu shows its feedback above it @nightly', async ({ page, server, shown }) => {
  await page.setViewportSize(viewports.phone);
  await page.goto(examples.guide);
  await page.getByRole('button', { name: 'Menu' }).click();
  server.delay(LONG, nextGuide);
  await clickAndSee(page, shown, nextGuide);
  expect(shown[0]!.onTop).toBe(true);
});

test("links that don't leave the page show no feedback @nightly", async ({ page, server, shown }) => {
  await page.clock.install();
  await page.goto(examples.guide);
  server.delay(LONG, /^\/(openapi|webhooks)\//);
  const links = {
    'A download': 'href="/openapi/users.yaml" download',
    'A page to keep': 'href="/webhooks/" download="page.html"',
    'A mail': 'href="mailto:help@example.com"',
    'A new tab': 'href="/webhooks/" target="_blank"',
    'A script': 'href="/webhooks/" onclick="return false"',
    'A fragment': 'href="#_top"',
  };
  await page.evaluate((all) => {
    const items = Object.entries(all).map(([name, attributes]) => `<p><a ${attributes}>${name}</a></p>`);
    document.querySelector('h1')!.insertAdjacentHTML('afterend', items.join(''));
  }, links);
  for (const name of Object.keys(links)) {
    await page.getByRole('link', { name, exact: true }).click({ noWaitAfter: true });
    await page.clock.runFor(LONG);
    expect(shown, name).toEqual([]);
  }
});

test('the not-found page suggests similar pages @below-a-path', async ({ page }) => {
  await page.goto(nextGuide.replace(/.\/$/, '/'));
  const link = page.getByRole('main').locator(`a[href="${nextGuide}"]`);
  await link.first().click();
  await expect(page).toHaveURL(nextGuide);
});
