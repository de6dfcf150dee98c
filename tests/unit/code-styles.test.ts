import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutReplacedRules } from '../../src/integrations/output/code-styles.ts';

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
