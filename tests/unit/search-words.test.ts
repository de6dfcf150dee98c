import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearPages } from '../../src/client/search/near.ts';
import { sentencesIn } from '../../src/client/search/excerpt.ts';
import { callOf, matchingTerms, type Term } from '../../src/client/search/terms.ts';
import { correct, queryWords } from '../../src/client/search/words.ts';

const pages = [
  { href: '/transactions/', title: 'Read and store transactions', keywords: ['pagination', 'cursor'] },
  { href: '/webhooks/', title: 'Receive webhooks' },
  { href: '/webhooks/verify/', title: 'Verify a webhook', keywords: ['webhook signature'] },
];

const wordsOf = (query: string) => queryWords(query).map(({ word }) => word);

test('stop words of a question are left out, but a query of stop words keeps them', () => {
  assert.deepEqual(wordsOf('How long does a token live?'), ['token', 'live']);
  assert.deepEqual(wordsOf('how to'), ['how', 'to']);
});

test('punctuation separates words of names', () => {
  assert.deepEqual(wordsOf('redirect_url'), ['redirect', 'url']);
  assert.deepEqual(wordsOf('/cfa/connect/token'), ['cfa', 'connect', 'token']);
});

test('a wrong word becomes the nearest known one; others stay as they are', () => {
  const known = ['transactions', 'webhook', 'pagination'];
  assert.equal(correct('read trasnactions', ['trasnactions'], known), 'read transactions');
  assert.equal(correct('Webhok', ['webhok'], known), 'webhook');
  assert.equal(correct('webhok', [], known), 'webhok');
  assert.equal(correct('xylophone', ['xylophone'], known), 'xylophone');
});

test('the pages with the most words like those of a query come first; pages with none are not listed', () => {
  const hrefs = (query: string) => nearPages(query, pages).map(({ href }) => href);
  assert.deepEqual(hrefs('verify webhook xylophone'), ['/webhooks/verify/', '/webhooks/']);
  assert.deepEqual(hrefs('transakshuns'), ['/transactions/']);
  assert.deepEqual(hrefs('xylophones of quartz'), []);
  assert.deepEqual(hrefs('a'), []);
});

const term = (kind: Term['kind'], names: string[], of: string): Term => ({
  kind,
  names,
  of,
  href: `/${of}/#${names[0]}`,
  description: '',
});

const terms = [
  term('field', ['redirectUrl'], 'Create a consent'),
  term('field', ['amount'], 'Transaction'),
  term('field', ['amount'], 'AccountBalance'),
  term('object', ['Transaction'], 'Transaction'),
  term('value', ['4', 'UPDATED'], 'status, Get a consent'),
];

test('a name is found in any case and spelling, and by what it belongs to', () => {
  const found = (query: string) => matchingTerms(query, terms).map(({ href }) => href);
  for (const query of ['redirectUrl', 'redirect_url', 'redirect-url', 'REDIRECT URL', 'redirect url field'])
    assert.deepEqual(found(query), ['/Create a consent/#redirectUrl'], query);
  assert.deepEqual(found('Transaction.amount'), ['/Transaction/#amount']);
  assert.deepEqual(found('account balance amount'), ['/AccountBalance/#amount']);
  for (const query of ['Transaction object', 'transaction fields', 'transactions schema'])
    assert.deepEqual(found(query), ['/Transaction/#Transaction'], query);
  for (const query of ['UPDATED', 'status 4', 'consent status UPDATED'])
    assert.deepEqual(found(query), ['/status, Get a consent/#4'], query);
  for (const query of ['transaction', '4', 'redirect', 'amount of money'])
    assert.deepEqual(found(query), [], query);
});

test('a path with a base URL or real IDs is that of its operation', () => {
  const calls = ['POST /connect/token', 'GET /Consent/{id}', 'POST /Consent/{id}/refresh', 'POST /Consent'];
  assert.equal(callOf('/cfa/connect/token', calls), 'POST /connect/token');
  assert.equal(callOf('https://api.example.com/cfa/connect/token?x=1', calls), 'POST /connect/token');
  assert.equal(callOf('post /consent/42/refresh', calls), 'POST /Consent/{id}/refresh');
  assert.equal(callOf('/Consent/{id}', calls), 'GET /Consent/{id}');
  for (const query of ['consent', 'and/or', '/nothing']) assert.equal(callOf(query, calls), query);
});

test('an excerpt begins with the sentence that matches, without marks on punctuation', () => {
  const text = (excerpt: string) =>
    sentencesIn(excerpt)
      .map(({ text: piece, isMatch }) => (isMatch ? `[${piece}]` : piece))
      .join('');
  assert.equal(
    text('the code. Credentials. The server keeps each <mark>token.</mark> It is &lt;secret&gt;.'),
    'The server keeps each [token]. It is <secret>.',
  );
  assert.equal(text('ends with a <mark>token</mark> that is valid.'), '… ends with a [token] that is valid.');
  assert.equal(text('Next <mark>token.</mark> Headings only.'), '');
});
