import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseColorMode } from '../../src/layout/color-mode/color-mode.ts';

test('A stored value that is no mode means the default', () => {
  for (const value of [null, undefined, '', 'Dark', 'auto', 0, {}, 'toString']) {
    assert.equal(parseColorMode(value), 'light');
  }
});
