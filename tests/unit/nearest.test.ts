import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearest } from '../../src/shared/nearest.ts';

const names = ['createConsent', 'refreshConsent', 'listTransactions'];

test('The nearest name is the one that fewest letters part from the wanted one', () => {
  assert.equal(nearest('refreshConsents', names), 'refreshConsent');
  assert.equal(nearest('listTransaction', names), 'listTransactions');
});

test('Upper and lower case make no difference, and the name comes as it is written', () => {
  assert.equal(nearest('CREATECONSENT', names), 'createConsent');
});

test('A name that would have to change by more than half is no suggestion', () => {
  assert.equal(nearest('abcd', ['abxy']), 'abxy');
  assert.equal(nearest('abcd', ['axyz']), undefined);
  assert.equal(nearest('abc', ['abz']), 'abz');
  assert.equal(nearest('abc', ['ayz']), undefined);
  assert.equal(nearest('webhook', names), undefined);
});

test('Where nothing is known there is no suggestion', () => {
  assert.equal(nearest('createConsent', []), undefined);
});

test('Names may come from any iterable', () => {
  assert.equal(nearest('b', new Map([['b', 1]]).keys()), 'b');
});
