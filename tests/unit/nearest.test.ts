import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearest } from '../../src/shared/nearest.ts';

const names = ['createConsent', 'refreshConsent', 'listTransactions'];

test('The nearest name has the smallest edit distance', () => {
  assert.equal(nearest('refreshConsents', names), 'refreshConsent');
  assert.equal(nearest('listTransaction', names), 'listTransactions');
});

test('Case is ignored, and the name is returned as written', () => {
  assert.equal(nearest('CREATECONSENT', names), 'createConsent');
});

test('A name is not suggested if more than half of it would have to change', () => {
  assert.equal(nearest('abcd', ['abxy']), 'abxy');
  assert.equal(nearest('abcd', ['axyz']), undefined);
  assert.equal(nearest('abc', ['abz']), 'abz');
  assert.equal(nearest('abc', ['ayz']), undefined);
  assert.equal(nearest('webhook', names), undefined);
});

test('Without known names there is no suggestion', () => {
  assert.equal(nearest('createConsent', []), undefined);
});

test('Names may come from any iterable', () => {
  assert.equal(nearest('b', new Map([['b', 1]]).keys()), 'b');
});

test('A very long name has no near one, and that takes no time', () => {
  const many = Array.from({ length: 20_000 }, (_, index) => `/webhooks/${index}/`);
  const start = performance.now();
  assert.equal(nearest('/webhooks'.repeat(1_700), many), undefined);
  assert.ok(performance.now() - start < 1_000);
});
