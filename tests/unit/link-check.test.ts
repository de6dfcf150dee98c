import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSite, type BuiltSite } from '../../src/build/link-check/check-site.ts';
import { pageReader } from '../../src/build/output/read-page.ts';

const origin = 'https://developer.example.com';

/** A site whose page /guide/ has the given body; it has /other/ with the ID "part", an image and a document. */
function siteWith(body: string, others: Record<string, string> = {}): BuiltSite {
  const files: Record<string, string> = {
    'guide/index.html': body,
    'other/index.html': '<h2 id="part">Part</h2><a name="old">Old</a>',
    '404.html': '<a href="/guide/">Guide</a>',
    ...others,
  };
  const readPage = pageReader('');
  return {
    base: '',
    origin,
    stylesheets: new Map(),
    pages: Object.entries(files).map(([file, text]) => readPage(file, text)),
    files: new Set([...Object.keys(files).map((file) => `/${file}`), '/favicon.svg', '/openapi/users.yaml']),
  };
}

/** An error as a test compares it: page, link and reason. */
interface Found {
  page: string;
  link: string;
  reason: string;
}

function errorsIn(site: BuiltSite): Found[] {
  return checkSite(site).map(({ page, target, from, reason }) => ({
    page: page.url,
    link: `${target} (${from})`,
    reason,
  }));
}

/** The errors of a site whose page /guide/ has this body. */
function errorsOf(body: string, others?: Record<string, string>): Found[] {
  return errorsIn(siteWith(body, others));
}

function assertError(body: string, link: string, reason: string) {
  assert.deepEqual(errorsOf(body), [{ page: '/guide/', link, reason }]);
}

test('Working links of every kind pass', () => {
  const body = `
    <a href="/other/">page</a> <a href="../other/#part">relative, with a fragment</a> <a href="/other/#old">name</a>
    <a href="#here">here</a> <p id="here"></p> <a href="#">top</a> <a href="/other/#top">top of a page</a>
    <a href="/other/?from=guide">query</a> <a href="${origin}/other/#part">by its full address</a>
    <a href="/openapi/users.yaml">file</a> <a href="https://elsewhere.example.org/">outward</a>
    <a href="${origin}.org/other">another host</a> <a href="${origin}:8443/other">another port</a>
    <a href="mailto:support@example.com">mail</a> <link rel="icon" href="/favicon.svg">
    <img src="/favicon.svg" srcset="/favicon.svg 1x, /favicon.svg 2x"> <img src="data:image/gif;base64,R0lGOD">`;
  assert.deepEqual(errorsOf(body), []);
});

test("A link to a page that doesn't exist is an error, with the nearest page", () => {
  assertError('<a href="/othr/">x</a>', '/othr/ (a[href])', 'there is no such page; did you mean /other/?');
});

test('Without a similar page there is no suggestion', () => {
  assertError('<a href="/zzzzzzzzzz/">x</a>', '/zzzzzzzzzz/ (a[href])', 'there is no such page.');
});

test('A link to the not-found page is an error: it has no URL', () => {
  assert.match(errorsOf('<a href="/404/">x</a>')[0]?.reason ?? '', /^there is no such page/);
});

test('A link without the trailing slash is an error, with the URL to write', () => {
  assertError(
    '<a href="/other#part">x</a>',
    '/other#part (a[href])',
    'write /other/, with a slash at its end.',
  );
});

test('A fragment that no element has as its ID is an error, with the nearest ID', () => {
  assertError(
    '<a href="/other/#prt">x</a>',
    '/other/#prt (a[href])',
    '/other/ has no element with the ID "prt"; did you mean #part?',
  );
});

test('A fragment of the page itself is checked too', () => {
  assertError(
    '<a href="#nowhere">x</a>',
    '#nowhere (a[href])',
    '/guide/ has no element with the ID "nowhere".',
  );
});

test('Fragments are compared without percent-encoding', () => {
  assert.deepEqual(errorsOf('<p id="a b"></p><a href="#a%20b">x</a>'), []);
});

test('A full URL with the origin of the site is checked as an internal link', () => {
  assertError(
    `<a href="${origin}/othr/">x</a>`,
    `${origin}/othr/ (a[href])`,
    'there is no such page; did you mean /other/?',
  );
});

test('An empty link is an error', () => {
  for (const link of ['', 'mailto:', 'https://'])
    assertError(`<a href="${link}">x</a>`, `${link} (a[href])`, 'the link is empty; give it a target.');
});

test('A link with an unknown scheme is an error', () => {
  assertError(
    '<a href="javascript:alert(1)">x</a>',
    'javascript:alert(1) (a[href])',
    'unknown scheme; write a path or an https URL.',
  );
});

for (const [element, from] of [
  ['<img src="/missing">', 'img[src]'],
  ['<script src="/missing"></script>', 'script[src]'],
  ['<link rel="stylesheet" href="/missing">', 'link[rel=stylesheet]'],
  ['<link rel="modulepreload" href="/missing">', 'link[rel=modulepreload]'],
  ['<link rel="icon" href="/missing">', 'link[rel=icon]'],
  ['<iframe src="/missing"></iframe>', 'iframe[src]'],
  ['<video poster="/missing"></video>', 'video[poster]'],
] as const) {
  test(`A missing file in ${from} is an error`, () => {
    assertError(element, `/missing (${from})`, 'there is no such file in the built site.');
  });
}

test('Every candidate of a srcset is checked', () => {
  const errors = errorsOf('<img srcset="/one.png 1x, /favicon.svg 2x,/two.png 3x">');
  assert.deepEqual(
    errors.map(({ link }) => link),
    ['/one.png (img[srcset])', '/two.png (img[srcset])'],
  );
});

test("An asset from another origin is an error, and a link to another origin isn't", () => {
  assertError(
    '<script src="https://cdn.example.org/x.js"></script><a href="https://cdn.example.org/">x</a>',
    'https://cdn.example.org/x.js (script[src])',
    'loads from another origin; keep the file in public/.',
  );
});

test("A canonical URL isn't a link", () => {
  assert.deepEqual(errorsOf('', { '404.html': `<link rel="canonical" href="${origin}/404/">` }), []);
});

test('A page is read with its URL and its IDs', () => {
  const page = pageReader('/base')('guide/index.html', '<p id="a">Text</p>');
  assert.equal(page.url, '/base/guide/');
  assert.deepEqual([...page.ids], ['a']);
  assert.equal(pageReader('')('index.html', '').url, '/');
  for (const file of ['404.html', '500.html']) assert.equal(pageReader('')(file, '').isErrorPage, true);
});

test('A URL that begins with two slashes is an error: it leads to another host', () => {
  const reason = 'begins with two slashes; write one, or https:// for another site.';
  assertError('<a href="//webhooks/events/">x</a>', '//webhooks/events/ (a[href])', reason);
  assertError(
    '<script src="//cdn.example.org/x.js"></script>',
    '//cdn.example.org/x.js (script[src])',
    reason,
  );
});

test("A link with invalid percent-encoding is an error of its page and doesn't stop the check", () => {
  assert.equal(errorsOf('<a href="/100%/">x</a>')[0]?.link, '/100%/ (a[href])');
  assert.equal(errorsOf('<a href="#50%">x</a>')[0]?.link, '#50% (a[href])');
});

test('A stylesheet that loads from another origin is an error, and one that loads from this site is not', () => {
  const css = `@import "https://fonts.example.org/a.css"; a { background: url( '//cdn.example.org/b.png') }
    p { background: url(/c.png), url("data:image/gif;base64,R0lGOD") }`;
  const reason = 'loads from another origin; keep the file in public/.';
  assert.deepEqual(errorsIn({ ...siteWith(''), stylesheets: new Map([['/a.css', css]]) }), [
    { page: '/a.css', link: 'https://fonts.example.org/a.css (CSS)', reason },
    { page: '/a.css', link: '//cdn.example.org/b.png (CSS)', reason },
  ]);
});

test('The same relative link is checked on each page by itself', () => {
  const links = '<a href="#here">x</a>';
  assert.deepEqual(
    errorsOf(`<p id="here"></p>${links}`, { 'more/index.html': links }).map(({ page }) => page),
    ['/more/'],
  );
});
