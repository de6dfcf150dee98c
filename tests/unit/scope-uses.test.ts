import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ScopeUses } from '../../src/integrations/output/scope-uses.ts';

const scope = 'astro-abcdefgh';
const other = 'astro-12345678';

/** What is left of a page, the short way to write scopes taken. */
function left(css: string, page: string, dynamic: string[] = []): string {
  const full = (text: string) => text.replaceAll('@', scope).replaceAll('%', other);
  const uses = new ScopeUses([full(css)], dynamic);
  return uses.dropUnused(full(page)).replaceAll(scope, '@').replaceAll(other, '%');
}

test('An element that a rule means by its tag keeps its mark, others of the component lose it', () => {
  assert.equal(
    left('a:where(.@):hover{top:0}', '<p class="@"><a class="@" href="/">x</a></p>'),
    '<p><a class="@" href="/">x</a></p>',
  );
});

test('A rule means elements by their classes, and by any tag where it names none', () => {
  const page = '<p class="note @"><b class="@" id="x"><i class="@ note">';
  assert.equal(left('.note:where(.@)>b{top:0}', page), '<p class="note @"><b id="x"><i class="@ note">');
  assert.equal(left(':where(.@)[rel=next]{top:0}', page), page);
});

test('A class that a script adds later is taken as there', () => {
  assert.equal(left('p.open:where(.@){top:0}', '<p class="@">', ['open']), '<p class="@">');
  assert.equal(left('p.open:where(.@){top:0}', '<p class="@">'), '<p>');
});

test('Marks that are no `:where` count as well, and each component has its own', () => {
  assert.equal(
    left('p.@{top:0}.x b:where(.%){top:0}', '<p class="@ %"><b class="% @">'),
    '<p class="@"><b class="%">',
  );
});

test('Attributes before and after, and elements without a mark, stay as they are', () => {
  const page =
    '<p id="a" class="x" title="class"><img alt="" class="@" src="/a.svg"><a href="/">class="@"</a>';
  assert.equal(
    left('p:where(.@){top:0}', page),
    '<p id="a" class="x" title="class"><img alt="" src="/a.svg"><a href="/">class="@"</a>',
  );
});
