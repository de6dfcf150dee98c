import type { BrowserContext, Page } from '@playwright/test';
import { header, sidebar } from '../../support/site.ts';
import type { UnsteadyServer } from '../../support/unsteady-server.ts';
import { expect, failureTitle, heading, notice, read, retry, test } from './unsteady.ts';

const READ = '/webhooks/structure/';
const OTHER = '/webhooks/events/';

interface Trouble {
  /** What the notice says. */
  says: string;
  begin: (server: UnsteadyServer, context: BrowserContext) => Promise<void> | void;
  end: (server: UnsteadyServer, context: BrowserContext) => Promise<void> | void;
}

const heal = (server: UnsteadyServer) => server.heal();

const troubles: Record<string, Trouble> = {
  'the device is offline': {
    says: "You're offline.",
    // The emulation reaches neither prefetches nor the worker's own requests: the server goes away too.
    begin: async (server, context) => {
      await server.stop();
      await context.setOffline(true);
    },
    end: async (server, context) => {
      await server.restart();
      await context.setOffline(false);
    },
  },
  'the server is gone': {
    says: 'The connection to the server failed.',
    begin: (server) => server.stop(),
    end: (server) => server.restart(),
  },
  'the connection is reset': {
    says: 'The connection to the server failed.',
    begin: (server) => server.drop(),
    end: heal,
  },
  'the server responds with 503': {
    says: 'The server responded with 503.',
    begin: (server) => server.respondWith(503),
    end: heal,
  },
  'the server does not respond': {
    says: "The server didn't respond within 10 seconds.",
    begin: (server) => server.delay(60_000),
    end: heal,
  },
};

/** The ways to open a page that was not visited before. */
const ways: Record<string, (page: Page) => Promise<unknown>> = {
  'a link': (page) => sidebar(page).locator(`a[href="${OTHER}"]`).click(),
  'a typed address': (page) => page.goto(OTHER),
};

for (const [trouble, { says, begin, end }] of Object.entries(troubles)) {
  test.describe(`when ${trouble}`, () => {
    test.setTimeout(45_000);

    for (const [way, follow] of Object.entries(ways)) {
      test(`${way} to a page that was never visited shows the reason in the layout, until the page can be loaded`, async ({
        page,
        server,
        context,
      }) => {
        await read(page, READ);
        await begin(server, context);
        await follow(page);
        await expect(heading(page)).toHaveText(failureTitle, { timeout: 15_000 });
        await expect(notice(page)).toContainText(says);
        await expect(page).toHaveURL(OTHER);
        await expect(header(page)).toHaveCSS('position', 'sticky');
        await expect(page.getByRole('contentinfo')).toBeVisible();
        await end(server, context);
        await expect(notice(page)).toHaveCount(0, { timeout: 15_000 });
        await expect(heading(page)).not.toHaveText(failureTitle);
      });
    }

    test('a visited page shows its stored copy with the date, also after a reload, and Retry loads the page', async ({
      page,
      server,
      context,
    }) => {
      await read(page, READ);
      const title = await heading(page).textContent();
      await begin(server, context);
      await page.reload();
      await expect(notice(page)).toContainText('Offline copy of', { timeout: 15_000 });
      await expect(notice(page)).toContainText(says);
      await expect(heading(page)).toHaveText(title!);
      await expect(header(page)).toHaveCSS('position', 'sticky');
      const written = await notice(page).locator('time').getAttribute('datetime');
      expect(Math.abs(Date.now() - Date.parse(written!))).toBeLessThan(60_000);
      await end(server, context);
      await retry(page).click();
      await expect(notice(page)).toHaveCount(0, { timeout: 15_000 });
      await expect(heading(page)).toHaveText(title!);
    });
  });
}

test.describe('the failure page', () => {
  test('lists the stored pages by title, and each opens', async ({ page, server }) => {
    await read(page, '/');
    await read(page, READ);
    await server.stop();
    await page.goto(OTHER);
    const stored = page.getByRole('main').getByRole('list').getByRole('link');
    await expect(stored).toHaveText(['The body of a webhook', /\S/]);
    await stored.first().click();
    await expect(page).toHaveURL(READ);
    await expect(notice(page)).toContainText('Offline copy of');
  });

  test('retries automatically at growing intervals, one at a time, and shows when', async ({
    page,
    server,
  }) => {
    await read(page, READ);
    server.respondWith(503, OTHER);
    await page.goto(OTHER);
    const announced = notice(page).getByRole('status');
    await expect(announced).toHaveText('Trying again in 2 seconds.');
    server.requests.length = 0;
    await expect(announced).toHaveText('Trying again in 4 seconds.');
    await expect(announced).toHaveText('Trying again in 8 seconds.');
    const tries = server.requests.filter(({ path }) => path === OTHER);
    expect(tries.map(({ method }) => method)).toEqual(['HEAD', 'HEAD']);
    expect(tries[1]!.at - tries[0]!.at).toBeGreaterThan(3_500);
  });

  test('sends one request when Retry is pressed twice', async ({ page, server }) => {
    await read(page, READ);
    server.respondWith(503, OTHER);
    await page.goto(OTHER);
    server.delay(400);
    server.requests.length = 0;
    await retry(page).dblclick();
    await expect(notice(page)).toContainText('Trying…');
    await expect(notice(page)).toContainText('Trying again in 4 seconds.');
    expect(server.requests.filter(({ path }) => path === OTHER)).toHaveLength(1);
  });

  test('shows a new reason if the last retry failed differently', async ({ page, server }) => {
    await read(page, READ);
    server.respondWith(503, OTHER);
    await page.goto(OTHER);
    await expect(notice(page)).toContainText('The server responded with 503.');
    server.respondWith(502, OTHER);
    await retry(page).click();
    await expect(notice(page)).toContainText('The server responded with 502.');
  });

  test('waits for the connection while the device is offline', async ({ page, server, context }) => {
    await read(page, READ);
    await context.setOffline(true);
    await page.goto(OTHER);
    await expect(notice(page)).toContainText("This page will load when you're back online.");
    await context.setOffline(false);
    await expect(heading(page)).toHaveText('The Transactions Fetched event');
    expect(server.requests.filter(({ path, method }) => path === OTHER && method === 'HEAD')).toHaveLength(1);
  });

  test('is in no sitemap, no sidebar and no list of pages', async ({ request }) => {
    for (const list of ['/sitemap-0.xml', '/pages.json', '/downloads.json'])
      expect(await (await request.get(list)).text()).not.toMatch(/500\b.*html|\/500\//);
    expect(await (await request.get('/')).text()).not.toMatch(/href="\/500/);
  });
});

for (const [place, share] of Object.entries({ header: 0.27, text: 0.65, footer: 0.994 })) {
  test(`a page that breaks off in its ${place} shows a notice, is not stored, and Retry loads all of it`, async ({
    page,
    server,
    request,
  }) => {
    await read(page, READ);
    const whole = await request.get(OTHER, { headers: { 'Accept-Encoding': 'br' } });
    const bytes = Number(whole.headers()['content-length']);
    server.truncate(OTHER, Math.round(bytes * share));
    await page.goto(OTHER);
    await expect(heading(page)).toHaveCount(place === 'header' ? 0 : 1);
    await expect(page.getByRole('contentinfo')).toHaveCount(place === 'footer' ? 1 : 0);
    await expect(notice(page)).toContainText('This page is incomplete. The connection to the server failed.');
    await expect(retry(page)).toBeInViewport();
    expect(await page.evaluate((path) => caches.match(path), OTHER)).toBeUndefined();
    server.heal();
    await retry(page).click();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
  });
}

test('the not-found page of the server passes through', async ({ page }) => {
  await read(page, READ);
  const response = await page.goto('/no-such-page/');
  expect(response?.status()).toBe(404);
  await expect(heading(page)).toHaveText('Page not found');
});
