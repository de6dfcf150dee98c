import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestPages } from '../../src/layout/not-found/not-found.ts';

const pages = [
  '/account-information/data-access/consents/',
  '/account-information/data-access/consent-refresh/',
  '/sequencing/authentication/',
  '/webhooks/',
  '/webhooks/events/',
].map((href) => ({ href, title: href }));

const suggestionsFor = (address: string) => nearestPages(address, pages).map(({ href }) => href);

test('A typo in a path suggests the intended page first', () => {
  assert.equal(suggestionsFor('/webhooks/event')[0], '/webhooks/events/');
  assert.equal(suggestionsFor('/Webhook/index.html')[0], '/webhooks/');
});

test('A page that moved to another folder is found by the last segment of its path', () => {
  assert.deepEqual(suggestionsFor('/guides/data-access/consent-refresh/'), [
    '/account-information/data-access/consent-refresh/',
  ]);
});

test('There are at most three suggestions, and none for a path that resembles no page', () => {
  const similar = Array.from({ length: 5 }, (_, number) => ({ href: `/webhooks/${number}/`, title: '' }));
  assert.equal(nearestPages('/webhooks/7/', similar).length, 3);
  assert.deepEqual(suggestionsFor('/pricing/enterprise/quote-form/'), []);
});
