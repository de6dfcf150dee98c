import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { platform } from 'node:os';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServedFolder } from '../support/served-folder.ts';

const text = Array.from({ length: 100 }, (_, index) => String(index % 10)).join('');

/** Too large for the buffers of a connection, so a download of it can be broken off. */
const large = Buffer.alloc(16 * 1024 * 1024, 'x');

let site: ServedFolder;

before(async () => {
  site = await ServedFolder.start({
    'index.html': '<h1>Home</h1>',
    '404.html': '<h1>Page not found</h1>',
    'hundred.txt': text,
    'empty.txt': '',
    'large.bin': large,
  });
});

after(() => site.close());

for (const [range, from, to] of [
  ['bytes=0-9', 0, 9],
  ['bytes=50-', 50, 99],
  ['bytes=-50', 50, 99],
  ['bytes=99-99', 99, 99],
  ['bytes=90-100000', 90, 99],
] as const) {
  test(`Range: ${range} gets bytes ${from} to ${to} of 100`, async () => {
    const { status, headers, body } = await site.get('/hundred.txt', { range });
    assert.equal(status, 206);
    assert.equal(headers['content-range'], `bytes ${from}-${to}/100`);
    assert.equal(headers['content-length'], String(to - from + 1));
    assert.equal(body.toString(), text.slice(from, to + 1));
  });
}

for (const range of ['bytes=100-', 'bytes=100-200', 'bytes=50-10', 'bytes=-0', `bytes=${'9'.repeat(400)}-`]) {
  test(`Range: ${range.slice(0, 20)} can't be satisfied and gets status 416 with the size`, async () => {
    const { status, headers } = await site.get('/hundred.txt', { range });
    assert.equal(status, 416);
    assert.equal(headers['content-range'], 'bytes */100');
    assert.equal(headers['cache-control'], 'no-cache');
  });
}

for (const range of [
  'bytes=-100000',
  'bytes=0-1,5-6',
  'bytes=0-1,50-10',
  'bytes=',
  'bytes=-',
  'bytes=50',
  'bytes=a-b',
  'bytes=1.5-3',
  'bytes=-5-9',
  'bytes= 0-9 ',
  'lines=1-2',
  '0-9',
  '',
]) {
  test(`Range: "${range}" gets the whole file`, async () => {
    const { status, headers, body } = await site.get('/hundred.txt', { range });
    assert.equal(status, 200);
    assert.equal(headers['content-range'], undefined);
    assert.equal(body.toString(), text);
  });
}

test('The last bytes of an empty file are the whole file; its first byte does not exist', async () => {
  assert.equal((await site.get('/empty.txt', { range: 'bytes=-5' })).status, 200);
  assert.equal((await site.get('/empty.txt', { range: 'bytes=0-0' })).status, 416);
});

test('The not-found page is sent whole, whatever range is requested', async () => {
  const { status, body } = await site.get('/unknown/', { range: 'bytes=0-3' });
  assert.equal(status, 404);
  assert.equal(body.toString(), '<h1>Page not found</h1>');
});

test('A download resumes only from the same file (If-Range)', async () => {
  const { headers } = await site.get('/hundred.txt');
  const range = 'bytes=50-';
  const resume = async (ifRange: string) =>
    (await site.get('/hundred.txt', { range, 'if-range': ifRange })).status;
  assert.equal(await resume(headers['last-modified']!), 206);
  assert.equal(await resume('Mon, 01 Jan 2001 00:00:00 GMT'), 200);
  assert.equal(await resume('"another"'), 200);
  // A weak ETag may not vouch for single bytes (RFC 9110, 13.1.5).
  assert.match(headers.etag!, /^W\//);
  assert.equal(await resume(headers.etag!), 200);
  assert.equal(await resume('no date'), 200);
});

test('Downloads that are broken off leave no file open', { skip: platform() !== 'linux' }, async () => {
  assert.ok(existsSync('/proc/self/fd'));
  const descriptors = () => readdirSync('/proc/self/fd').length;
  const before = descriptors();
  for (let round = 0; round < 10; round++) {
    const downloads = await Promise.all(Array.from({ length: 10 }, () => site.open('/large.bin')));
    for (const download of downloads) download.destroy();
  }
  // Closing a file takes the server a moment.
  for (let wait = 0; wait < 100 && descriptors() > before; wait++) await sleep(20);
  assert.ok(descriptors() <= before, `${descriptors() - before} descriptors are still open`);
});

test('When a file shrinks while it is sent, the next response is not sent as the rest of it', async () => {
  site.write('shrinking.bin', large);
  const socket = connect(site.port, '127.0.0.1').pause();
  for (const path of ['/shrinking.bin', '/hundred.txt']) {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  }
  await once(socket, 'readable');
  site.write('shrinking.bin', 'short');
  let received = '';
  socket.on('error', () => undefined).on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  await new Promise((resolve) => socket.once('close', resolve));
  assert.equal(received.match(/HTTP\/1\.1 200 OK/g)?.length, 1);
  assert.equal((await site.get('/hundred.txt')).body.toString(), text);
});
