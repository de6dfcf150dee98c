import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ShortNames } from '../../src/integrations/output/short-names.ts';

/** Short names for what these stylesheets set, beside files that keep their names. */
function namesFor(sheets: string[], others: string[] = []): ShortNames {
  const names = new ShortNames();
  names.nameProperties(sheets, others);
  return names;
}

test('Classes of components are short, in the order in which pages show them', () => {
  const names = new ShortNames();
  for (const tag of [
    '<p class="a astro-abcdefgh">',
    '<p class="astro-12345678">',
    '<i class="astro-abcdefgh">',
  ])
    names.learn(tag);
  assert.equal(
    names.shortenPage('<p class="a astro-abcdefgh"><b class="astro-12345678 astro-unseen00">'),
    '<p class="a _0"><b class="_1 astro-unseen00">',
  );
});

test('Custom properties that sheets set are short, those that are used most first', () => {
  const css = ':root{--sl-gap:1rem;--sl-pad:2rem}a{padding:var(--sl-pad);margin:var( --sl-pad,0)}';
  assert.equal(
    namesFor([css]).shorten(css),
    ':root{--b:1rem;--a:2rem}a{padding:var(--a);margin:var( --a,0)}',
  );
});

test('More properties than letters have two', () => {
  const css = Array.from({ length: 54 }, (_, index) => `--sl-p${String(index).padStart(2, '0')}:0`).join(';');
  const names = namesFor([`a{${css}}`]);
  assert.equal(names.shorten('var(--sl-p51) var(--sl-p52) var(--sl-p53)'), 'var(--Z) var(--aa) var(--ab)');
});

test('A short name that a style has already is not given again', () => {
  const names = namesFor(['a{--a:0;--sl-one:0;--sl-two:0}'], ['b{top:var(--b)}']);
  assert.equal(names.shorten('a{--a:0;--sl-one:0;--sl-two:0}'), 'a{--a:0;--c:0;--d:0}');
});

test('What no sheet sets, and what files with other names read, stays', () => {
  const names = namesFor(['a{--sl-set:0;--sl-read:0;top:var(--sl-unset)}'], ['b{top:var(--sl-read)}']);
  assert.equal(
    names.shorten('a{--sl-set:0;--sl-read:0;top:var(--sl-unset)}'),
    'a{--a:0;--sl-read:0;top:var(--sl-unset)}',
  );
});

test('In pages, styles and attributes get short names, and what a reader reads stays', () => {
  const names = namesFor([':root{--sl-gap:0;--sl-pad:0}']);
  const read =
    '<code>--sl-gap</code><code>color: var(--sl-gap)</code><pre>a { --sl-pad: 1px }</pre>astro-abcdefgh';
  names.learn('<p class="astro-abcdefgh">');
  assert.equal(
    names.shortenPage(
      `<style>@media (width<=9px){a{--sl-gap:1px}}</style><p title="a > b" style="--sl-pad: 1px; --sl-gap:2px">${read}`,
    ),
    `<style>@media (width<=9px){a{--a:1px}}</style><p title="a > b" style="--b: 1px; --a:2px">${read}`,
  );
});
