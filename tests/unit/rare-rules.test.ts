import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RareRules, splitRareRules } from '../../src/integrations/output/rare-rules.ts';

const code = '.expressive-code .ec-line';

describe('Rules for what few pages have', () => {
  test('leave their file, with the settings that nothing else reads', () => {
    const { rest, rareRules } = splitRareRules(
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
      rareRules,
      `@layer starlight.components{:root{--mark:red;}${code}{top:0}${code}.mark{top:var(--mark)}}`,
    );
  });

  test('leave a setting that another file reads where it is', () => {
    const { rest, rareRules } = splitRareRules(
      new Map([
        ['ec.css', `:root{--mark:red}${code} ins{top:var(--mark)}`],
        ['frame.css', 'p{color:var(--mark)}'],
      ]),
    );
    assert.equal(rest.get('ec.css'), ':root{--mark:red}');
    assert.equal(rareRules, `@layer starlight.components{${code} ins{top:var(--mark)}}`);
  });

  test('go whole, whatever their selectors begin with', () => {
    const rule = `:root[data-theme=light] ${code} ins{top:0}`;
    const { rest, rareRules } = splitRareRules(new Map([['ec.css', `p{left:0}${rule}q{left:0}`]]));
    assert.equal(rest.get('ec.css'), 'p{left:0}q{left:0}');
    assert.equal(rareRules, `@layer starlight.components{${rule}}`);
  });

  test('are those for lines of code, and for text in asides', () => {
    const rule = '.text .starlight-aside code:not(:where(.plain *)){top:0}';
    const { rest, rareRules } = splitRareRules(new Map([['frame.css', `@layer a{p{left:0}${rule}}`]]));
    assert.equal(rest.get('frame.css'), '@layer a{p{left:0}}');
    assert.equal(rareRules, `@layer starlight.components{${rule}}`);
  });

  test('come to the pages that have their classes; those that ask for none, to all', () => {
    const rules = new RareRules(
      '@layer a{.card:where(.astro-aaaaaaaa){x:1}.card .icon,h2 .icon{x:2}.tip:not(.wide):has(.icon){x:3}' +
        '@media print{.wide{x:4}}:root{x:5}@keyframes turn{from{x:6}50%,to{x:7}}}',
    );
    assert.deepEqual([...rules.classes].sort(), ['astro-aaaaaaaa', 'card', 'icon', 'tip', 'wide']);
    const always = ':root{x:5}@keyframes turn{from{x:6}50%,to{x:7}}}';
    assert.equal(rules.for([]), `@layer a{@media print{}${always}`);
    assert.equal(rules.for(['card', 'icon']), `@layer a{.card .icon,h2 .icon{x:2}@media print{}${always}`);
    assert.equal(
      rules.for(['astro-aaaaaaaa', 'card', 'tip']),
      `@layer a{.card:where(.astro-aaaaaaaa){x:1}.tip:not(.wide):has(.icon){x:3}@media print{}${always}`,
    );
  });

  test('stay with the declarations before them, where they are nested', () => {
    const css = '.card{x:1;&.wide{x:2}}';
    assert.equal(new RareRules(css).for(['card']), css);
  });
});
