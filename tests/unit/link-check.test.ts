import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { linksInFile } from '../../src/checks/links-in-files.ts';
import { checkLinks, targetsOf } from '../../src/checks/links.ts';
import { finishStep, outputStep } from '../../src/integrations/output.ts';
import { readPage } from '../../src/shared/read-page.ts';
import { testFolder } from '../support/test-folder.ts';

const origin = 'https://docs.example.com';

/** The link check's message about a site that has this body at /guide/, and also /other/, an image, and a document. */
function messageAbout(body: string, others: Record<string, string> = {}): string {
  const files: Record<string, string> = {
    'guide/index.html': body,
    'other/index.html': '<h2 id="part">Part</h2><a name="old">Old</a>',
    '404.html': `<link rel="canonical" href="${origin}/404/"><a href="/guide/">Guide</a>`,
    ...others,
  };
  const all = Object.entries(files);
  const pages = all.flatMap(([file, text]) => (file.endsWith('.html') ? readPage('', file, text) : []));
  const sources = all.map(([file, text]) => ({ url: `/${file}`, links: linksInFile(file, () => text) }));
  const urls = [...Object.keys(files).map((file) => `/${file}`), '/favicon.svg', '/openapi/users.yaml'];
  try {
    checkLinks(targetsOf(origin, pages, urls), [...pages, ...sources]);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

test('Working links of every kind pass', () => {
  const body = `
    <a href="/other/">page</a> <a href="/other/#part">with a fragment</a> <a href="/other/#old">name</a>
    <a href="#here">here</a> <p id="here"></p> <a href="#">top</a> <a href="/other/#top">top of a page</a>
    <a href="/other/?from=guide">query</a> <a href="${origin}/other/#part">by its full address</a>
    <p id="a b"></p><a href="#a%20b">encoded</a>
    <a href="/openapi/users.yaml">file</a> <a href="https://elsewhere.example.org/">outward</a>
    <a href="${origin}.org/other">another host</a> <a href="${origin}:8443/other">another port</a>
    <a href="mailto:support@example.com">mail</a> <link rel="icon" href="/favicon.svg">
    <img src="/favicon.svg" srcset="/favicon.svg 1x, /favicon.svg 2x"> <img src="data:image/gif;base64,R0lGOD">
    <iframe src="/other/#part"></iframe> <object data="/favicon.svg"></object> <svg><use href="#here"/></svg>
    <style>p { background: url("/favicon.svg") }</style> <p style="mask: url(data:image/gif;base64,R0lGOD)"></p>
    <meta http-equiv="refresh" content="0;url=/other/#part"> <meta property="og:image" content="${origin}/favicon.svg">`;
  const others = {
    '_astro/layout.css': '@import "print.css"; p { background: url(../favicon.svg); filter: url(#a) }',
    '_astro/print.css': '',
    'manifest.webmanifest': '{ "icons": [{ "src": "favicon.svg" }] }',
    'scalar/users.json': '{ "tags": [{ "description": "See [other](/other/#part)." }] }',
  };
  assert.equal(messageAbout(body, others), '');
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
  ['A relative link', '<a href="../other/">x</a>', 'begin the path with a slash: /other/.'],
  ['A link to no heading that begins with a capital', '<a href="/other/#Part">x</a>', 'did you mean #part?'],
  ['A map to no page', '<area href="/othr/">', noPage],
  ['A frame with no page', '<iframe src="/othr/"></iframe>', noPage],
  ['A frame of another origin', '<iframe src="https://video.example.org/"></iframe>', foreign],
  ['A missing object', '<object data="/missing.svg"></object>', noPage],
  ['A missing poster', '<video poster="/missing.webp"></video>', 'no such file'],
  ['A missing subtitle file', '<video><track src="/missing.vtt"></video>', 'no such file'],
  ['A missing symbol', '<svg><use href="#missing"></use></svg>', 'no element with this ID'],
  ['A missing picture in a drawing', '<svg><image href="/missing.png"></image></svg>', 'no such file'],
  ['A missing file in a style attribute', '<p style="background: url(/missing.png)"></p>', 'no such file'],
  ['A missing file in a style', '<style>p { background: url("/missing.png") }</style>', 'no such file'],
  ['A redirect to no page', '<meta http-equiv="refresh" content="0;url=/othr/">', noPage],
  ['A missing preview', `<meta property="og:image" content="${origin}/missing.png">`, 'no such file'],
] as const)
  test(`${what} is an error`, () => {
    const message = messageAbout(element);
    assert.match(message, /^Broken links in the built site \(1\):\n {2}\S* on \/guide\/: .*$/);
    assert.ok(message.includes(reason), message);
  });

for (const [file, text, target] of [
  ['_astro/layout.css', '@font-face { font-family: a; src: url("./a.woff2") }', './a.woff2'],
  ['_astro/layout.css', 'p { background: image-set("/two.png" 2x) }', '/two.png'],
  ['_astro/layout.css', '@import "/missing.css";', '/missing.css'],
  ['manifest.webmanifest', '{ "icons": [{ "src": "missing.png" }] }', 'missing.png'],
  ['scalar/users.json', '{ "tags": [{ "description": "See [other](/othr/)." }] }', '/othr/'],
  ['scalar/users.json', '{ "info": { "description": "See [other].\\n\\n[other]: /othr/" } }', '/othr/'],
] as const)
  test(`${target} in ${text} of ${file} is an error`, () => {
    const message = messageAbout('', { [file]: text });
    assert.ok(message.includes(`(1):\n  ${target} on /${file}: no such `), message);
  });

test('A broken link on several pages is listed once; a fragment is checked on each page', () => {
  const shared = '<a href="/othr/">x</a>';
  assert.match(messageAbout(shared, { 'more/index.html': shared }), /\(1\):\n.* on \/guide\/ and 1 more:/);
  const relative = '<a href="#here">x</a>';
  const message = messageAbout(`<p id="here"></p>${relative}`, { 'more/index.html': relative });
  assert.match(message, /\(1\):\n.* on \/more\/:/);
});

test('A dead link that only a layout contains stops the build', async (t) => {
  const folder = testFolder(t);
  const footer = '<footer><a href="/webhook/">Webhooks</a></footer>';
  const html = `<html lang="en"><title>A</title><main data-pagefind-body>A</main>${footer}`;
  writeFileSync(join(folder, 'index.html'), html);
  const dir = pathToFileURL(`${folder}/`);
  const options = { config: { base: '/', site: origin, root: dir }, dir, logger: console } as never;
  const { hooks } = outputStep();
  await hooks['astro:config:done']?.(options);
  await hooks['astro:build:done']?.(options);
  await assert.rejects(async () => finishStep().hooks['astro:build:done']?.(options), /\/webhook\//);
});
