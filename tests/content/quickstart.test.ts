import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pages, withPartials } from './support/pages.ts';

const home = pages.find(({ address }) => address === '/')!;
const operations = withPartials(home).flatMap(({ components }) =>
  components.flatMap(({ name, attributes }) =>
    name === 'QuickstartStep' && attributes['of'] ? [attributes['of']] : [],
  ),
);
const statuses = home.tables.find(({ rows }) => rows[0]?.[0] === 'Status')?.rows.slice(1) ?? [];

/** What the quickstart says to do at a status. */
function adviceAt(status: number): string {
  return statuses
    .filter(([cell = '']) => cell.includes(`\`${status}\``))
    .map(([, advice]) => advice)
    .join(' ');
}

test('The quickstart has a sample of each request from the token to the transactions, in order', () => {
  assert.deepEqual(operations, [
    'createAccessToken',
    'listProviders',
    'createConsent',
    'getConsent',
    'listAccounts',
    'listTransactions',
  ]);
});

test('The quickstart says what to do at each of the nine statuses of a consent', () => {
  for (let status = 0; status <= 8; status += 1) assert.notEqual(adviceAt(status), '', String(status));
  assert.match(adviceAt(4), /Continue/);
});

test('A reader of the quickstart waits with a limit, and a consent that stays at 2 gets one refresh', () => {
  assert.match(adviceAt(2), /Request one .*‹?.*keep polling/);
  assert.match(adviceAt(0), /stop after/);
});

test('The quickstart keeps polling at 6 (FAILING), because nothing says that it is final', () => {
  assert.match(adviceAt(6), /`errors`.*keep polling/);
  for (const status of [5, 7, 8]) assert.match(adviceAt(status), /Stop/);
});
