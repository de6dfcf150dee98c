import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storageKey } from '../../src/shared/browser/storage.ts';

test('sites below different paths of an origin have different keys', () => {
  assert.equal(storageKey('color-mode', '/docs/'), '/docs/color-mode');
  assert.equal(storageKey('color-mode', '/preview/'), '/preview/color-mode');
});

test('a site at the root keeps the keys that readers already have', () => {
  assert.equal(storageKey('color-mode', '/'), 'color-mode');
});
