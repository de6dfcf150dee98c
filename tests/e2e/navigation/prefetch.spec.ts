import type { Locator, Page } from '@playwright/test';
import { apis } from '../../../src/config/apis.ts';
import { isInteractive } from '../../support/routes.ts';
import { examples, expect, viewports } from '../../support/site.ts';
import type { UnsteadyServer } from '../../support/unsteady-server.ts';
import { link, NEXT, OTHER, requestedPages, requestsFor, test, without } from './support.ts';

/** Longer, in milliseconds, than the pointer or the focus has to stay on a link before its page is prerendered. */
const STAY = 400;

/** A neighbor of the example guide that the tests hover last. */
const LAST = { name: 'Accounts', path: '/account-information/data-access/accounts/' };

/** Keeps the pointer on a link for {@link STAY}, by the page's own clock. */
async function stayOn(page: Page, target: Locator): Promise<void> {
  await target.hover();
  await page.clock.runFor(STAY);
}

/**
 * Hovers another link until its page is requested. All requests from earlier hovers have been sent by then, so a request
 * that is still missing never comes.
 */
async function afterAnotherPrefetch(page: Page, server: UnsteadyServer): Promise<void> {
  await stayOn(page, link(page, LAST.name));
  await expect.poll(() => requestsFor(server, LAST.path)).toHaveLength(1);
}

test.beforeEach(async ({ page }) => {
  await page.clock.install();
});

for (const rules of ['with', 'without'] as const) {
  test.describe(`${rules} speculation rules,`, () => {
    test.beforeEach(async ({ page, server }) => {
      if (rules === 'without') await without(page, 'HTMLScriptElement.supports', 'missing');
      await page.goto(server.url + examples.guide);
    });

    test('a pointer that stays on a link fetches its page once, and the click uses it', async ({
      page,
      server,
    }) => {
      await stayOn(page, link(page, NEXT.name));
      await expect.poll(() => requestsFor(server, NEXT.path)).toHaveLength(1);
      await stayOn(page, link(page, OTHER.name));
      await stayOn(page, link(page, NEXT.name));
      await afterAnotherPrefetch(page, server);
      await link(page, NEXT.name).click();
      await expect(page).toHaveURL(server.url + NEXT.path);
      expect(requestsFor(server, NEXT.path)).toHaveLength(1);
    });

    test('a passing pointer fetches nothing', async ({ page, server }) => {
      await page.evaluate(() => {
        for (const each of document.querySelectorAll('nav a, main'))
          each.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
        document.querySelector('main')!.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      });
      server.requests.length = 0;
      await page.clock.runFor(STAY);
      await afterAnotherPrefetch(page, server);
      expect(requestedPages(server)).toEqual([LAST.path]);
    });

    test("a failed prefetch doesn't affect the click", async ({ page, server }) => {
      server.respondWith(503, NEXT.path);
      await stayOn(page, link(page, NEXT.name));
      await expect.poll(() => requestsFor(server, NEXT.path).length).toBeGreaterThan(0);
      await afterAnotherPrefetch(page, server);
      server.heal();
      await link(page, NEXT.name).click();
      await expect(page).toHaveURL(server.url + NEXT.path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Authenticate/);
    });

    test('with data saver on, nothing is prefetched', async ({ page, server }) => {
      const protocol = await page.context().newCDPSession(page);
      await protocol.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
      await stayOn(page, link(page, NEXT.name));
      await protocol.send('Emulation.setDataSaverOverride', { dataSaverEnabled: false });
      await afterAnotherPrefetch(page, server);
      expect(requestsFor(server, NEXT.path)).toEqual([]);
    });
  });
}

test('focus on a link fetches its page', async ({ page, server }) => {
  await page.goto(server.url + examples.guide);
  await link(page, NEXT.name).focus();
  await page.clock.runFor(STAY);
  await expect.poll(() => requestsFor(server, NEXT.path)).toHaveLength(1);
});

test('fragments of the same page, downloads and other sites are not prefetched', async ({ page, server }) => {
  await page.goto(server.url + examples.guide);
  const elsewhere = server.url.replace('localhost', '127.0.0.1');
  await page.evaluate((origin) => {
    const links = ['#create-a-consent', '/openapi/users.yaml', `${origin}/webhooks/`, 'mailto:a@example.com'];
    const html = links.map((href, index) => `<p><a href="${href}">Link ${index}</a></p>`).join('');
    document.querySelector('h1')!.insertAdjacentHTML('afterend', html);
  }, elsewhere);
  server.requests.length = 0;
  for (const index of [0, 1, 2, 3]) await stayOn(page, page.getByRole('link', { name: `Link ${index}` }));
  await afterAnotherPrefetch(page, server);
  expect(requestedPages(server)).toEqual([LAST.path]);
  expect(requestsFor(server, '/openapi/users.yaml')).toEqual([]);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: viewports.phone });

  test('a finger on a link fetches its page immediately, and the tap uses it', async ({ page, server }) => {
    await page.goto(`${server.url}/webhooks/`);
    const target = page.getByRole('main').getByRole('link', { name: /event/i }).first();
    const { href, pathname: path } = new URL((await target.getAttribute('href'))!, page.url());
    await target.scrollIntoViewIfNeeded();
    const { x, y } = (await target.boundingBox())!;
    const touch = await page.context().newCDPSession(page);
    const touchPoints = [{ x: x + 4, y: y + 4 }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await expect.poll(() => requestsFor(server, path)).toHaveLength(1);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(page).toHaveURL(href);
    expect(requestsFor(server, path)).toHaveLength(1);
  });
});

test('after a minute a prefetched page is fetched again, so a new deploy shows', async ({ page, server }) => {
  await page.goto(server.url + examples.guide);
  await stayOn(page, link(page, NEXT.name));
  await expect.poll(() => requestsFor(server, NEXT.path)).toHaveLength(1);
  await page.clock.runFor(60_000);
  // The HTTP cache doesn't use the fake clock.
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
  await link(page, NEXT.name).focus();
  await page.clock.runFor(200);
  await expect.poll(() => requestsFor(server, NEXT.path)).toHaveLength(2);
});

test('links to static references are prerendered, links to interactive references are not', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/api/`);
  const main = page.getByRole('main');
  const links = await main.locator('a[href*="-api"]').all();
  expect(links).toHaveLength(apis.length);
  for (const each of [main.locator(`a[href="${examples.referenceOverview}"]`).first(), ...links]) {
    await stayOn(page, each);
    const isMarked = (await each.getAttribute('data-prerender')) !== null;
    expect(isMarked).toBe(!isInteractive((await each.getAttribute('href'))!));
  }
});
