import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dismissalKey } from '../../src/layout/announcement/announcement.ts';

test('A dismissal is remembered for one announcement and holds for no other', () => {
  assert.equal(dismissalKey('winter'), 'announcement-dismissed:winter');
  assert.notEqual(dismissalKey('winter'), dismissalKey('summer'));
});
