import type { BrowserContext, Page } from '@playwright/test';
import { header } from '../../support/site.ts';
import type { UnsteadyServer } from '../../support/unsteady-server.ts';
import { expect, failureTitle, heading, notice, read, retry, test } from './unsteady.ts';

const READ = '/webhooks/structure/';
const OTHER = '/webhooks/events/';

interface Trouble {
  /** How the reader meets it, and what the notice says then. */
  says: RegExp;
  begin: (server: UnsteadyServer, context: BrowserContext) => Promise<void> | void;
  end: (server: UnsteadyServer, context: BrowserContext) => Promise<void> | void;
}

const heal = (server: UnsteadyServer) => server.heal();

const troubles: Record<string, Trouble> = {
  'the device is offline': {
    says: /You are offline\./,
    begin: (_server, context) => context.setOffline(true),
    end: (_server, context) => context.setOffline(false),
  },
  'the server is gone': {
    says: /The connection to the server failed\. net::ERR_CONNECTION_REFUSED/,
    begin: (server) => server.stop(),
    end: (server) => server.restart(),
  },
  'the connection is reset': {
    says: /The connection to the server failed\./,
    begin: (server) => server.drop(),
    end: heal,
  },
  'the server answers 503': {
    says: /The server answered 503\./,
    begin: (server) => server.answer(503),
    end: heal,
  },
  'the server does not answer': {
    says: /The server did not answer within 10 seconds\./,
    begin: (server) => server.delay(60_000),
    end: heal,
  },
};

/** The ways in which a reader comes to a page that was not read before. */
const ways: Record<string, (page: Page) => Promise<unknown>> = {
  'a link': (page) => page.getByRole('main').getByRole('link', { name: 'Webhook events' }).first().click(),
  'a typed address': (page) => page.goto(OTHER),
};

for (const [trouble, { says, begin, end }] of Object.entries(troubles)) {
  test.describe(`when ${trouble}`, () => {
    test.setTimeout(60_000);

    for (const [way, follow] of Object.entries(ways)) {
      test(`${way} to a page that was never read shows what failed, in the frame, and Retry loads it`, async ({
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
        await expect(header(page)).toBeVisible();
        await expect(page.getByRole('contentinfo')).toBeVisible();
        await end(server, context);
        await retry(page).click();
        await expect(heading(page)).not.toHaveText(failureTitle);
        await expect(notice(page)).toHaveCount(0);
      });
    }

    test('a page that was read opens as a copy with its date, on reload too, and Retry loads the page', async ({
      page,
      server,
      context,
    }) => {
      await read(page, READ);
      const title = await heading(page).textContent();
      await begin(server, context);
      await page.reload();
      await expect(heading(page)).toHaveText(title!, { timeout: 15_000 });
      await expect(notice(page)).toContainText('Offline copy of');
      await expect(notice(page)).toContainText(says);
      const written = await notice(page).locator('time').getAttribute('datetime');
      expect(Math.abs(Date.now() - Date.parse(written!))).toBeLessThan(60_000);
      await end(server, context);
      await retry(page).click();
      await expect(notice(page)).toHaveCount(0);
      await expect(heading(page)).toHaveText(title!);
    });
  });
}
