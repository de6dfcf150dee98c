import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createSatteriMarkdownProcessor } from '@astrojs/markdown-satteri';
import { GlossaryError, formsOf, parseGlossary, termLink, termNamed } from '../../src/content/glossary.ts';
import { termLinker } from '../../src/build/markdown/glossary-links.ts';
import { projectRoot } from '../support/project-copy.ts';

const written = parseGlossary(readFileSync(join(projectRoot, 'src/content/glossary.yaml'), 'utf8'));

const page = 'src/content/docs/guide.mdx';

/** A glossary with the given terms; omitted fields get default values. */
function glossaryWith(...terms: Record<string, unknown>[]) {
  const entries = terms.map((term) => ({ definition: 'A thing.', guide: '/about/', ...term }));
  return parseGlossary(JSON.stringify(entries));
}

const small = glossaryWith(
  { id: 'consent', term: 'consent', forms: ['consents'] },
  { id: 'end-user', term: 'end user', forms: ['end users'] },
  { id: 'user', term: 'user', forms: ['users'] },
  { id: 'account', term: 'account', forms: ['accounts'], unless: ['account information'] },
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

function assertRefused(source: string, message: RegExp) {
  assert.throws(
    () => parseGlossary(source),
    (error) => error instanceof GlossaryError && message.test(error.message),
  );
}

test('The terms are in alphabetical order', () => {
  const terms = written.map(({ term }) => term);
  assert.deepEqual(
    terms,
    terms.toSorted((a, b) => a.localeCompare(b, 'en')),
  );
});

test('A term is found by its ID and by each of its forms, regardless of case', () => {
  for (const entry of written) {
    for (const name of [entry.id, ...formsOf(entry)])
      assert.equal(termNamed(written, name, page).id, entry.id);
  }
  assert.equal(termNamed(small, 'Consents', page).id, 'consent');
});

test('An unknown term stops the build, with the page and the nearest term', () => {
  assert.throws(() => termNamed(small, 'concent', page), {
    name: 'GlossaryError',
    message: 'src/content/docs/guide.mdx: the glossary has no term "concent". Did you mean "consent"?',
  });
  assert.throws(
    () => termNamed(small, 'quarterly report', page),
    /Add it to src\/content\/glossary\.yaml\.$/,
  );
});

test('An invalid term is refused with its ID, the field and the fix', () => {
  const term = { id: 'x', term: 'x', definition: 'A thing.', guide: '/about/' };
  assertRefused(JSON.stringify([{ ...term, definition: undefined }]), /x\.definition: define the term/);
  assertRefused(JSON.stringify([{ ...term, definition: 'a thing' }]), /x\.definition: write whole sentences/);
  assertRefused(JSON.stringify([{ ...term, definition: 'A `thing`.' }]), /x\.definition: write plain text/);
  assertRefused(
    JSON.stringify([{ ...term, definition: `A ${'long '.repeat(40)}thing.` }]),
    /at most 180 characters/,
  );
  assertRefused(JSON.stringify([{ ...term, term: 'C++ client' }]), /x\.term: write words of letters/);
  assertRefused(
    JSON.stringify([{ ...term, forms: ['mandate (SEPA)'] }]),
    /x\.forms\.0: write words of letters/,
  );
  assertRefused(JSON.stringify([{ ...term, guide: 'about' }]), /x\.guide: write the path of/);
  assertRefused(JSON.stringify([{ ...term, id: 'End User' }]), /\.id: write it in lowercase/);
  assertRefused(JSON.stringify([{ ...term, meaning: 'y' }]), /a term has no meaning/);
  assertRefused('terms: []', /file: write the file as a list of terms/);
});

test('Two terms cannot share an ID or a form', () => {
  const term = { definition: 'A thing.', guide: '/about/' };
  const twice = [
    { ...term, id: 'a', term: 'a', forms: ['same'] },
    { ...term, id: 'a', term: 'b', forms: ['Same'] },
  ];
  assertRefused(JSON.stringify(twice), /a\.id: "a" already belongs to the term "a"/);
  assertRefused(JSON.stringify(twice), /a\.forms: "same" already belongs to the term "a"/);
});

test('A link to a term points to its anchor', () => {
  assert.deepEqual(termLink(small.find(({ id }) => id === 'end-user')!), {
    href: '/glossary/#end-user',
    class: 'term',
  });
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

test('Parts of words, and longer phrases with another meaning, get no links', async () => {
  assert.deepEqual(await linksIn('Consent-based, userland, account information, scope.'), []);
});

test('A page links neither the term that it explains nor a term that its writer linked', async () => {
  assert.deepEqual(await linksIn('A consent.', '/about/'), []);
  assert.deepEqual(await linksIn('An account and <Term of="consent">a consent</Term>.'), [
    'account → account',
  ]);
});

test('A term is not linked within a longer term that the page explains or its writer linked', async () => {
  assert.deepEqual(await linksIn('The app user.\n\nThe user.', '/app/'), ['user → user']);
  assert.deepEqual(await linksIn('App users.', '/app/'), []);
  assert.deepEqual(await linksIn('An end user, <Term of="end user">an end user</Term> and a user.'), [
    'user → user',
  ]);
});

test('The glossary page links no terms', () => {
  assert.equal(termLinker(small)('/glossary/', 'A consent.'), undefined);
});

test('A page without terms needs no plugin', () => {
  assert.equal(termLinker(small)('/guide/', 'Nothing to explain.'), undefined);
});
