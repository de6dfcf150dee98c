import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { pageAt } from '../support/built-pages.ts';

/* Readers, issues, and other sites link to guide headings. Redirects can't fix such links. */

const LIST = 'tests/site/published-anchors.txt';

test('Every published guide anchor still exists', () => {
  const gone = readFileSync(LIST, 'utf8')
    .trim()
    .split('\n')
    .filter((link) => {
      const [path = '', id = ''] = link.split('#');
      return pageAt(path).all(`[id="${id}"]`).length === 0;
    })
    .map(
      (link) =>
        `${link}: write <a id="…" /> with the old anchor above the heading, or delete the line in ${LIST}.`,
    );
  assert.deepEqual(gone, []);
});
