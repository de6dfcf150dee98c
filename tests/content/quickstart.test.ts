import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pages } from './support/pages.ts';

const page = pages.find(({ address }) => address === '/quickstart/')!;
const operationsOf = (component: string) =>
  page.components.filter(({ name }) => name === component).map(({ attributes }) => attributes['of']);
const statuses = page.tables.find(({ rows }) => rows[0]?.[0] === 'Status')?.rows.slice(1) ?? [];

/** What the quickstart says to do at a status. */
function adviceAt(status: number): string {
  return statuses
    .filter(([cell = '']) => cell.includes(`\`${status}\``))
    .map(([, advice]) => advice)
    .join(' ');
}

test('The quickstart has a sample and a response of each request from the token to the transactions, in order', () => {
  for (const component of ['Samples', 'Example'])
    assert.deepEqual(operationsOf(component), [
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
