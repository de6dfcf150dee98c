import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPanels } from '../../src/components/parts/tab-panels.ts';

const panel = (label: string, content: string) =>
  `<div role="tabpanel" aria-label="${label}">${content}</div>`;

test('Labels are returned in order, and all panels except the first are hidden', () => {
  const { labels, html } = readPanels(
    `\n${panel('cURL', '<p>one</p>')}\n${panel('C#', 'two')}${panel('PHP', '3')}`,
  );
  assert.deepEqual(labels, ['cURL', 'C#', 'PHP']);
  const hidden = (label: string, content: string) => panel(label, content).replace('<div', '<div hidden');
  assert.equal(html, `\n${panel('cURL', '<p>one</p>')}\n${hidden('C#', 'two')}${hidden('PHP', '3')}`);
});

test('A label keeps characters that HTML escapes', () => {
  assert.deepEqual(readPanels(panel('Q&amp;A &#34;now&#34;', '')).labels, ['Q&A "now"']);
});

test('Panels of nested tabs are unchanged', () => {
  const inner = `<tab-group>${panel('a', '')}<div hidden role="tabpanel" aria-label="b"></div></tab-group>`;
  const { labels, html } = readPanels(panel('outer', inner) + panel('other', ''));
  assert.deepEqual(labels, ['outer', 'other']);
  assert.ok(html.startsWith(panel('outer', inner)));
});

test('Tabs without a panel are an error', () => {
  assert.throws(() => readPanels('<p>text</p>'), /<Tabs> has no <TabItem>/);
});
