import { expect, examples } from '../../support/site.ts';
import { link, LONG, NEXT, pressAndSee, test, without } from './support.ts';

for (const api of ['with', 'without'] as const) {
  test.describe(`${api} the Navigation API`, () => {
    test.beforeEach(async ({ page }) => {
      if (api === 'without') await without(page, 'navigation', 'missing');
    });

    test('a slow link shows the feedback', async ({ page, server, shown }) => {
      await page.goto(server.url + examples.guide);
      server.delay(LONG, NEXT.path);
      await pressAndSee(page, shown);
      await expect(page).toHaveURL(server.url + NEXT.path);
    });

    test('links that open no other page of the site show no feedback', async ({ page, server, shown }) => {
      await page.clock.install();
      await page.goto(server.url + examples.guide);
      server.delay(LONG, /^\/(openapi|webhooks|account-information\/authentication)\//);
      await page.evaluate(() => {
        const links = {
          'A download': 'href="/openapi/users.yaml" download',
          'A file': 'href="/openapi/consents.yaml"',
          'A page to keep': 'href="/webhooks/" download="page.html"',
          'A mail': 'href="mailto:help@example.com"',
          'A new tab': 'href="/webhooks/" target="_blank"',
          'A script': 'href="/webhooks/" onclick="return false"',
          'A place': 'href="#create-a-consent"',
        };
        const items = Object.entries(links).map(
          ([name, attributes]) => `<p><a ${attributes}>${name}</a></p>`,
        );
        document.querySelector('h1')!.insertAdjacentHTML('afterend', items.join(''));
      });
      for (const name of [
        'A download',
        'A file',
        'A page to keep',
        'A mail',
        'A new tab',
        'A script',
        'A place',
      ]) {
        await page.getByRole('link', { name, exact: true }).click({ noWaitAfter: true });
        await page.clock.runFor(LONG);
        expect(shown, name).toEqual([]);
      }
      await link(page, NEXT.name).click({ modifiers: ['ControlOrMeta'], noWaitAfter: true });
      await page.clock.runFor(LONG);
      expect(shown, 'a modified click').toEqual([]);
    });
  });
}

test('a link to another site shows no feedback', async ({ page, server, shown }) => {
  await page.goto(server.url + examples.guide);
  const elsewhere = server.url.replace('localhost', '127.0.0.1');
  server.delay(1_000, '/webhooks/');
  await page.evaluate((href) => {
    document.querySelector('h1')!.insertAdjacentHTML('afterend', `<a href="${href}">Elsewhere</a>`);
  }, `${elsewhere}/webhooks/`);
  await page.getByRole('link', { name: 'Elsewhere' }).click();
  await expect(page).toHaveURL(`${elsewhere}/webhooks/`);
  expect(shown).toEqual([]);
});
