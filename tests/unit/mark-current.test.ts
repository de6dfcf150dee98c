import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupKey, markCurrent, type CurrentPlace } from '../../src/navigation/mark-current.ts';

const tree =
  '<a href="/webhooks/">Webhooks</a>' +
  '<details data-group="Engines"><a href="/engines/">Engines</a>' +
  '<details data-group="Engines / Z1 engine"><a href="/engines/z1/">Z1</a></details></details>' +
  '<details data-group="Jobs"><a href="/engines/z1/jobs/">Jobs</a></details>';

function place(href: string, ...groups: string[]): CurrentPlace {
  return { href, groups };
}

test('The link of the page, and no other, is marked as the current one', () => {
  const marked = markCurrent(tree, place('/engines/z1/', 'Engines', 'Z1 engine'));
  assert.match(marked, /<a href="\/engines\/z1\/" aria-current="page">Z1<\/a>/);
  assert.equal(marked.match(/aria-current/g)?.length, 1);
});

test('Every group above the page is open, the others stay as they were', () => {
  const marked = markCurrent(tree, place('/engines/z1/', 'Engines', 'Z1 engine'));
  assert.match(marked, /<details data-group="Engines" open>/);
  assert.match(marked, /<details data-group="Engines \/ Z1 engine" open>/);
  assert.match(marked, /<details data-group="Jobs">/);
});

test('A group that is open already stays open, and says so once', () => {
  const opened = tree.replace('data-group="Engines"', 'data-group="Engines" open');
  const marked = markCurrent(opened, place('/engines/z1/', 'Engines', 'Z1 engine'));
  assert.doesNotMatch(marked, / open open/);
  assert.match(marked, /<details data-group="Engines" open>/);
});

test('A page at the top of a sidebar opens no group', () => {
  assert.doesNotMatch(markCurrent(tree, place('/webhooks/')), / open/);
});

test('A page that is not in the sidebar changes nothing', () => {
  assert.equal(markCurrent(tree, place('/elsewhere/')), tree);
});

test('The key of a group holds no character that has a meaning in HTML or in a replacement', () => {
  assert.equal(groupKey(['Data access', 'A & "B" <c> $&']), 'Data access / A  B c ');
  const label = 'Terms & "limits" <$1>';
  const drawn = `<details data-group="${groupKey([label])}"><a href="/limits/">Limits</a></details>`;
  assert.match(markCurrent(drawn, place('/limits/', label)), /<details data-group="Terms {2}limits 1" open>/);
});
