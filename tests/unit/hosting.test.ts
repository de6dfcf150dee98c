import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, extname, join } from 'node:path';
import { after, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { readDeployment } from '../../src/config/deployment.ts';
import { guideGroups } from '../../src/config/sidebars.ts';
import { headersFile } from '../../src/hosting/configurations/published-files.ts';
import { contentTypes, patternOf } from '../../src/hosting/headers.ts';
import { exactRedirects, folderRedirects } from '../../src/hosting/moved-pages.ts';
import { factsFile, readFacts } from '../../src/hosting/site-facts.ts';
import { startCommand } from '../samples/support/run-command.ts';
import { ask, ownServer } from '../support/hosts.ts';
import { projectRoot } from '../support/project-copy.ts';
import { testFolder } from '../support/test-folder.ts';

/* `npm run serve` with a small site. `tests/hosts` tests all hosts with the built site. */

const page = `<h1>Webhooks</h1>${'Text that is worth compressing. '.repeat(60)}`;
const facts = { origin: 'https://example.com', base: '', policy: "default-src 'none'", redirects: {} };
const folder = testFolder();

function write(file: string, content: string) {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function writeSite() {
  for (const path of ['', 'webhooks/', 'events/']) write(`dist/${path}index.html`, page);
  write(factsFile, JSON.stringify(facts));
}

/** Starts the command. Returns the port, and the output when it serves the site or exits. */
async function serve(wanted = '0', host = '') {
  const script = join(projectRoot, 'src/scripts/serve.ts');
  const settings = { PORT: wanted, HOST: host };
  const { child: server, output, outcome } = startCommand(process.execPath, [script], folder, settings);
  after(() => server.kill());
  await Promise.race([once(server.stdout, 'data'), outcome]);
  return { server, output: output(), port: Number(/:(\d+)\/$/m.exec(output())?.[1]) };
}

test('Without a built site, the command says how to build one', async () => {
  assert.match((await serve()).output, /^No build found\. Run `npm run build` first\.\n$/);
});

test('The server prints its URL and listens only on this machine', async () => {
  writeSite();
  const { output, port } = await serve();
  assert.equal(output, `The portal is served at http://localhost:${port}/\n`);
  assert.equal((await fetch(`http://localhost:${port}/`)).status, 200);
  await assert.rejects(fetch(`http://127.0.0.2:${port}/`), TypeError);
  const other = await serve('0', '127.0.0.2');
  assert.equal((await fetch(`http://127.0.0.2:${other.port}/`)).status, 200);
});

test('A taken port is reported in one line, with a fix', async () => {
  writeSite();
  const { port } = await serve();
  const { output } = await serve(String(port));
  assert.equal(output, `Port ${port} is in use. Try: PORT=8080 npm run serve\n`);
  assert.equal((await serve('70000')).output, 'PORT must be a number up to 65535, not 70000.\n');
});

test('The server writes nothing into the built site, and compresses what a new build has written', async () => {
  writeSite();
  const before = globSync('dist/**', { cwd: folder });
  const { port } = await serve();
  const compressed = async () => {
    const { status, body, headers } = await ask(port, '/events/', { 'accept-encoding': 'gzip' });
    return { status, text: gunzipSync(body).toString(), etag: headers.etag };
  };
  const { etag, ...first } = await compressed();
  assert.deepEqual(first, { status: 200, text: page });
  assert.deepEqual(globSync('dist/**', { cwd: folder }), before);
  write('dist/events/index.html', 'A new build');
  const second = await compressed();
  assert.equal(second.text, 'A new build');
  assert.notEqual(second.etag, etag);
});

test('SIGINT and SIGTERM end the server, also while a client sends a request', async () => {
  writeSite();
  const ends = (['SIGINT', 'SIGTERM'] as const).map(async (signal) => {
    const { port, server } = await serve();
    const client = connect(port, '127.0.0.1', () => client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /'));
    await once(client, 'data');
    server.kill(signal);
    return once(server, 'exit');
  });
  // Without a handler, there would be a signal and no code, and a container's first process wouldn't end at all.
  for (const end of await Promise.all(ends)) assert.deepEqual(end, [0, null]);
});

test('Headers depend on the decoded path, and any unknown path returns a 404', async (context) => {
  write('paths/index.html', page);
  write('paths/_astro/site.js', 'export {};');
  write('paths/404.md', '# Page not found');
  const { port, close } = await ownServer(facts, join(folder, 'paths'));
  context.after(close);
  for (const path of ['/_astro/../index.html', '/_astro/..%2findex.html', '/_astro/%2e%2e/']) {
    const { status, headers } = await ask(port, path);
    assert.deepEqual([status, headers['cache-control']], [200, 'no-cache'], path);
    assert.ok(headers['content-security-policy'], path);
  }
  assert.match((await ask(port, '/%5fastro/site.js')).headers['cache-control']!, /immutable/);
  for (const path of ['/%e2%82%ac/', '/%0d%0aset-cookie:a/', '/%00/', '/%ff/', '//x/', 'http://localhost/x/'])
    assert.equal((await ask(port, path, { accept: 'text/markdown' })).status, 404, path);
});

test("A file that can't be read returns a 500 and the page that tries again", async (context) => {
  write('unreadable/500.html', 'Try again');
  symlinkSync('loop.js', join(folder, 'unreadable/loop.js'));
  const { port, close } = await ownServer(facts, join(folder, 'unreadable'));
  context.after(close);
  const { status, headers, body } = await ask(port, '/loop.js');
  assert.deepEqual([status, headers['content-type']], [500, contentTypes['html']]);
  assert.equal(body.toString(), 'Try again');
});

test('_headers never sets a header twice for a path, because Cloudflare joins the values', () => {
  const rules = headersFile({ ...readFacts(), base: '' }).split(/^(?=\S)/m);
  const parsed = rules.map((rule) => {
    const [path = '', ...lines] = rule.trim().split('\n');
    const names = lines.map((line) => line.trim().split(':', 1).join());
    return { path: new RegExp(patternOf('', [path])), names };
  });
  assert.match(rules[0]!, /^ {2}Content-Security-Policy: .*; frame-ancestors 'none'$/m);
  const files = globSync('dist/**/*.*').map((file) => file.replace(/^dist|index\.html$/g, ''));
  for (const file of ['/.well-known/api-catalog', ...files]) {
    const names = parsed.filter(({ path }) => path.test(file)).flatMap((rule) => rule.names);
    assert.equal(new Set(names).size, names.length, `${file}: ${names}`);
    const isOpen = names.includes('Access-Control-Allow-Origin');
    assert.ok(!isOpen || !/\/$|\.html$|^\/(_astro|pagefind)\//.test(file), file);
  }
});

test('Every built file has a type', () => {
  // Pagefind decodes its own files.
  const untyped = /^(?:|\.pagefind|\.pf_\w+)$/;
  const files = globSync('dist/**/*.*', { withFileTypes: true }).filter((entry) => entry.isFile());
  const extensions = new Set(files.map(({ name }) => extname(name)));
  assert.ok(extensions.has('.html'), 'Run `npm run build` first.');
  const typed = Object.keys(contentTypes).map((extension) => `.${extension}`);
  const missing = [...extensions.difference(new Set(typed))].filter((extension) => !untyped.test(extension));
  assert.deepEqual(missing, [], 'Add these to src/hosting/headers.ts.');
});

test('A folder without a page leads to the first page below it in the sidebars, or to a page above it; a moved page, to its new address', () => {
  const users = ['/api/', '/api/users/', '/api/users/operations/createuser/'];
  const found = folderRedirects(['/', '/recipes/remove-a-user/', ...users, '/nl/', '/nl/webhooks/events/']);
  const recipe = guideGroups.flatMap(({ slugs }) => slugs).find((slug) => slug.startsWith('recipes/'));
  assert.deepEqual(found, {
    '/recipes/': `/${recipe}/`,
    '/api/users/operations/': '/api/users/',
    '/nl/webhooks/': '/nl/',
  });
  const moved = {
    '/docs/old/': '/docs/new/#a',
    '/docs/old': '/docs/new/#a',
    '/docs/old.md': '/docs/new.md#a',
  };
  assert.deepEqual(exactRedirects({ '/old/': '/new/#a' }, '/docs'), moved);
});

const ORIGIN = 'https://docs.example.com';

for (const [variables, origin, base] of [
  [{}, ORIGIN, '/'],
  [{ SITE_URL: 'https://docs.example.org/' }, 'https://docs.example.org', '/'],
  [{ SITE_URL: 'http://localhost:8080', BASE_PATH: '/docs/' }, 'http://localhost:8080', '/docs/'],
  [{ SITE_URL: 'HTTPS://Docs.München.example' }, 'https://docs.xn--mnchen-3ya.example', '/'],
  [{ BASE_PATH: 'docs' }, ORIGIN, '/docs/'],
  [{ BASE_PATH: '/a/b-2' }, ORIGIN, '/a/b-2/'],
] as const)
  test(`${JSON.stringify(variables)} publishes the site at ${origin}${base}`, () => {
    assert.deepEqual(readDeployment(variables, ORIGIN), { origin, base });
  });

for (const [name, value] of [
  ['SITE_URL', 'docs.example.org'],
  ['SITE_URL', 'https://example.org/docs/'],
  ['SITE_URL', 'https://*.example.org'],
  ['SITE_URL', 'https://docs;$host.example.org'],
  ['BASE_PATH', 'https://example.org/docs/'],
  ['BASE_PATH', '/a b/'],
  ['BASE_PATH', '//docs//'],
] as const)
  test(`${name}="${value}" is rejected with the value and an example`, () => {
    assert.throws(
      () => readDeployment({ [name]: value }, ORIGIN),
      ({ message }: Error) =>
        message.startsWith(`${name} is "${value}"`) && message.includes(`Write ${name}=`),
    );
  });
