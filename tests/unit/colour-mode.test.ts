import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  colourModeKey,
  colourModes,
  defaultColourMode,
  nextColourMode,
  parseColourMode,
} from '../../src/client/colour-mode.ts';

test('The toggle goes from system to light to dark and back to system', () => {
  assert.deepEqual(colourModes, ['system', 'light', 'dark']);
  assert.equal(nextColourMode('system'), 'light');
  assert.equal(nextColourMode('light'), 'dark');
  assert.equal(nextColourMode('dark'), 'system');
});

test('The default is light', () => {
  assert.equal(defaultColourMode, 'light');
});

test('A stored mode is read as it was written', () => {
  for (const mode of colourModes) assert.equal(parseColourMode(mode), mode);
});

test('Anything else that stands in the storage is the default', () => {
  for (const value of [null, undefined, '', 'Dark', 'auto', 0, {}, 'toString']) {
    assert.equal(parseColourMode(value), 'light');
  }
});

test('The script that runs before the first paint reads the same key', () => {
  const script = readFileSync(new URL('../../src/client/head/before-paint.js', import.meta.url), 'utf8');
  assert.ok(script.includes(`read('${colourModeKey}')`));
});
