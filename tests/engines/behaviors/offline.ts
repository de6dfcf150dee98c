import type { UnsteadyServer } from '../../support/unsteady-server.ts';
import type { Behavior, Subject } from '../behavior.ts';
import { by } from '../page.ts';
import { main, read, title } from '../site.ts';

const READ = '/webhooks/structure/';
const READ_TITLE = 'Event body';
const OTHER = '/webhooks/events/';
const OTHER_TITLE = 'Transactions Fetched';

/** The title of the page that is shown instead of one that failed to load. */
const FAILED = /didn't load/;

const retry = by('button', 'Retry');
const everything = by('document');

interface Failure {
  title: string;
  says: RegExp;
  begin: (server: UnsteadyServer) => Promise<void> | void;
  end: (server: UnsteadyServer) => Promise<void> | void;
}

const refused: Failure = {
  title: 'the connection is refused',
  says: /connection to the server failed/,
  begin: (server) => server.stop(),
  end: (server) => server.restart(),
};
const reset: Failure = {
  title: 'the connection is reset',
  says: /connection to the server failed/,
  begin: (server) => server.drop(),
  end: (server) => server.heal(),
};
const unavailable: Failure = {
  title: 'the server returns 503',
  says: /\b503\b/,
  begin: (server) => server.respondWith(503),
  end: (server) => server.heal(),
};
const offlineCopy = ({ title: failure, says, begin, end }: Failure): Behavior => ({
  title: `when ${failure}, a visited page opens as an offline copy, and Retry loads it`,
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

const retryPage = ({ title: failure, says, begin, end }: Failure): Behavior => ({
  title: `when ${failure}, a page that was never visited says so, and Retry loads it`,
  run: async ({ page, server }) => {
    await read(page, READ);
    await begin(server);
    await page.goto(OTHER);
    await page.says(title, FAILED);
    await page.says(everything, says);
    await page.see(by('link', READ_TITLE, main));
    await end(server);
    await page.click(retry, 1_000).catch(async (error: unknown) => {
      // It retries automatically too, and may have been faster.
      if (await page.count(retry)) throw error;
    });
    await page.says(title, OTHER_TITLE);
    await page.arrives(OTHER);
  },
});

export const offline: Subject = {
  name: 'Offline',
  behaviors: [offlineCopy(refused), retryPage(unavailable)],
  more: [
    offlineCopy(reset),
    offlineCopy(unavailable),
    retryPage(refused),
    retryPage(reset),
    {
      title: 'the login page of a captive portal is shown, but never replaces a stored page',
      run: async ({ page, server }) => {
        await read(page, READ);
        server.send(/^\/webhooks\//, '<h1>Log in to this network</h1>');
        await page.goto(READ);
        await page.says(by('heading'), 'Log in to this network');
        await server.stop();
        await page.goto(READ);
        await page.says(everything, 'Offline copy');
        await page.says(title, READ_TITLE);
      },
    },
  ],
};
