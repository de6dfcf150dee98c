import assert from 'node:assert/strict';
import type { UnsteadyServer } from '../../support/unsteady-server.ts';
import type { Behavior, Subject } from '../behavior.ts';
import { by, type Page } from '../page.ts';
import { main, read, title } from '../site.ts';

const READ = '/webhooks/structure/';
const OTHER = '/webhooks/events/';
const FAILED = 'This page could not be loaded';

const retry = by('button', 'Retry');

interface Trouble {
  title: string;
  says: string;
  begin: (server: UnsteadyServer) => Promise<void> | void;
  end: (server: UnsteadyServer) => Promise<void> | void;
}

const refused: Trouble = {
  title: 'the connection is refused',
  says: 'The connection to the server failed.',
  begin: (server) => server.stop(),
  end: (server) => server.restart(),
};
const troubles: Trouble[] = [
  refused,
  {
    title: 'the connection is reset',
    says: 'The connection to the server failed.',
    begin: (server) => server.drop(),
    end: (server) => server.heal(),
  },
  {
    title: 'the server returns 503',
    says: 'The server answered 503.',
    begin: (server) => server.answer(503),
    end: (server) => server.heal(),
  },
];

/** What a page says above its text, or in place of it, when its load failed. */
const says = (page: Page, text: string) => page.says(by('document'), text);

const retryPage = ({ title: trouble, says: reason, begin, end }: Trouble): Behavior => ({
  title: `when ${trouble}, a page that was never read says so, and Retry loads it`,
  run: async ({ page, server }) => {
    await read(page, READ);
    await begin(server);
    await page.goto(OTHER);
    await page.says(title, FAILED);
    await says(page, reason);
    await end(server);
    await page.click(retry);
    await page.arrives(OTHER);
    await page.says(title, 'The Transactions Fetched event');
  },
});

export const offline: Subject = {
  name: 'Offline',
  behaviors: [...troubles.map(retryPage)],
};
void main;
void assert;
