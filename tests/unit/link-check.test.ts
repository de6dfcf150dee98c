import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSite, describeFaults, type Fault } from '../../src/integrations/output/link-check/check.ts';
import { SourceFinder } from '../../src/integrations/output/link-check/find-source.ts';
import { readPage, type BuiltSite } from '../../src/integrations/output/link-check/read-site.ts';
import { projectRoot } from '../support/project-copy.ts';

const origin = 'https://developer.example.com';

/** A page as the build writes it: a title, a canonical address, and the body that a test gives it. */
function html(address: string, body: string, title = `About ${address}`): string {
  return `<head><title>${title}</title><link rel="canonical" href="${origin}${address}"></head><body>${body}</body>`;
}

/** A site whose page /guide/ has the given body; it has /other/ with the id "part", a picture and a document. */
function siteWith(body: string, others: Record<string, string> = {}): BuiltSite {
  const files: Record<string, string> = {
    'guide/index.html': html('/guide/', body),
    'other/index.html': html('/other/', '<h2 id="part">Part</h2><a name="old">Old</a>'),
    '404.html': html('/404/', '<a href="/guide/">Guide</a>'),
    ...others,
  };
  return {
    base: '',
    pages: Object.entries(files).map(([file, text]) => readPage(file, '', text)),
    files: new Set([...Object.keys(files).map((file) => `/${file}`), '/favicon.svg', '/openapi/users.yaml']),
  };
}

/** What the check says of a page with this body. */
function faultsOf(body: string, others?: Record<string, string>): Fault[] {
  return checkSite(siteWith(body, others), origin);
}

function assertFault(body: string, link: string, reason: string) {
  assert.deepEqual(faultsOf(body), [{ page: '/guide/', link, reason }]);
}

test('Links that lead somewhere are no faults', () => {
  const body = `
    <a href="/other/">page</a> <a href="../other/#part">relative, with a fragment</a> <a href="/other/#old">name</a>
    <a href="#here">here</a> <p id="here"></p> <a href="#">top</a> <a href="/other/#top">top of a page</a>
    <a href="/other/?from=guide">query</a> <a href="${origin}/other/#part">by its full address</a>
    <a href="/openapi/users.yaml">file</a> <a href="https://elsewhere.example.org/">outward</a>
    <a href="${origin}.org/other">another host</a> <a href="${origin}:8443/other">another port</a>
    <a href="mailto:support@example.com">mail</a> <link rel="icon" href="/favicon.svg">
    <img src="/favicon.svg" srcset="/favicon.svg 1x, /favicon.svg 2x"> <img src="data:image/gif;base64,R0lGOD">`;
  assert.deepEqual(faultsOf(body), []);
});

test('A link to no page is a fault, with the nearest page', () => {
  assertFault('<a href="/othr/">x</a>', '/othr/ (a[href])', 'there is no such page; did you mean /other/?');
});

test('A link to a page that resembles none is a fault without a suggestion', () => {
  assertFault('<a href="/zzzzzzzzzz/">x</a>', '/zzzzzzzzzz/ (a[href])', 'there is no such page.');
});

test('A link to the not-found page is a fault: it stands for no address', () => {
  assert.match(faultsOf('<a href="/404/">x</a>')[0]?.reason ?? '', /^there is no such page/);
});

test('A link without the trailing slash is a fault, with the address to write', () => {
  assertFault(
    '<a href="/other#part">x</a>',
    '/other#part (a[href])',
    'the address is /other/, with a slash at its end.',
  );
});

test('A link to a fragment that no element has is a fault, with the nearest id', () => {
  assertFault(
    '<a href="/other/#prt">x</a>',
    '/other/#prt (a[href])',
    '/other/ has no element with the id "prt"; did you mean #part?',
  );
});

test('A fragment of the page itself is checked too', () => {
  assertFault(
    '<a href="#nowhere">x</a>',
    '#nowhere (a[href])',
    '/guide/ has no element with the id "nowhere".',
  );
});

test('Fragments are compared as they read, not as they are encoded', () => {
  assert.deepEqual(faultsOf('<p id="a b"></p><a href="#a%20b">x</a>'), []);
});

test('A link whose full address begins with the origin of the site is checked as an internal one', () => {
  assertFault(
    `<a href="${origin}/othr/">x</a>`,
    `${origin}/othr/ (a[href])`,
    'there is no such page; did you mean /other/?',
  );
});

test('An empty link is a fault', () => {
  assertFault('<a href="">x</a>', ' (a[href])', 'the link is empty; give it a target.');
});

test('A link of an unknown scheme is a fault', () => {
  assertFault(
    '<a href="javascript:alert(1)">x</a>',
    'javascript:alert(1) (a[href])',
    'unknown scheme; write a path or an https address.',
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
  ['<astro-island component-url="/missing"></astro-island>', 'astro-island[component-url]'],
  ['<astro-island renderer-url="/missing"></astro-island>', 'astro-island[renderer-url]'],
] as const) {
  test(`A file that ${from} names and the site lacks is a fault`, () => {
    assertFault(element, `/missing (${from})`, 'there is no such file in the built site.');
  });
}

test('Every candidate of a srcset is looked for', () => {
  const faults = faultsOf('<img srcset="/one.png 1x, /favicon.svg 2x,/two.png 3x">');
  assert.deepEqual(
    faults.map(({ link }) => link),
    ['/one.png (img[srcset])', '/two.png (img[srcset])'],
  );
});

test('An asset of another origin is a fault, a link to another origin is none', () => {
  assertFault(
    '<script src="https://cdn.example.org/x.js"></script><a href="https://cdn.example.org/">x</a>',
    'https://cdn.example.org/x.js (script[src])',
    'loads from another origin; keep the file in public/.',
  );
});

test("A canonical address that is not the page's own is a fault, on every page but the not-found page", () => {
  const wrong = html('/guide/', '').replace('/guide/">', '/other/">');
  assert.deepEqual(faultsOf('', { 'guide/index.html': wrong }), [
    {
      page: '/guide/',
      link: `${origin}/other/ (link[rel=canonical])`,
      reason: `the canonical address is ${origin}/guide/.`,
    },
  ]);
});

test('A page without a canonical address is a fault', () => {
  const [fault] = faultsOf('', { 'guide/index.html': '<title>Guide</title>' });
  assert.equal(fault?.link, 'none (link[rel=canonical])');
});

test('Two pages of one title are a fault of the second', () => {
  assert.deepEqual(faultsOf('', { 'more/index.html': html('/more/', '', 'About /guide/') }), [
    { page: '/more/', link: '(title)', reason: '"About /guide/" is already the title of /guide/.' },
  ]);
});

test('A page is read with its address, its title, its ids and what it loads', () => {
  const page = readPage(
    'guide/index.html',
    '/base',
    html('/guide/', '<p id="a"><svg><title>Icon</title></svg></p>'),
  );
  assert.equal(page.address, '/base/guide/');
  assert.equal(page.title, 'About /guide/');
  assert.deepEqual([...page.ids], ['a']);
  assert.equal(page.canonical, `${origin}/guide/`);
  assert.equal(readPage('index.html', '', '').address, '/');
  for (const file of ['404.html', '500.html']) assert.equal(readPage(file, '', '').errorPage, true);
});

test('The message names page, link and reason, and a fault of every page only once', () => {
  const link = '/othr/ (a[href])';
  const reason = 'there is no such page.';
  const faults = ['/a/', '/b/', '/c/'].map((page) => ({ page, link, reason }));
  assert.equal(
    describeFaults([...faults, { page: '/a/', link: ' (a[href])', reason: 'the link is empty.' }]),
    '2 links lead nowhere:\n' +
      '  /a/ and 2 more\n    /othr/ (a[href])\n      there is no such page.\n' +
      '  /a/\n     (a[href])\n      the link is empty.',
  );
  assert.match(describeFaults(faults), /^1 link leads nowhere:\n/);
});

test('An address that begins with two slashes leaves the site', () => {
  assert.deepEqual(faultsOf('<a href="//elsewhere.example.org/none/">x</a>'), []);
  assertFault(
    '<script src="//cdn.example.org/favicon.svg"></script>',
    '//cdn.example.org/favicon.svg (script[src])',
    'loads from another origin; keep the file in public/.',
  );
});

test('A link with a broken escape is a fault of its page, not the end of the check', () => {
  assert.equal(faultsOf('<a href="/100%/">x</a>')[0]?.link, '/100%/ (a[href])');
  assert.equal(faultsOf('<a href="#50%">x</a>')[0]?.link, '#50% (a[href])');
});

test('A fault says where its link was written, and asks for it without the path that the site is served below', () => {
  const asked: string[][] = [];
  const site = { ...siteWith('<a href="/docs/othr/">x</a>'), base: '/docs' };
  const [fault] = checkSite(site, origin, (...link) => {
    asked.push(link);
    return 'src/content/docs/guide.md:6';
  });
  assert.deepEqual(asked, [['guide/index.html', '/othr/']]);
  assert.equal(fault?.source, 'src/content/docs/guide.md:6');
  assert.match(
    describeFaults([fault]),
    /\n {6}there is no such page\S.*\n {6}It stands in src\/content\/docs\/guide\.md:6\.$/,
  );
});

test('A link is found in the page itself, or else in what pages share', () => {
  const sources = new SourceFinder(projectRoot);
  const [page = '', line] = sources.find('index.html', '/account-information/')?.split(':') ?? [];
  assert.equal(page, 'src/content/docs/index.mdx');
  assert.ok(Number(line) > 5);
  assert.match(sources.find('webhooks/index.html', '/sequencing/') ?? '', /^src\/config\/sections\.ts:\d+$/);
  assert.equal(sources.find('webhooks/index.html', '/no-such-page/'), undefined);
  assert.equal(sources.find('webhooks/index.html', '/categorizatio'), undefined, 'a part of a link is none');
});
