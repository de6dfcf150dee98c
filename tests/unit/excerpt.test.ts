import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excerptOf } from '../../src/components/parts/excerpt.ts';

const body = { lists: [{ name: 'first', count: 2, none: null }], version: '1' };

test('A path goes through objects and lists', () => {
  assert.deepEqual(excerptOf(body, 'lists.0.name'), { value: 'first', label: 'lists[0].name' });
  assert.deepEqual(excerptOf(body, 'lists.0.none'), { value: null, label: 'lists[0].none' });
  assert.deepEqual(excerptOf([{ name: 'first' }], '0.name'), { value: 'first', label: '[0].name' });
});

test('Fields are in the requested order, and the label shows how many there are', () => {
  assert.deepEqual(excerptOf(body, 'lists.0', ['count', 'name']), {
    value: { count: 2, name: 'first' },
    label: 'lists[0], 2 of 3 fields',
  });
  assert.equal(excerptOf(body, 'lists.0', ['none', 'count', 'name']).label, 'lists[0]');
});

test('Fields cannot be selected from the whole body, because readers would not notice the missing ones', () => {
  assert.throws(() => excerptOf(body, undefined, ['version']), {
    name: 'WriterError',
    message: '"only" selects fields of the part at "at". Add at="…", or leave "only" out.',
  });
});

test('A path that the body does not have is refused with the fields that it has', () => {
  assert.throws(() => excerptOf(body, 'list.0'), /no "list\.0"\. Fields there: lists, version\./);
  assert.throws(() => excerptOf(body, 'lists.1'), /no "lists\.1"\. Fields there: 0\./);
  assert.throws(() => excerptOf(body, 'version.x'), /no "version\.x"/);
  assert.throws(() => excerptOf(body, 'lists.0', ['size']), /no "lists\.0\.size"/);
});
