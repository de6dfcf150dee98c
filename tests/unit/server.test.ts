import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { factsFile, type SiteFacts } from '../../src/hosting/site-facts.ts';
import { projectRoot } from '../support/project-copy.ts';

/* The command `npm run serve` over a small site. `tests/hosts` compares what it sends with nginx. */

const page = `<h1>Webhooks</h1>${'Text that is worth compressing. '.repeat(60)}`;
const facts: SiteFacts = { base: '', inline: { scripts: [], styles: [] }, redirects: [] };

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

/** Starts the command and returns the first line that it prints. */
async function serve(port: string): Promise<string> {
  const server = spawn(process.execPath, [join(projectRoot, 'src/server/serve.ts')], {
    cwd: folder,
    env: { ...process.env, PORT: port },
  });
  started.push(server);
  const [line] = (await Promise.race([once(server.stdout, 'data'), once(server.stderr, 'data')])) as [Buffer];
  return line.toString();
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

test('A port that is taken or invalid is named in one line, with the way to choose another', async () => {
  const other = createServer().listen(0);
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  assert.equal(await serve(String(port)), `Port ${port} is in use. Choose another: PORT=8080 npm start\n`);
  other.close();
  assert.equal(await serve('web'), 'PORT is "web", which isn\'t a port. Choose one: PORT=8080 npm start\n');
});
