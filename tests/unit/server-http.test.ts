import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ServedFolder } from '../support/served-folder.ts';

const text = 'A text that is long enough to be worth compressing. '.repeat(40);
const notFound = '<h1>Page not found</h1>';

let site: ServedFolder;

before(async () => {
  site = await ServedFolder.start({
    'index.html': '<h1>Home</h1>',
    'guide/index.html': text,
    'guide/part/figure.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '404.html': notFound,
    'sp ace/ü.txt': 'Named with care',
    '_astro/font.woff2': 'font',
    '.env': 'SECRET=1',
    '.well-known/security.txt': 'Contact: mailto:security@example.com',
  });
});

after(() => site.close());

for (const [accept, encoding] of [
  [undefined, undefined],
  ['', undefined],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['BR', 'br'],
  ['*', 'br'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['br;q=0', undefined],
  ['br;q=0, gzip;q=0', undefined],
  ['br;q=0.000, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['identity;q=1, br;q=0.1', undefined],
  ['xbr, gzipped', undefined],
  ['br;q=high', undefined],
  [',,;', undefined],
] as const) {
  test(`Accept-Encoding: ${accept ?? '(none)'} gets ${encoding ?? 'no compression'}`, async () => {
    const headers = accept === undefined ? {} : { 'accept-encoding': accept };
    const { status, headers: received, body } = await site.get('/guide/', headers);
    assert.equal(status, 200);
    assert.equal(received['content-encoding'], encoding);
    assert.equal(received['vary'], 'Accept-Encoding');
    assert.equal(Number(received['content-length']), body.length);
    const decode = { br: brotliDecompressSync, gzip: gunzipSync, none: (plain: Buffer) => plain };
    assert.equal(decode[encoding ?? 'none'](body).toString(), text);
  });
}

for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']) {
  test(`${method} is refused with status 405 and the methods that are allowed`, async () => {
    for (const path of ['/', '/unknown/']) {
      const { status, headers, body } = await site.get(path, {}, method);
      assert.equal(status, 405);
      assert.equal(headers['allow'], 'GET, HEAD, OPTIONS');
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(body.length, 0);
    }
  });
}

test('OPTIONS lists the methods', async () => {
  for (const path of ['/', '*']) {
    const { status, headers } = await site.get(path, {}, 'OPTIONS');
    assert.equal(status, 204);
    assert.equal(headers['allow'], 'GET, HEAD, OPTIONS');
  }
});

for (const path of ['/', '/sp%20ace/%C3%BC.txt', '/unknown/']) {
  test(`HEAD ${path} gets the headers of GET and no body, also with a range`, async () => {
    for (const headers of [{}, { 'accept-encoding': 'br' }]) {
      const get = await site.get(path, headers);
      for (const range of [{}, { range: 'bytes=0-3' }]) {
        const head = await site.get(path, { ...headers, ...range }, 'HEAD');
        assert.equal(head.status, get.status);
        assert.equal(head.body.length, 0);
        for (const each of [head, get]) delete each.headers.date;
        assert.deepEqual(head.headers, get.headers);
      }
    }
  });
}

test('Names with spaces and letters beyond ASCII are found', async () => {
  assert.equal((await site.get('/sp%20ace/%C3%BC.txt')).body.toString(), 'Named with care');
});

test('A request in the form for proxies is served', async () => {
  assert.equal((await site.get('http://localhost/')).body.toString(), '<h1>Home</h1>');
  assert.equal((await site.get('http://localhost?query')).body.toString(), '<h1>Home</h1>');
});

for (const path of [
  '/guide/part/',
  '/guide/part',
  '/guide/index.html/',
  '//',
  '//guide/',
  '/guide//',
  '/guide/.',
  '/guide/../',
  '/%2e%2e/etc/passwd',
  '/..%2f..%2fetc%2fpasswd',
  '/..%5c..%5cetc',
  '/guide%2findex.html',
  '/%00',
  '/index.html%00.txt',
  '/%',
  '/%ff',
  '/.env',
  '/guide/index.html/more',
  `/${'a'.repeat(5_000)}`,
  '/_astro/',
  '/_astro/none.js',
  '*',
]) {
  test(`${path.slice(0, 30)} gets the not-found page, which isn't cached`, async () => {
    const { status, headers, body } = await site.get(path);
    assert.equal(status, 404);
    assert.equal(body.toString(), notFound);
    assert.equal(headers['cache-control'], 'no-cache');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['etag'], undefined);
  });
}

test('The folder for well-known files is served', async () => {
  assert.equal((await site.get('/.well-known/security.txt')).status, 200);
});

test('A client whose copy is up to date gets status 304 without a body', async () => {
  const { headers } = await site.get('/');
  const { etag } = headers;
  const modified = headers['last-modified']!;
  const old = 'Mon, 01 Jan 2001 00:00:00 GMT';
  for (const [condition, status] of [
    [{ 'if-none-match': etag }, 304],
    [{ 'if-none-match': `"a", ${etag}` }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"another"' }, 200],
    [{ 'if-modified-since': modified }, 304],
    [{ 'if-modified-since': old }, 200],
    [{ 'if-modified-since': 'no date' }, 200],
    [{ 'if-none-match': '"another"', 'if-modified-since': modified }, 200],
    [{ 'if-match': '"another"' }, 412],
    [{ 'if-unmodified-since': old }, 412],
  ] as const) {
    const received = await site.get('/', condition);
    assert.equal(received.status, status, JSON.stringify(condition));
    if (status === 200) assert.equal(received.body.toString(), '<h1>Home</h1>');
    if (status === 304) assert.equal(received.body.length, 0);
    assert.equal(received.headers['cache-control'], 'no-cache');
  }
});

test('The not-found page is sent even to a client that has a copy of it', async () => {
  const { status, body } = await site.get('/unknown/', { 'if-none-match': '*' });
  assert.equal(status, 404);
  assert.equal(body.toString(), notFound);
});

test('A site without a not-found page says so in plain text', async () => {
  const bare = await ServedFolder.start({ 'index.html': 'Home' });
  try {
    const { status, headers, body } = await bare.get('/unknown/');
    assert.equal(status, 404);
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
    assert.equal(body.toString(), 'Not found\n');
  } finally {
    bare.close();
  }
});

test('A path whose file cannot be read gets status 500, and the server goes on', async (context) => {
  const logged = context.mock.method(console, 'error', () => undefined);
  mkdirSync(join(site.folder, 'loop'));
  symlinkSync('index.html', join(site.folder, 'loop/index.html'));
  assert.equal((await site.get('/loop/')).status, 500);
  assert.match(String(logged.mock.calls[0]?.arguments[0]), /GET \/loop\/ failed: ELOOP/);
  assert.equal((await site.get('/')).status, 200);
});
