import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { splitLineRules, withoutReplacedRules } from '../../src/integrations/finish-pages/code-styles.ts';

const code = '.expressive-code .ec-line';

describe('Rules for lines of code', () => {
  test('leave their file, with the settings that nothing else reads', () => {
    const { rest, lineRules } = splitLineRules(
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
      lineRules,
      `@layer starlight.components{:root{--mark:red;}${code}{top:0}${code}.mark{top:var(--mark)}}`,
    );
  });

  test('leave a setting that another file reads where it is', () => {
    const { rest, lineRules } = splitLineRules(
      new Map([
        ['ec.css', `:root{--mark:red}${code} ins{top:var(--mark)}`],
        ['frame.css', 'p{color:var(--mark)}'],
      ]),
    );
    assert.equal(rest.get('ec.css'), ':root{--mark:red}');
    assert.equal(lineRules, `@layer starlight.components{${code} ins{top:var(--mark)}}`);
  });

  test('go whole, whatever their selectors begin with', () => {
    const rule = `:root[data-theme=light] ${code} ins{top:0}`;
    const { rest, lineRules } = splitLineRules(new Map([['ec.css', `p{left:0}${rule}q{left:0}`]]));
    assert.equal(rest.get('ec.css'), 'p{left:0}q{left:0}');
    assert.equal(lineRules, `@layer starlight.components{${rule}}`);
  });
});

for (const replaced of [
  '.expressive-code .frame{top:0}',
  '.expressive-code .frame.has-title pre{top:0}',
  '.a .expressive-code pre .frame{top:0}',
  '.expressive-code .sr-only{top:0}',
  ".expressive-code .ec-line :where(span[style^='--']:not([class])){top:0}",
]) {
  test(`"${replaced}" goes, and its neighbours stay`, () => {
    const css = (between: string) => `@layer x;@layer y{p{left:0}${between}.expressive-code pre{left:0}}`;
    const [[, rest] = []] = withoutReplacedRules(new Map([['reference.css', css(replaced)]]));
    assert.equal(rest, css(''));
  });
}
