import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excerptOf } from '../../src/components/content/excerpt.ts';

const body = { lists: [{ name: 'first', count: 2, none: null }], version: '1' };

test('A path leads through objects and lists', () => {
  assert.deepEqual(excerptOf(body, 'lists.0.name'), { value: 'first', label: 'lists[0].name' });
  assert.deepEqual(excerptOf(body, 'lists.0.none'), { value: null, label: 'lists[0].none' });
});

test('Fields are kept in the order that the page asks for, and the label says how many there are', () => {
  assert.deepEqual(excerptOf(body, 'lists.0', ['count', 'name']), {
    value: { count: 2, name: 'first' },
    label: 'lists[0], 2 of 3 fields',
  });
  assert.equal(excerptOf(body, 'lists.0', ['none', 'count', 'name']).label, 'lists[0]');
});

test('Fields cannot be cut from the whole body, where nobody would see that there were more', () => {
  assert.throws(() => excerptOf(body, undefined, ['version']), {
    name: 'ExcerptError',
    message: '"only" cuts the piece that "at" names. Add at="…", or leave "only" out.',
  });
});

test('What the body lacks is refused with what it has', () => {
  assert.throws(() => excerptOf(body, 'list.0'), /no "list\.0": there is lists, version and no "list"\./);
  assert.throws(() => excerptOf(body, 'lists.1'), /there is 0 and no "1"/);
  assert.throws(() => excerptOf(body, 'version.x'), /no "version\.x"/);
  assert.throws(() => excerptOf(body, 'lists.0', ['size']), /no "lists\.0\.size"/);
});
