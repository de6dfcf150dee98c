import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { dismissalKey } from '../../src/client/announcement.ts';

test('A dismissal is remembered for one announcement and holds for no other', () => {
  assert.equal(dismissalKey('winter'), 'announcement-dismissed:winter');
  assert.notEqual(dismissalKey('winter'), dismissalKey('summer'));
});

test('The script that runs before the first paint reads the same key', () => {
  const script = readFileSync(new URL('../../src/client/head/before-paint.js', import.meta.url), 'utf8');
  assert.ok(script.includes(`'${dismissalKey('')}'`));
});
