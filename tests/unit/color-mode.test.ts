import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  colorModes,
  defaultColorMode,
  nextColorMode,
  parseColorMode,
} from '../../src/client/color-mode/color-mode.ts';

test('The toggle goes from system to light to dark and back to system', () => {
  assert.deepEqual(colorModes, ['system', 'light', 'dark']);
  assert.equal(nextColorMode('system'), 'light');
  assert.equal(nextColorMode('light'), 'dark');
  assert.equal(nextColorMode('dark'), 'system');
});

test('The default is light', () => {
  assert.equal(defaultColorMode, 'light');
});

test('A stored mode is read as it was written', () => {
  for (const mode of colorModes) assert.equal(parseColorMode(mode), mode);
});

test('Any other stored value means the default', () => {
  for (const value of [null, undefined, '', 'Dark', 'auto', 0, {}, 'toString']) {
    assert.equal(parseColorMode(value), 'light');
  }
});
