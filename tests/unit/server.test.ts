import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ServedFolder } from '../support/served-folder.ts';

const long = 'A text that is long enough to be worth compressing. '.repeat(40);

const files: Record<string, string> = {
  'index.html': '<h1>Home</h1>',
  'webhooks/index.html': `<h1>Webhooks</h1>${long}`,
  '404.html': `<h1>Page not found</h1>${long}`,
  'openapi/users.yaml': `openapi: 3.1.0 # ${long}`,
  'openapi/users.json': JSON.stringify({ openapi: '3.1.0', text: long }),
  '_astro/page.B3sWyS9n.js': `export const text = '${long}'`,
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

let site: ServedFolder;

before(async () => {
  site = await ServedFolder.start(files);
});

after(() => site.close());

test('A page is served with and without the slash at its end', async () => {
  for (const path of ['/webhooks/', '/webhooks', '/webhooks/?from=mail']) {
    const { status, headers, body } = await site.get(path);
    assert.equal(status, 200, path);
    assert.equal(body.toString(), files['webhooks/index.html']);
    assert.match(headers['content-type'] ?? '', /^text\/html; ?charset=utf-8$/);
  }
});

test('The home page is served at the root', async () => {
  const { status, body } = await site.get('/');
  assert.equal(status, 200);
  assert.equal(body.toString(), files['index.html']);
});

for (const path of [
  '/webhook/',
  '/webhooks/none',
  '/none.json',
  '/openapi/',
  '/../package.json',
  '/%E0%A4%A',
  '/a//b',
]) {
  test(`The unknown path ${path} gets the not-found page with status 404`, async () => {
    const { status, headers, body } = await site.get(path);
    assert.equal(status, 404);
    assert.equal(body.toString(), files['404.html']);
    assert.match(headers['content-type'] ?? '', /^text\/html; ?charset=utf-8$/);
    assert.equal(headers['cache-control'], 'no-cache');
  });
}

test('Contracts come with the types that tools expect', async () => {
  assert.equal(
    (await site.get('/openapi/users.yaml')).headers['content-type'],
    'application/yaml; charset=utf-8',
  );
  assert.match((await site.get('/openapi/users.json')).headers['content-type'] ?? '', /^application\/json\b/);
  assert.match((await site.get('/favicon.svg')).headers['content-type'] ?? '', /^image\/svg\+xml\b/);
});

test('Files with a hash in their name are cached for a year; all others are revalidated', async () => {
  const immutable = 'public, max-age=31536000, immutable';
  assert.equal((await site.get('/_astro/page.B3sWyS9n.js')).headers['cache-control'], immutable);
  for (const path of ['/', '/webhooks/', '/openapi/users.yaml', '/favicon.svg']) {
    assert.equal((await site.get(path)).headers['cache-control'], 'no-cache', path);
  }
});

for (const header of ['sec-purpose', 'purpose']) {
  test(`A prefetched page (${header}) serves the click for a minute, from the browser's own cache`, async () => {
    const ahead = { [header]: 'prefetch' };
    const first = await site.get('/webhooks/', ahead);
    assert.equal(first.headers['cache-control'], 'private, max-age=60');
    const known = { 'if-none-match': first.headers.etag! };
    const again = await site.get('/webhooks/', { ...ahead, ...known });
    assert.equal(again.status, 304);
    assert.equal(again.headers['cache-control'], 'private, max-age=60');
    // An ordinary visit restores the usual rule.
    assert.equal((await site.get('/webhooks/', known)).headers['cache-control'], 'no-cache');
    assert.equal((await site.get('/webhook/', ahead)).headers['cache-control'], 'no-cache');
  });
}

test('A file that has not changed is not sent again', async () => {
  const { etag } = (await site.get('/openapi/users.yaml')).headers;
  assert.ok(etag);
  const { status, body } = await site.get('/openapi/users.yaml', { 'if-none-match': etag });
  assert.equal(status, 304);
  assert.equal(body.length, 0);
});

test('Types are not guessed from the content', async () => {
  assert.equal((await site.get('/openapi/users.json')).headers['x-content-type-options'], 'nosniff');
});

for (const [encoding, decompress] of [
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const) {
  test(`Text is sent as ${encoding} to clients that accept it, with its own type`, async () => {
    for (const [path, type] of [
      ['/webhooks/', 'text/html'],
      ['/openapi/users.yaml', 'application/yaml'],
      ['/_astro/page.B3sWyS9n.js', 'text/javascript'],
      ['/404.html', 'text/html'],
      ['/unknown/', 'text/html'],
    ] as const) {
      const { headers, body } = await site.get(path, { 'accept-encoding': encoding });
      const file = path === '/unknown/' ? '/404.html' : path.replace(/\/$/, '/index.html');
      assert.equal(headers['content-encoding'], encoding, path);
      assert.ok(headers['content-type']?.startsWith(type), headers['content-type']);
      assert.match(headers['vary'] ?? '', /accept-encoding/i);
      assert.equal(decompress(body).toString(), files[file.slice(1)]);
      assert.ok(body.length < long.length / 4);
    }
  });
}

test('Clients that accept no compression get the file as it is', async () => {
  const { headers, body } = await site.get('/openapi/users.yaml');
  assert.equal(headers['content-encoding'], undefined);
  assert.equal(body.toString(), files['openapi/users.yaml']);
});

test('A rebuild under the server shows at once: files removed, added and changed', async () => {
  site.remove('favicon.svg');
  assert.equal((await site.get('/favicon.svg')).status, 404);
  site.write('new.txt', 'New');
  assert.equal((await site.get('/new.txt')).body.toString(), 'New');
  site.write('new.txt', 'Now it is longer');
  assert.equal((await site.get('/new.txt')).body.toString(), 'Now it is longer');
  site.remove('new.txt');
  assert.equal((await site.get('/new.txt')).status, 404);
});
