import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { get as httpGet, request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { factsFile, type SiteFacts } from '../../src/hosting/site-facts.ts';
import { ownServer } from '../support/hosts.ts';
import { projectRoot } from '../support/project-copy.ts';

/* `npm run serve` over a small site. `tests/hosts` compares what it sends with nginx. */

const page = `<h1>Webhooks</h1>${'Text that is worth compressing. '.repeat(60)}`;
const facts: SiteFacts = { base: '', policy: "default-src 'none'", redirects: {} };

const folder = mkdtempSync(join(tmpdir(), 'served-'));
const started: ChildProcess[] = [];
after(() => {
  for (const server of started) server.kill();
  rmSync(folder, { recursive: true });
});

function write(file: string, content: string) {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/**
 * Starts the command and returns what it prints until it serves the site or ends.
 *
 * @param preload - Code that runs before the command.
 */
async function serve(port: string, { host = '', preload = '' } = {}): Promise<string> {
  const options = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`];
  const server = spawn(process.execPath, [...options, join(projectRoot, 'src/scripts/serve.ts')], {
    cwd: folder,
    env: { ...process.env, PORT: port, HOST: host },
  });
  started.push(server);
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(server, 'close');
  while (!output.includes('http:') && server.exitCode === null)
    await Promise.race([once(server.stdout, 'data'), ended]);
  return output;
}

/** Requests a page without decompressing it, as `fetch` would. */
function get(url: string, encoding: string): Promise<{ encoding: string | undefined; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': encoding } }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      resolve({ encoding: response.headers['content-encoding'], body });
    })
      .on('error', reject)
      .end();
  });
}

test('Without a built site, it shows the command that builds one', async () => {
  assert.match(await serve('0'), /^There is no built site .* Run `npm run build` first\.\n$/);
});

test('It prints its URL, and sends pages compressed to clients that accept it', async () => {
  write('dist/index.html', '<h1>Home</h1>');
  write('dist/webhooks/index.html', page);
  write(factsFile, JSON.stringify(facts));
  const line = await serve('0');
  const [url = ''] = /http:\/\/localhost:\d+\//.exec(line) ?? [];
  assert.equal(line, `The portal is served at ${url}\n`);
  for (const [encoding, decompress] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const response = await get(`${url}webhooks/`, `${encoding}, identity`);
    assert.equal(response.encoding, encoding);
    assert.equal(decompress(response.body).toString(), page);
  }
  assert.equal((await get(`${url}webhooks/`, 'identity')).body.toString(), page);
});

test('A port that is taken is named in one line, with the way to choose another', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  assert.match(await serve(String(port)), new RegExp(`^[^\n]*:${port}\\. Choose .* PORT=8080 npm start\\n$`));
  other.close();
});

test('It listens on this machine only, unless HOST is set', async () => {
  const portOf = (line: string) => Number(/:(\d+)\/$/m.exec(line)![1]);
  const port = portOf(await serve('0'));
  for (const name of ['127.0.0.1', 'localhost'])
    assert.equal((await fetch(`http://${name}:${port}/`)).status, 200);
  await assert.rejects(fetch(`http://127.0.0.2:${port}/`), TypeError);
  const line = await serve('0', { host: '127.0.0.2' });
  assert.match(line, /^The portal is served at http:\/\/127\.0\.0\.2:\d+\/$/m);
  assert.equal((await fetch(`http://127.0.0.2:${portOf(line)}/`)).status, 200);
});

test('It serves a folder that is read-only, and says that files stay as they are', async () => {
  write('dist/events/index.html', page);
  const preload = `
    import fs from 'node:fs/promises';
    import { syncBuiltinESMExports } from 'node:module';
    fs.writeFile = async () => { throw Object.assign(new Error('EROFS: read-only'), { code: 'EROFS' }); };
    syncBuiltinESMExports();
  `;
  const output = await serve('0', { preload });
  assert.match(output, /^dist\/ is read-only, .*\n/);
  const url = /http:\S+/.exec(output)?.[0] ?? '';
  const { encoding, body } = await get(`${url}events/`, 'br');
  assert.equal(`${encoding} ${body.toString()}`, `undefined ${page}`);
});

/** Requests a path exactly as it is written. */
async function getRaw(port: number, path: string, headers: Record<string, string> = {}) {
  const [response] = (await once(httpGet({ port, path, headers, agent: false }), 'response')) as [
    IncomingMessage,
  ];
  return {
    status: response.statusCode,
    headers: response.headers,
    body: Buffer.concat(await response.toArray()),
  };
}

test('It sends ranges, and refuses those that end before they start', async (context) => {
  write('ranges/data.bin', 'x'.repeat(100) + 'y'.repeat(50));
  const { port, close } = await ownServer(facts, join(folder, 'ranges'));
  context.after(close);
  const range = (value: string) => getRaw(port, '/data.bin', { range: `bytes=${value}` });
  const refused = await range('50-10');
  assert.equal(refused.status, 416);
  assert.equal(refused.headers['content-range'], 'bytes */150');
  assert.equal(refused.headers['x-content-type-options'], 'nosniff');
  const last = await range('-50');
  assert.equal(`${last.status} ${last.body.toString()}`, `206 ${'y'.repeat(50)}`);
  assert.equal((await range('0-0')).body.toString(), 'x');
});

test('It closes the files of aborted downloads', async (context) => {
  write('downloads/large.bin', 'x'.repeat(5_000_000));
  const { port, close } = await ownServer(facts, join(folder, 'downloads'));
  context.after(close);
  const open = () => readdirSync('/dev/fd').length;
  const before = open();
  for (let count = 0; count < 300; count++) {
    const download = httpGet({ port, path: '/large.bin', agent: false }).on('error', () => undefined);
    const [response] = (await once(download, 'response')) as [IncomingMessage];
    response.destroy();
  }
  for (let tries = 0; open() > before && tries < 100; tries++) await sleep(20);
  assert.ok(open() <= before, `${open() - before} descriptors stay open`);
});

test('Headers follow the path that a request means, and a path of no file is a 404, whatever is in it', async (context) => {
  write('paths/index.html', page);
  write('paths/_astro/site.js', 'export {};');
  write('paths/404.md', '# Page not found');
  const { port, close } = await ownServer(facts, join(folder, 'paths'));
  context.after(close);
  for (const path of ['/_astro/../index.html', '/_astro/..%2findex.html', '/_astro/%2e%2e/']) {
    const { status, headers } = await getRaw(port, path);
    assert.equal(status, 200, path);
    assert.equal(headers['cache-control'], 'no-cache', path);
    assert.ok(headers['content-security-policy'], path);
  }
  assert.match((await getRaw(port, '/%5fastro/site.js')).headers['cache-control']!, /immutable/);
  const accept = { accept: 'text/markdown' };
  for (const path of ['/%e2%82%ac/', '/%0d%0aset-cookie:a/', '/%00/', '/%ff/', '//x/', 'http://localhost/x/'])
    assert.equal((await getRaw(port, path, accept)).status, 404, path);
});
