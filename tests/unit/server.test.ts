import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { precompress } from '../../src/server/precompress.ts';
import { createSiteServer } from '../../src/server/server.ts';

const long = 'A text that is long enough to be worth compressing. '.repeat(40);

const files: Record<string, string> = {
  'index.html': '<h1>Home</h1>',
  'webhooks/index.html': `<h1>Webhooks</h1>${long}`,
  '404.html': `<h1>Page not found</h1>${long}`,
  'openapi/users.yaml': `openapi: 3.1.1 # ${long}`,
  'openapi/users.json': JSON.stringify({ openapi: '3.1.1', text: long }),
  '_astro/page.B3sWyS9n.js': `export const text = '${long}'`,
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

const folder = mkdtempSync(join(tmpdir(), 'site-'));
let server: Server;

before(async () => {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  await precompress(folder);
  server = createSiteServer(folder);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

after(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** Asks for a path exactly as it is written; `fetch` would tidy it up and decompress the answer. */
async function get(path: string, headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers }, resolve).on('error', reject).end();
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

test('A page is served with and without the slash at its end', async () => {
  for (const path of ['/webhooks/', '/webhooks', '/webhooks/?from=mail']) {
    const { status, headers, body } = await get(path);
    assert.equal(status, 200, path);
    assert.equal(body.toString(), files['webhooks/index.html']);
    assert.match(headers['content-type'] ?? '', /^text\/html; ?charset=utf-8$/);
  }
});

test('The home page is served at the root', async () => {
  const { status, body } = await get('/');
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
    const { status, headers, body } = await get(path);
    assert.equal(status, 404);
    assert.equal(body.toString(), files['404.html']);
    assert.match(headers['content-type'] ?? '', /^text\/html; ?charset=utf-8$/);
    assert.equal(headers['cache-control'], 'no-cache');
  });
}

test('Contracts come with the types that tools expect', async () => {
  assert.equal((await get('/openapi/users.yaml')).headers['content-type'], 'application/yaml; charset=utf-8');
  assert.match((await get('/openapi/users.json')).headers['content-type'] ?? '', /^application\/json\b/);
  assert.match((await get('/favicon.svg')).headers['content-type'] ?? '', /^image\/svg\+xml\b/);
});

test('Files with a hash in their name are kept for a year, all others are asked for again', async () => {
  const immutable = 'public, max-age=31536000, immutable';
  assert.equal((await get('/_astro/page.B3sWyS9n.js')).headers['cache-control'], immutable);
  for (const path of ['/', '/webhooks/', '/openapi/users.yaml', '/favicon.svg']) {
    assert.equal((await get(path)).headers['cache-control'], 'no-cache', path);
  }
});

for (const header of ['sec-purpose', 'purpose']) {
  test(`A page fetched ahead (${header}) serves the click for a minute, in the reader's own cache`, async () => {
    const ahead = { [header]: 'prefetch' };
    const first = await get('/webhooks/', ahead);
    assert.equal(first.headers['cache-control'], 'private, max-age=60');
    const known = { 'if-none-match': first.headers.etag! };
    const again = await get('/webhooks/', { ...ahead, ...known });
    assert.equal(again.status, 304);
    assert.equal(again.headers['cache-control'], 'private, max-age=60');
    // The next visit of its own accord ends it.
    assert.equal((await get('/webhooks/', known)).headers['cache-control'], 'no-cache');
    assert.equal((await get('/webhook/', ahead)).headers['cache-control'], 'no-cache');
  });
}

test('A file that has not changed is not sent again', async () => {
  const { etag } = (await get('/openapi/users.yaml')).headers;
  assert.ok(etag);
  const { status, body } = await get('/openapi/users.yaml', { 'if-none-match': etag });
  assert.equal(status, 304);
  assert.equal(body.length, 0);
});

test('Types are not guessed from the content', async () => {
  assert.equal((await get('/openapi/users.json')).headers['x-content-type-options'], 'nosniff');
});

for (const [encoding, decompress] of [
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const) {
  test(`Text is sent as ${encoding} to those who take it, under its own type`, async () => {
    for (const [path, type] of [
      ['/webhooks/', 'text/html'],
      ['/openapi/users.yaml', 'application/yaml'],
      ['/_astro/page.B3sWyS9n.js', 'text/javascript'],
      ['/404.html', 'text/html'],
      ['/unknown/', 'text/html'],
    ] as const) {
      const { headers, body } = await get(path, { 'accept-encoding': encoding });
      const file = path === '/unknown/' ? '/404.html' : path.replace(/\/$/, '/index.html');
      assert.equal(headers['content-encoding'], encoding, path);
      assert.ok(headers['content-type']?.startsWith(type), headers['content-type']);
      assert.match(headers['vary'] ?? '', /accept-encoding/i);
      assert.equal(decompress(body).toString(), files[file.slice(1)]);
      assert.ok(body.length < long.length / 4);
    }
  });
}

test('Those who take no compression get the file as it is', async () => {
  const { headers, body } = await get('/openapi/users.yaml');
  assert.equal(headers['content-encoding'], undefined);
  assert.equal(body.toString(), files['openapi/users.yaml']);
});

test('A build that runs under the server shows at once: files removed, added and changed', async () => {
  rmSync(join(folder, 'favicon.svg'));
  assert.equal((await get('/favicon.svg')).status, 404);
  writeFileSync(join(folder, 'new.txt'), 'New');
  assert.equal((await get('/new.txt')).body.toString(), 'New');
  writeFileSync(join(folder, 'new.txt'), 'Now it is longer');
  assert.equal((await get('/new.txt')).body.toString(), 'Now it is longer');
  rmSync(join(folder, 'new.txt'));
  assert.equal((await get('/new.txt')).status, 404);
});
