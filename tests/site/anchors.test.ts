import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PUBLISHED_ANCHORS } from '../content/lint/links.ts';
import { pageAt } from '../support/built-pages.ts';

/* `npm run lint:pages` checks the anchors that pages contain. This also checks those that components render. */

test('Every published guide anchor still exists', () => {
  const gone = readFileSync(PUBLISHED_ANCHORS, 'utf8')
    .trim()
    .split('\n')
    .filter((link) => {
      const [path = '', id = ''] = link.split('#');
      return pageAt(path).all(`[id="${id}"]`).length === 0;
    });
  assert.deepEqual(gone, []);
});
