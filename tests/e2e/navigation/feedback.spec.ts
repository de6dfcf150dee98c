import { examples, expect, searchButton, viewports } from '../../support/site.ts';
import { clickAndSee, link, LOADING, LONG, NEXT, region, test, type Feedback } from './support.ts';

const texts = (shown: Feedback[]) => shown.map(({ text }) => text).filter((text) => text !== '');

test('a slow page load shows a bar and a spinner after 200 ms, and is announced', async ({
  page,
  server,
  shown,
}) => {
  await page.goto(server.url + examples.guide);
  await expect(region(page)).toHaveRole('status');
  await expect(region(page)).toBeEmpty();
  server.delay(LONG, NEXT.path);
  await clickAndSee(page, shown);
  await expect(page).toHaveURL(server.url + NEXT.path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(texts(shown)).toEqual([LOADING]);
  const [{ after, bar, spinner }] = shown as [Feedback];
  expect(after).toBeGreaterThanOrEqual(200);
  expect(bar).toMatchObject({ width: 1280, top: 0, animation: 'page-loading-bar' });
  expect(spinner).toBe('page-loading-spinner');
  await expect(region(page)).toBeEmpty();
});

test("with reduced motion and forced colors, bar and spinner don't move and have system colors", async ({
  page,
  server,
  shown,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
  await page.goto(server.url + examples.guide);
  const text = await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<p id="system" style="color: CanvasText">');
    return getComputedStyle(document.getElementById('system')!).color;
  });
  server.delay(LONG, NEXT.path);
  await clickAndSee(page, shown);
  expect(shown[0]).toMatchObject({ bar: { width: 1280, color: text, animation: 'none' }, spinner: 'none' });
});

test('scripts that open another page show the feedback too @firefox', async ({ page, server, shown }) => {
  await page.goto(server.url + examples.guide);
  server.delay(LONG, NEXT.path);
  await page.evaluate((path) => void setTimeout(() => location.assign(path)), NEXT.path);
  await expect.poll(() => texts(shown)).toEqual([LOADING]);
  await expect(page).toHaveURL(server.url + NEXT.path);
});

test('Escape stops the load and removes the feedback; the link still works', async ({
  page,
  server,
  shown,
}) => {
  await page.goto(server.url + examples.guide);
  server.delay(LONG, NEXT.path);
  await clickAndSee(page, shown);
  const stopped = page.waitForEvent('requestfailed', (request) => request.url() === server.url + NEXT.path);
  await page.keyboard.press('Escape');
  await expect.poll(() => shown.at(-1)?.text).toBe('');
  await stopped;
  expect(page.url()).toBe(server.url + examples.guide);
  server.heal();
  await link(page, NEXT.name).click();
  await expect(page).toHaveURL(server.url + NEXT.path);
});

test('after a failed load, the page that the reader returns to shows no feedback', async ({
  page,
  server,
  shown,
}) => {
  await page.goto(server.url + examples.guide);
  server.delay(1_500, NEXT.path);
  server.respondWith(503, NEXT.path);
  await clickAndSee(page, shown);
  await expect(page).toHaveURL(server.url + NEXT.path);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(region(page)).toBeEmpty();
});

test('a search result shows its feedback above the open dialog', async ({ page, server, shown }) => {
  await page.goto(server.url + examples.guide);
  await searchButton(page).click();
  await page.getByRole('dialog').getByRole('textbox').fill('webhook');
  const result = page.getByRole('dialog').getByRole('link').first();
  await expect(result).toBeVisible();
  server.delay(LONG, /\/$/);
  await result.click();
  await expect(page).not.toHaveURL(server.url + examples.guide);
  expect(texts(shown)).toEqual([LOADING]);
  expect(shown[0]!.onTop).toBe(true);
});

test.describe('on a phone', () => {
  test.use({ viewport: viewports.phone });

  test('a link of the open menu shows its feedback above the menu', async ({ page, server, shown }) => {
    await page.goto(server.url + examples.guide);
    await page.getByRole('button', { name: 'Menu' }).click();
    server.delay(LONG, NEXT.path);
    await clickAndSee(page, shown);
    expect(shown[0]!.onTop).toBe(true);
  });
});

test('links that open no other page of the site show no feedback', async ({ page, server, shown }) => {
  await page.clock.install();
  await page.goto(server.url + examples.guide);
  server.delay(LONG, /^\/(openapi|webhooks)\//);
  const links = {
    'A download': 'href="/openapi/users.yaml" download',
    'A page to keep': 'href="/webhooks/" download="page.html"',
    'A mail': 'href="mailto:help@example.com"',
    'A new tab': 'href="/webhooks/" target="_blank"',
    'A script': 'href="/webhooks/" onclick="return false"',
    'A fragment': 'href="#create-a-consent"',
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
