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

/** Returns the terms that the build links in this text, as `words → id`. */
async function linksIn(markdown: string, pagePath = '/guide/'): Promise<string[]> {
  const html = await htmlOf(markdown, pagePath);
  return [...html.matchAll(/<a href="\/glossary\/#([\w-]+)"[^>]*>([^<]*)<\/a>/g)].map(
    ([, id, words]) => `${words?.replace(/\s+/g, ' ')} → ${id}`,
  );
}

async function htmlOf(markdown: string, pagePath: string): Promise<string> {
  const plugin = termLinker(small)(pagePath, markdown);
  const processor = await createSatteriMarkdownProcessor({ hastPlugins: [plugin], syntaxHighlight: false });
  return (await processor.render(markdown)).code;
}

test('An invalid term and a name of two terms are refused, with the reason', () => {
  const refused: [Record<string, unknown>[], RegExp][] = [
    [[{ id: 'End User', term: 'end user' }], /write it in lowercase.*\n.*\[0\]\.id/],
    [[{ id: 'x', term: 'x', definition: 'A `thing`.' }], /write whole sentences.*\n.*\[0\]\.definition/],
    [[{ id: 'x', term: 'x', meaning: 'y' }], /Unrecognized key: "meaning"/],
    [
      [
        { id: 'a', term: 'a', forms: ['Same'] },
        { id: 'b', term: 'same' },
      ],
      /"same" belongs to two terms/,
    ],
  ];
  for (const [terms, message] of refused) assert.throws(() => glossaryWith(...terms), message);
});

test('The first use of each term is linked, and no later one', async () => {
  assert.deepEqual(await linksIn('A consent. Two consents of an end user.\n\nThe end\nuser and the user.'), [
    'consent → consent',
    'end user → end-user',
    'user → user',
  ]);
});

test('The text around a linked term is unchanged', async () => {
  assert.equal(
    (await htmlOf('Give **consent** & go.', '/guide/')).trim(),
    '<p>Give <strong><a href="/glossary/#consent" class="term">consent</a></strong> &amp; go.</p>',
  );
});

test('Terms in lists, quotes and table cells are linked', async () => {
  assert.deepEqual(await linksIn('- the users\n\n> a consent\n\n| A | B |\n| --- | --- |\n| account | 2 |'), [
    'users → user',
    'consent → consent',
    'account → account',
  ]);
});

test('Headings, links, code and table headers get no links', async () => {
  const markdown =
    '## A consent\n\n[A consent](/x/) and `consent`.\n\n```\nconsent\n```\n\n| consent |\n| --- |\n| x |';
  assert.deepEqual(await linksIn(markdown), []);
});

test('Parts of words, and terms that are not linked, get no links', async () => {
  assert.deepEqual(await linksIn('Consent-based, userland, scope.'), []);
});

test('A page links neither the term that it explains nor a term that its writer linked', async () => {
  assert.deepEqual(await linksIn('A consent.', '/about/'), []);
  assert.deepEqual(await linksIn('A consent, an account, and [consents](/glossary/#consent).'), [
    'account → account',
    'consents → consent',
  ]);
});

test('A term is not linked within a longer term that the page explains or its writer linked', async () => {
  assert.deepEqual(await linksIn('The app user.\n\nThe user.', '/app/'), ['user → user']);
  assert.deepEqual(await linksIn('App users.', '/app/'), []);
  assert.deepEqual(await linksIn('An end user, [end users](/glossary/#end-user) and a user.'), [
    'end users → end-user',
    'user → user',
  ]);
});

test('The glossary page links no terms', () => {
  assert.equal(termLinker(small)('/glossary/', 'A consent.'), undefined);
});
