import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkLinks } from '../../src/checks/links.ts';
import { readPage } from '../../src/shared/read-page.ts';

const origin = 'https://developer.example.com';

/** The link check's message about a site that has this body at /guide/, and also /other/, an image, and a document. */
function messageAbout(body: string, others: Record<string, string> = {}): string {
  const files: Record<string, string> = {
    'guide/index.html': body,
    'other/index.html': '<h2 id="part">Part</h2><a name="old">Old</a>',
    '404.html': `<link rel="canonical" href="${origin}/404/"><a href="/guide/">Guide</a>`,
    ...others,
  };
  const pages = Object.entries(files).map(([file, text]) => readPage('', file, text));
  const urls = [...Object.keys(files).map((file) => `/${file}`), '/favicon.svg', '/openapi/users.yaml'];
  try {
    checkLinks(origin, pages, new Set(urls));
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

test('Working links of every kind pass', () => {
  const body = `
    <a href="/other/">page</a> <a href="../other/#part">relative, with a fragment</a> <a href="/other/#old">name</a>
    <a href="#here">here</a> <p id="here"></p> <a href="#">top</a> <a href="/other/#top">top of a page</a>
    <a href="/other/?from=guide">query</a> <a href="${origin}/other/#part">by its full address</a>
    <p id="a b"></p><a href="#a%20b">encoded</a>
    <a href="/openapi/users.yaml">file</a> <a href="https://elsewhere.example.org/">outward</a>
    <a href="${origin}.org/other">another host</a> <a href="${origin}:8443/other">another port</a>
    <a href="mailto:support@example.com">mail</a> <link rel="icon" href="/favicon.svg">
    <img src="/favicon.svg" srcset="/favicon.svg 1x, /favicon.svg 2x"> <img src="data:image/gif;base64,R0lGOD">`;
  assert.equal(messageAbout(body), '');
});

const noPage = 'no such page';
const foreign = 'loads from another origin; keep the file in public/.';

for (const [what, element, reason] of [
  ['A link to no page', '<a href="/othr/">x</a>', `${noPage}; did you mean /other/?`],
  ['A link to the not-found page, which has no URL,', '<a href="/404/">x</a>', noPage],
  ['A link without its slash', '<a href="/other#part">x</a>', 'write /other/, with a trailing slash.'],
  ['A link to no heading', '<a href="/other/#prt">x</a>', 'no element with this ID; did you mean #part?'],
  ['An empty link', '<a href="">x</a>', 'the link is empty'],
  ['A mail link without an address', '<a href="mailto:">x</a>', 'the link is empty'],
  ['A script as a link', '<a href="javascript:alert(1)">x</a>', 'unknown scheme'],
  ['A link with two slashes', '<a href="//webhooks/events/">x</a>', 'begins with two slashes'],
  ['A link with a percent sign', '<a href="/100%/">x</a>', 'a percent sign must be written as %25.'],
  ['A missing picture', '<img src="/missing">', 'no such file'],
  ['A missing candidate', '<img srcset="/favicon.svg 1x,/two.png 3x">', 'no such file'],
  ['A script of another origin', '<script src="https://cdn.example.org/x.js"></script>', foreign],
] as const)
  test(`${what} is an error`, () => {
    const message = messageAbout(element);
    assert.match(message, /^Broken links in the built site \(1\):\n {2}\S* on \/guide\/: .*$/);
    assert.ok(message.includes(reason), message);
  });

test('A broken link on several pages is listed once; a relative link is checked on each page', () => {
  const shared = '<a href="/othr/">x</a>';
  assert.match(messageAbout(shared, { 'more/index.html': shared }), /\(1\):\n.* on \/guide\/ and 1 more:/);
  const relative = '<a href="#here">x</a>';
  assert.match(
    messageAbout(`<p id="here"></p>${relative}`, { 'more/index.html': relative }),
    /\(1\):\n.* on \/more\/:/,
  );
});
