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

const same = [
  { id: 'a', term: 'a', forms: ['Same'] },
  { id: 'b', term: 'same' },
];

for (const [terms, message] of [
  [[{ id: 'End User', term: 'end user' }], /glossary\.yaml:1: id: write it in lowercase/],
  [[{ id: 'x', term: 'x', definition: 'A `thing`.' }], /glossary\.yaml:1: definition: write whole sentences/],
  [same, /"same" belongs to two terms/],
] as const)
  test(`The terms ${JSON.stringify(terms)} are rejected, with the reason`, () => {
    assert.throws(() => glossaryWith(...terms), message);
  });

async function htmlOf(markdown: string, path = '/glossary/') {
  const hastPlugins = [() => termLinker(small)(path, markdown)];
  const processor = await createSatteriMarkdownProcessor({ hastPlugins, syntaxHighlight: false });
  return (await processor.render(markdown)).code;
}

/** Matches a link of the build on the pages below. */
const LINKED = /«(.*?):(.*?)»/g;

for (const [what, page, path = '/guide/'] of [
  [
    'the first use of each term alone',
    'A «consent:consent». Two consents of an «end user:end-user».\n\nThe end\nuser and the «user:user».',
  ],
  ['a term in bold text, whose surroundings stay', 'Give **«consent:consent»** & go.'],
  [
    'terms in lists, quotes and table cells',
    '- the «users:user»\n\n> a «consent:consent»\n\n| A | B |\n| --- | --- |\n| «account:account» | 2 |',
  ],
  [
    'none in headings, links, code and table headers',
    '## A consent\n\n[A consent](/x/) and `consent`.\n\n```\nconsent\n```\n\n| consent |\n| --- |\n| x |',
  ],
  ['no part of a word, and no term that asks for no links', 'Consent-based, userland, scope.'],
  ['no term that the page explains', 'A consent.', '/about/'],
  ['none on the glossary page', 'A consent.', '/glossary/'],
  ['no term that its writer linked', 'A consent, an «account:account», and [consents](/glossary/#consent).'],
  ['no term within one that the page explains', 'The app user.\n\nThe «user:user».', '/app/'],
  [
    'no term within one that its writer linked',
    'An end user, [end users](/glossary/#end-user), «user:user».',
  ],
] as const)
  test(`The build links ${what}`, async () => {
    const unlinked = page.replaceAll(LINKED, '$1');
    const html = await htmlOf(page);
    const expected = html.replaceAll(LINKED, '<a href="/glossary/#$2" class="term">$1</a>');
    assert.equal(await htmlOf(unlinked, path), expected);
  });
