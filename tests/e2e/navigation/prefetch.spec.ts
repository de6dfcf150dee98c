import type { CDPSession, Locator, Page } from '@playwright/test';
import { apis, INTERACTIVE_REFERENCE } from '../../../src/config/apis.ts';
import { examples, expect, isInteractive, sitePages, viewports } from '../../support/site.ts';
import type { UnsteadyServer } from '../../support/unsteady-server.ts';
import { asked, link, NEXT, OTHER, pagesAsked, test, without } from './support.ts';

/** Longer, in milliseconds, than a pointer or the focus has to rest on a link before anything happens. */
const LONG_LOOK = 400;

/** A neighbor of the example guide that the tests look at last. */
const LAST = { name: 'Accounts', path: '/account-information/data-access/accounts/' };

/** Lets the pointer rest on a link for {@link LONG_LOOK}, by the clock that the page has. */
async function lookAt(page: Page, target: Locator): Promise<void> {
  await target.hover();
  await page.clock.runFor(LONG_LOOK);
}

/**
 * Hovers another link until its page is requested. All requests from earlier hovers have been sent by then, so a request
 * that is still missing never comes.
 */
async function afterTheLastLook(page: Page, server: UnsteadyServer): Promise<void> {
  await lookAt(page, link(page, LAST.name));
  await expect.poll(() => asked(server, LAST.path)).toHaveLength(1);
}

/** Slow or metered connections, on which nothing is prefetched. */
const restrictions: Record<string, (protocol: CDPSession, restricted: boolean) => Promise<unknown>> = {
  'on 2g': (protocol, restricted) =>
    protocol.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: restricted ? 1_500 : 0,
      downloadThroughput: restricted ? 6_000 : -1,
      uploadThroughput: restricted ? 6_000 : -1,
    }),
  'with data saver on': (protocol, restricted) =>
    protocol.send('Emulation.setDataSaverOverride', { dataSaverEnabled: restricted }),
};

/** Both ways in which pages are fetched ahead. */
const browsers = {
  'with speculation rules': undefined,
  'without speculation rules': 'HTMLScriptElement.supports',
};

for (const [browser, missing] of Object.entries(browsers)) {
  test.describe(`in a browser ${browser},`, () => {
    test.beforeEach(async ({ page, server }) => {
      if (missing) await without(page, missing, 'missing');
      await page.clock.install();
      await page.goto(server.url + examples.guide);
    });

    test('a pointer that rests on a link fetches its page once, and the click uses it', async ({
      page,
      server,
    }) => {
      await link(page, NEXT.name).hover();
      await expect.poll(() => asked(server, NEXT.path)).toHaveLength(1);
      await lookAt(page, link(page, OTHER.name));
      await lookAt(page, link(page, NEXT.name));
      await afterTheLastLook(page, server);
      await link(page, NEXT.name).click();
      await expect(page).toHaveURL(server.url + NEXT.path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(asked(server, NEXT.path)).toHaveLength(1);
    });

    test('a visited page is prefetched and used like any other', async ({ page, server }) => {
      await link(page, NEXT.name).click();
      await expect(page).toHaveURL(server.url + NEXT.path);
      await link(page, 'Consents').click();
      await expect(page).toHaveURL(server.url + examples.guide);
      await page.mouse.move(700, 500);
      server.requests.length = 0;
      await lookAt(page, link(page, NEXT.name));
      await afterTheLastLook(page, server);
      const before = asked(server, NEXT.path).length;
      await link(page, NEXT.name).click();
      await expect(page).toHaveURL(server.url + NEXT.path);
      expect(asked(server, NEXT.path)).toHaveLength(before);
      expect(before).toBeLessThanOrEqual(1);
    });

    test('focus on a link fetches its page', async ({ page, server }) => {
      await link(page, NEXT.name).focus();
      await expect.poll(() => asked(server, NEXT.path)).toHaveLength(1);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(server.url + NEXT.path);
      expect(asked(server, NEXT.path)).toHaveLength(1);
    });

    test('a passing pointer fetches nothing', async ({ page, server }) => {
      await page.evaluate(() => {
        for (const each of document.querySelectorAll('nav a')) {
          each.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
        }
        const main = document.querySelector('main')!;
        main.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      });
      server.requests.length = 0;
      await page.clock.runFor(LONG_LOOK);
      await afterTheLastLook(page, server);
      expect(pagesAsked(server)).toEqual([LAST.path]);
    });

    test('fragments of the same page, downloads and other sites are not prefetched', async ({
      page,
      server,
    }) => {
      const elsewhere = server.url.replace('localhost', '127.0.0.1');
      await page.evaluate((origin) => {
        const links = [
          '#create-a-consent',
          '/openapi/users.yaml',
          `${origin}/webhooks/`,
          'mailto:a@example.com',
        ];
        const html = links.map((href, index) => `<p><a href="${href}">Link ${index}</a></p>`).join('');
        document.querySelector('h1')!.insertAdjacentHTML('afterend', html);
      }, elsewhere);
      server.requests.length = 0;
      for (const index of [0, 1, 2, 3]) {
        await lookAt(page, page.getByRole('link', { name: `Link ${index}` }));
      }
      await afterTheLastLook(page, server);
      expect(pagesAsked(server)).toEqual([LAST.path]);
      expect(asked(server, '/openapi/users.yaml')).toEqual([]);
    });

    for (const trouble of ['drop', 'respond'] as const) {
      test(`a prefetch that fails (${trouble}) does not affect the click`, async ({ page, server }) => {
        if (trouble === 'drop') server.drop(NEXT.path);
        else server.respondWith(503, NEXT.path);
        await link(page, NEXT.name).hover();
        await expect.poll(() => asked(server, NEXT.path).length).toBeGreaterThan(0);
        await afterTheLastLook(page, server);
        server.heal();
        await link(page, NEXT.name).click();
        await expect(page).toHaveURL(server.url + NEXT.path);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Authenticate/);
      });
    }

    test('a click during the prefetch opens the page', async ({ page, server }) => {
      server.delay(1_500, NEXT.path);
      await link(page, NEXT.name).hover();
      await expect.poll(() => asked(server, NEXT.path)).toHaveLength(1);
      await link(page, NEXT.name).click();
      await expect(page).toHaveURL(server.url + NEXT.path);
      expect(asked(server, NEXT.path)).toHaveLength(1);
    });

    for (const [connection, restrict] of Object.entries(restrictions)) {
      test(`${connection} nothing is prefetched`, async ({ page, server }) => {
        const protocol = await page.context().newCDPSession(page);
        await restrict(protocol, true);
        await lookAt(page, link(page, NEXT.name));
        await link(page, OTHER.name).focus();
        await page.clock.runFor(LONG_LOOK);
        await restrict(protocol, false);
        await afterTheLastLook(page, server);
        expect([...asked(server, NEXT.path), ...asked(server, OTHER.path)]).toEqual([]);
      });
    }
  });
}

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: viewports.phone });

  test('a finger on a link fetches its page immediately, and the tap uses it', async ({ page, server }) => {
    await page.goto(server.url + '/webhooks/');
    const target = page.getByRole('main').getByRole('link', { name: /event/i }).first();
    const { href, pathname: path } = new URL((await target.getAttribute('href'))!, page.url());
    await target.scrollIntoViewIfNeeded();
    const { x, y } = (await target.boundingBox())!;
    const touch = await page.context().newCDPSession(page);
    const touchPoints = [{ x: x + 4, y: y + 4 }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await expect.poll(() => asked(server, path)).toHaveLength(1);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(page).toHaveURL(href);
    expect(asked(server, path)).toHaveLength(1);
  });
});

test('after a minute a prefetched page is fetched again, so a new deploy shows', async ({ page, server }) => {
  await page.clock.install();
  await page.goto(server.url + examples.guide);
  await link(page, NEXT.name).hover();
  await page.clock.runFor(200);
  await expect.poll(() => asked(server, NEXT.path)).toHaveLength(1);
  await page.clock.runFor(60_000);
  // The HTTP cache doesn't use the fake clock.
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
  await link(page, NEXT.name).focus();
  await page.clock.runFor(200);
  await expect.poll(() => asked(server, NEXT.path)).toHaveLength(2);
});

test('a link to a fragment uses the page that was prefetched for another fragment', async ({
  page,
  server,
}) => {
  await page.goto(server.url + examples.guide);
  await page.evaluate(() => {
    const links = ['one', 'two'].map(
      (place) => `<p><a href="/webhooks/events/#${place}">To ${place}</a></p>`,
    );
    document.querySelector('h1')!.insertAdjacentHTML('afterend', links.join(''));
  });
  await page.getByRole('link', { name: 'To one' }).hover();
  await expect.poll(() => asked(server, '/webhooks/events/')).toHaveLength(1);
  await page.getByRole('link', { name: 'To two' }).click();
  await expect(page).toHaveURL(`${server.url}/webhooks/events/#two`);
  expect(asked(server, '/webhooks/events/')).toHaveLength(1);
});

test('on the overview, links to static references are prerendered, links to interactive references are not', async ({
  page,
  server,
}) => {
  await page.clock.install();
  await page.goto(`${server.url}/api/`);
  const main = page.getByRole('main');
  const links = await main.locator('a[href*="-api"]').all();
  expect(links).toHaveLength(apis.length);
  for (const each of [main.locator(`a[href="${examples.referenceOverview}"]`).first(), ...links]) {
    await lookAt(page, each);
    const toBeDrawn = (await each.getAttribute('data-prerender')) !== null;
    expect(toBeDrawn).toBe(!isInteractive((await each.getAttribute('href'))!));
  }
});

test('only the interactive references are excluded from prerendering', async ({ request }) => {
  const paths = await sitePages(request);
  const kept = paths.filter((path) => INTERACTIVE_REFERENCE.test(path));
  expect(kept).toEqual(paths.filter(isInteractive));
  expect(kept).toHaveLength(apis.length);
});
