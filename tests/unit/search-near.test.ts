import assert from 'node:assert/strict';
import { test } from 'node:test';
import { correct, nearPages } from '../../src/client/search/near.ts';

const pages = [
  { href: '/transactions/', title: 'Read and store transactions', keywords: ['pagination', 'cursor'] },
  { href: '/webhooks/', title: 'Receive webhooks' },
  { href: '/webhooks/verify/', title: 'Verify a webhook', keywords: ['webhook signature'] },
];

test('a word with wrong letters becomes the nearest word of titles and keywords', () => {
  assert.equal(correct('trasnactions', pages), 'transactions');
  assert.equal(correct('Webhok', pages), 'webhook');
  assert.equal(correct('receive pagnation', pages), 'receive pagination');
});

test('words that are right, begin a known word, or are near to none stay as they are', () => {
  for (const query of ['pagination', 'Webhook', 'sig', '/Consent/{id}', 'zyx', 'xylophone']) {
    assert.equal(correct(query, pages), query);
  }
});

test('the pages with the most words like those of a query come first; pages with none are not listed', () => {
  const hrefs = (query: string) => nearPages(query, pages).map(({ href }) => href);
  assert.deepEqual(hrefs('verify webhook xylophone'), ['/webhooks/verify/', '/webhooks/']);
  assert.deepEqual(hrefs('transakshuns'), ['/transactions/']);
  assert.deepEqual(hrefs('xylophones of quartz'), []);
  assert.deepEqual(hrefs('a'), []);
});
