import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutMarkedLines } from '../../src/integrations/finish-pages/marked-lines.ts';

const code = '.expressive-code .ec-line';

test('Rules for lines of code leave their file, with the settings that nothing else reads', () => {
  const { rest, markedLines } = withoutMarkedLines(
    new Map([
      [
        'ec.css',
        `@layer a{:root{--mark:red;--text:blue}p{color:var(--text)}${code}{top:0}${code}.mark{top:var(--mark)}}`,
      ],
      ['frame.css', 'p{color:var(--text)}'],
    ]),
  );
  assert.deepEqual(
    [...rest],
    [
      ['ec.css', `@layer a{:root{--text:blue}p{color:var(--text)}}`],
      ['frame.css', 'p{color:var(--text)}'],
    ],
  );
  assert.equal(
    markedLines,
    `@layer starlight.components{:root{--mark:red;}${code}{top:0}${code}.mark{top:var(--mark)}}`,
  );
});

test('A setting that another file reads stays where it is', () => {
  const { rest, markedLines } = withoutMarkedLines(
    new Map([
      ['ec.css', `:root{--mark:red}${code} ins{top:var(--mark)}`],
      ['frame.css', 'p{color:var(--mark)}'],
    ]),
  );
  assert.equal(rest.get('ec.css'), ':root{--mark:red}');
  assert.equal(markedLines, `@layer starlight.components{${code} ins{top:var(--mark)}}`);
});
