import assert from 'node:assert/strict';
import type { UnsteadyServer } from '../../support/unsteady-server.ts';
import type { Behavior, Row, Subject } from '../behavior.ts';
import { by } from '../page.ts';
import { main, read, title } from '../site.ts';

const READ = '/webhooks/structure/';
const READ_TITLE = 'The body of a webhook';
const OTHER = '/webhooks/events/';
const OTHER_TITLE = 'The Transactions Fetched event';

/** The title of the page in the place of one that failed. */
const FAILED = /didn't load/;

const retry = by('button', 'Retry');
const everything = by('document');

interface Trouble {
  title: string;
  says: RegExp;
  begin: (server: UnsteadyServer) => Promise<void> | void;
  end: (server: UnsteadyServer) => Promise<void> | void;
}

const refused: Trouble = {
  title: 'the connection is refused',
  says: /connection to the server failed/,
  begin: (server) => server.stop(),
  end: (server) => server.restart(),
};
const reset: Trouble = {
  title: 'the connection is reset',
  says: /connection to the server failed/,
  begin: (server) => server.drop(),
  end: (server) => server.heal(),
};
const unavailable: Trouble = {
  title: 'the server returns 503',
  says: /\b503\b/,
  begin: (server) => server.respondWith(503),
  end: (server) => server.heal(),
};
const troubles = [refused, reset, unavailable];

const offlineCopy = ({ title: trouble, says, begin, end }: Trouble): Behavior => ({
  title: `when ${trouble}, a page that was read opens as an offline copy, and Retry loads it`,
  run: async ({ page, server }) => {
    await read(page, READ);
    await begin(server);
    await page.reload();
    await page.says(everything, 'Offline copy');
    await page.says(everything, says);
    await page.says(title, READ_TITLE);
    await end(server);
    await page.click(retry);
    await page.gone(retry);
    await page.says(title, READ_TITLE);
  },
});

const retryPage = ({ title: trouble, says, begin, end }: Trouble): Behavior => ({
  title: `when ${trouble}, a page that was never read says so, and Retry loads it`,
  run: async ({ page, server }) => {
    await read(page, READ);
    await begin(server);
    await page.goto(OTHER);
    await page.says(title, FAILED);
    await page.says(everything, says);
    await page.see(by('link', READ_TITLE, main));
    await end(server);
    await page.click(retry, 1_000).catch(async (error: unknown) => {
      // It tries by itself too, and may have been faster.
      if (await page.count(retry)) throw error;
    });
    await page.says(title, OTHER_TITLE);
    await page.arrives(OTHER);
  },
});

/** A page that failed loads by itself once the connection is back. */
async function comesBack({ page, server }: Row, says: RegExp, online: () => Promise<void>) {
  await server.stop();
  await page.goto(OTHER);
  await page.says(title, FAILED);
  await page.says(everything, says);
  await server.restart();
  await online();
  await page.says(title, OTHER_TITLE);
}

export const offline: Subject = {
  name: 'Offline',
  behaviors: [
    ...troubles.map(offlineCopy),
    ...troubles.map(retryPage),
    {
      title: 'the login of a captive portal in place of a page is shown, and never replaces the stored copy',
      // Chromium reports this on every page that has no fade itself.
      causes: /ViewTransition opt-in disabled/,
      run: async ({ page, server }) => {
        await read(page, READ);
        server.send(/^\/webhooks\//, '<h1>Log in to this network</h1>');
        for (const path of [OTHER, READ]) {
          await page.goto(path);
          await page.says(by('heading'), 'Log in to this network');
        }
        await server.stop();
        await page.goto(READ);
        await page.says(everything, 'Offline copy');
        await page.says(title, READ_TITLE);
        await page.goto(OTHER);
        await page.says(title, FAILED);
      },
    },
    {
      title: 'while the device is offline, a page says so, and loads by itself once the connection is back',
      run: async (row) => {
        await read(row.page, READ);
        await row.page.emulate({ offline: true });
        await comesBack(row, /You're offline/, () => row.page.emulate({ offline: false }));
      },
      cannot: {
        webkit: {
          reason:
            'WebKitWebDriver has no offline switch, so the page never learns that the device is offline.',
          instead: {
            title: 'while the server is away, a page says so, and loads by itself once it is back',
            run: async (row) => {
              await read(row.page, READ);
              await comesBack(row, refused.says, () => Promise.resolve());
              assert.equal(await row.page.evaluate(() => navigator.onLine), true);
            },
          },
        },
      },
    },
  ],
};
