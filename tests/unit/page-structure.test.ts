import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkStructure } from '../../src/build/markdown/page-lint/structure.ts';
import { parsePage } from '../../src/content/mdx.ts';

function errorsOf(source: string, file = 'src/content/docs/guide.mdx'): string[] {
  return checkStructure(parsePage(file, source)).map(({ line, message }) => `${line}: ${message}`);
}

const mistakes: readonly (readonly [title: string, source: string, error: string])[] = [
  [
    'An aside that is open to the end of the page',
    'Text.\n\n:::note\nText.\n\n## More\n\nText.',
    "3: the aside `:::note` isn't closed; write ::: on a line of its own below it.",
  ],
  [
    'An aside that is open to the end of a component',
    '<Steps>\n\n:::note[Title]\nText.\n\n</Steps>',
    "3: the aside `:::note` isn't closed; write ::: on a line of its own below it.",
  ],
  [
    'An aside that is closed only by the end of the one within it',
    '::::note\n:::tip\nText.\n:::',
    "1: the aside `:::note` isn't closed; write ::: on a line of its own below it.",
  ],
  [
    'An unknown aside',
    ':::warning\nText.\n:::',
    '1: there is no aside `:::warning`; write :::note, :::tip, :::caution, or :::danger.',
  ],
  ['A misspelled aside', ':::Note\nText.\n:::', '1: there is no aside `:::Note`; write :::note.'],
  ['An aside with two colons', '::note', '1: `::note` has no effect; an aside has three colons.'],
  [
    'An aside with a space',
    '::: note\nText.\n:::',
    '1: `::: note` opens no aside; write :::note, without a space.',
  ],
  ['An aside that is closed twice', ':::note\nText.\n:::\n:::', '4: `:::` closes no aside; remove it.'],
  ['A heading of the first level', '# Title', '1: the title is the only first-level heading; write ## Title'],
  ['A first heading of the third level', '### One', '1: the heading "One" skips a level; write ## One'],
  ['A skipped level', '## One\n\n#### Two', '3: the heading "Two" skips a level; write ### Two'],
  [
    'A heading of the fourth level',
    '## One\n\n### Two\n\n#### Three',
    '5: the heading "Three" is too deep; use ## and ###.',
  ],
  [
    'The same heading twice',
    '## One `a`\n\n### One `a`',
    '3: line 1 has the heading "One a", too; links can\'t distinguish them.',
  ],
  [
    'A row with a cell too few',
    '| a | b |\n| - | - |\n| 1 | 2 |\n| 1 |',
    '4: the row has 1 of 2 cells; write | within a cell as \\|.',
  ],
  [
    'A row with a cell too many',
    '| a | b |\n| - | - |\n| 1 | 2 | 3 |',
    '3: the row has 3 of 2 cells; write | within a cell as \\|.',
  ],
  ['A heading without a space', '##One', '1: `##One` is no heading; write a space after #.'],
  [
    'A code block that stays open',
    '```js\ncall();\n\n## Two',
    "1: the code block isn't closed; write ``` on a line of its own below it.",
  ],
  [
    'A code block without a language',
    '```\nText.\n```',
    '1: write the language of the code after ```, or txt for none.',
  ],
  [
    'A code block in an unknown language',
    '```jsonn\n{}\n```',
    '1: code in "jsonn" can\'t be colored; write json.',
  ],
  [
    'A step that has the number of the one before',
    '1. One\n2. Two\n2. Three',
    '3: step 2 follows step 2; renumber it.',
  ],
  [
    'A table without its second row',
    '| a | b |\n| 1 | 2 |',
    '1: this is no table; below its header, write a row of hyphens with as many cells.',
  ],
];

for (const [title, source, error] of mistakes)
  test(`${title} is an error, with its line and the fix`, () => {
    assert.deepEqual(errorsOf(source), [error]);
  });

test('A heading in a partial is an error', () => {
  assert.deepEqual(errorsOf('## One', 'src/content/partials/part.mdx'), [
    '1: a partial has no headings, because the table of contents misses them.',
  ]);
});

test('Text that four spaces turn into code is an error, in Markdown', () => {
  assert.deepEqual(errorsOf('Text.\n\n    More.', 'src/content/docs/guide.md'), [
    '3: four spaces make this code; remove them, or put the code between ``` and ```.',
  ]);
});

test('Asides in lists and asides, tables with escaped lines, and times are right', () => {
  const source = [
    '- Entry\n\n  :::tip[A title]\n  Text at 12:30.\n  :::',
    '::::note\n:::tip\nText.\n:::\n::::',
    '| a | b |\n| - | - |\n| 1 \\| 2 | `3` |',
    '## One\n\n### Two\n\n## Three\n\n### Four',
    '3. Three\n4. Four',
    '- List\n\n1. One\n1. Two',
    '```mdx\n:::warning\n#### Code\n```',
  ].join('\n\n');
  assert.deepEqual(errorsOf(source), []);
});
