import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSatteriMarkdownProcessor } from '@astrojs/markdown-satteri';
import { parseGlossary } from '../../src/glossary/schema.ts';
import { termLinker } from '../../src/glossary/links.ts';

/** A glossary with the given terms; omitted fields get default values. */
function glossaryWith(...terms: Record<string, unknown>[]) {
  const entries = terms.map((term) => ({ definition: 'A thing.', guide: '/about/', ...term }));
  return parseGlossary(JSON.stringify(entries));
}

const small = glossaryWith(
  { id: 'consent', term: 'consent', forms: ['consents'] },
  { id: 'end-user', term: 'end user', forms: ['end users'] },
  { id: 'user', term: 'user', forms: ['users'] },
  { id: 'account', term: 'account', forms: ['accounts'] },
  { id: 'scope', term: 'scope', link: false },
  { id: 'app-user', term: 'app user', forms: ['app users'], guide: '/app/' },
);

async function htmlOf(markdown: string, pagePath = '/guide/'): Promise<string> {
  const plugin = termLinker(small)(pagePath, markdown);
  const processor = await createSatteriMarkdownProcessor({ hastPlugins: [plugin], syntaxHighlight: false });
  return (await processor.render(markdown)).code;
}

for (const [terms, message] of [
  [[{ id: 'End User', term: 'end user' }], /glossary\.yaml:1: id: write it in lowercase/],
  [[{ id: 'x', term: 'x', definition: 'A `thing`.' }], /glossary\.yaml:1: definition: write whole sentences/],
  [
    [
      { id: 'a', term: 'a', forms: ['Same'] },
      { id: 'b', term: 'same' },
    ],
    /"same" belongs to two terms/,
  ],
] as const)
  test(`The terms ${JSON.stringify(terms)} are rejected, with the reason`, () => {
    assert.throws(() => glossaryWith(...terms), message);
  });

for (const [what, markdown, expected, path] of [
  [
    'the first use of each term alone',
    'A consent. Two consents of an end user.\n\nThe end\nuser and the user.',
    ['consent → consent', 'end user → end-user', 'user → user'],
  ],
  [
    'terms in lists, quotes and table cells',
    '- the users\n\n> a consent\n\n| A | B |\n| --- | --- |\n| account | 2 |',
    ['users → user', 'consent → consent', 'account → account'],
  ],
  [
    'none in headings, links, code and table headers',
    '## A consent\n\n[A consent](/x/) and `consent`.\n\n```\nconsent\n```\n\n| consent |\n| --- |\n| x |',
    [],
  ],
  ['no part of a word, and no term that asks for no links', 'Consent-based, userland, scope.', []],
  ['no term that the page explains', 'A consent.', [], '/about/'],
  [
    'no term that its writer linked',
    'A consent, an account, and [consents](/glossary/#consent).',
    ['account → account', 'consents → consent'],
  ],
  ['no term within one that the page explains', 'The app user.\n\nThe user.', ['user → user'], '/app/'],
  [
    'no term within one that its writer linked',
    'An end user, [end users](/glossary/#end-user) and a user.',
    ['end users → end-user', 'user → user'],
  ],
] as const)
  test(`The build links ${what}`, async () => {
    const found = (await htmlOf(markdown, path)).matchAll(
      /<a href="\/glossary\/#([\w-]+)"[^>]*>([^<]*)<\/a>/g,
    );
    assert.deepEqual(
      [...found].map(([, id, words]) => `${words?.replace(/\s+/g, ' ')} → ${id}`),
      expected,
    );
  });

test('The text around a linked term is unchanged', async () => {
  assert.equal(
    (await htmlOf('Give **consent** & go.')).trim(),
    '<p>Give <strong><a href="/glossary/#consent" class="term">consent</a></strong> &amp; go.</p>',
  );
});

test('The glossary page has no term links', () => {
  assert.equal(termLinker(small)('/glossary/', 'A consent.'), undefined);
});
