import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { precompress } from '../../src/server/precompress.ts';
import { ServedFolder } from '../support/served-folder.ts';

const text = 'A text that is long enough to be worth compressing. '.repeat(40);

let site: ServedFolder;
before(async () => {
  site = await ServedFolder.start({ 'guide/index.html': text });
});
after(() => site.close());

test('A compressed file that is older than its original is from another build and is not sent', async () => {
  const file = join(site.folder, 'guide/index.html');
  const { mtime } = statSync(file);
  utimesSync(`${file}.br`, mtime, new Date(mtime.getTime() - 1_000));
  const { headers } = await site.get('/guide/', { 'accept-encoding': 'br, gzip' });
  assert.equal(headers['content-encoding'], 'gzip');
  site.write('guide/index.html', 'Rebuilt');
  const rebuilt = await site.get('/guide/', { 'accept-encoding': 'br, gzip' });
  assert.equal(rebuilt.headers['content-encoding'], undefined);
  assert.equal(rebuilt.body.toString(), 'Rebuilt');
});

test('A file that a build replaces before its compression ends is not sent in the compressed form', async () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const file = join(site.folder, 'replaced.txt');
  site.write('replaced.txt', text);
  utimesSync(file, minutesAgo(2), minutesAgo(2));
  await precompress(site.folder);
  const before = await site.get('/replaced.txt', { 'accept-encoding': 'br' });
  assert.equal(before.headers['content-encoding'], 'br');
  site.write('replaced.txt', 'New');
  utimesSync(file, minutesAgo(1), minutesAgo(1));
  const { headers, body } = await site.get('/replaced.txt', { 'accept-encoding': 'br' });
  assert.equal(headers['content-encoding'], undefined);
  assert.equal(body.toString(), 'New');
});

test('Files that a build deletes while others are compressed are left out', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `many/${index}.txt`);
  for (const name of names) site.write(name, text);
  const compressed = precompress(site.folder);
  while (!readdirSync(join(site.folder, 'many')).some((name) => name.endsWith('.br'))) await sleep(1);
  for (const name of names) site.remove(name);
  await compressed;
  assert.equal((await site.get(`/${names[0]}`, { 'accept-encoding': 'br' })).status, 404);
});

test('A file compressed a second time keeps its ETag', async () => {
  site.write('kept.txt', text);
  const etag = async () => (await site.get('/kept.txt', { 'accept-encoding': 'br' })).headers['etag'];
  await precompress(site.folder);
  const first = await etag();
  await sleep(20);
  await precompress(site.folder);
  assert.equal(await etag(), first);
});

test('Compressed files are kept, and one whose writing broke off is written again', async () => {
  site.write('broken-off.txt', text);
  site.write('whole.txt', text);
  await precompress(site.folder);
  const [brokenOff, whole] = ['broken-off', 'whole'].map((name) => join(site.folder, `${name}.txt.gz`));
  writeFileSync(brokenOff!, 'Half');
  const { ctimeMs } = statSync(whole!);
  await precompress(site.folder);
  assert.equal(statSync(whole!).ctimeMs, ctimeMs);
  assert.equal(gunzipSync(readFileSync(brokenOff!)).toString(), text);
});
