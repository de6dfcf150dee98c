import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { apiCatalog } from '../../../src/hosting/headers.ts';
import type { SiteFacts } from '../../../src/hosting/site-facts.ts';
import { filesBelow } from '../../../src/shared/files-below.ts';
import { builtText, dist, facts, pageAt } from '../../support/built-pages.ts';
import { freePort } from '../../../src/sandbox/grade/free-port.ts';
import { ask, hosts, serverFolder, startProgram, type HostName } from '../../support/hosts.ts';
import { projectRoot } from '../../support/project-copy.ts';
import type { Node } from '../../support/published-contracts.ts';
import { fromTools, toolsFolder } from '../../support/tools.ts';
import { daily, nightly, packageVersion, versionOf } from '../support.ts';

/** A server's configuration as its packages install it. */
interface Stock {
  name: HostName;
  /** The configuration in `hosts/`. */
  file: string;
  /** Its folder in `/etc`. */
  etc: string;
  /** What the configuration must have instead, so that the server runs in a folder and on a port of the test. */
  moved: (folder: string, port: number) => Record<string, string>;
  /** The file for the configuration of another portal. */
  another: string;
  command: (folder: string) => string[];
}

const stocks: readonly Stock[] = [
  {
    name: 'nginx',
    file: 'nginx.conf',
    etc: 'nginx',
    moved: (folder, port) => ({
      'listen 80': `listen 127.0.0.1:${port}`,
      'listen [::]:80': `listen [::]:${port}`,
      '/run/': `${folder}/`,
      '/var/log/nginx': folder,
    }),
    another: 'conf.d/another.conf',
    command: (etc) => ['-g', 'daemon off;', '-c', `${etc}/nginx.conf`],
  },
  {
    name: 'Apache',
    file: 'apache.conf',
    etc: 'apache2',
    moved: (_folder, port) => ({ 'Listen 80\n': `Listen ${port}\n`, '*:80>': `*:${port}>` }),
    another: 'sites-enabled/another.conf',
    command: (etc) => ['-D', 'FOREGROUND', '-d', etc],
  },
  {
    name: 'Caddy',
    file: 'Caddyfile',
    etc: 'caddy',
    moved: (_folder, port) => ({ ':80 {': `{\n\tadmin off\n\thttp_port ${port}\n}\n:${port} {` }),
    another: 'Caddyfile',
    command: (etc) => ['run', '--config', `${etc}/Caddyfile`],
  },
];

/** The commands in the README's section Deploy: for the build, for the servers, and for the proof. */
const [, deploy = ''] = readFileSync(join(projectRoot, 'README.md'), 'utf8').split('\n## Deploy\n');
const [, , servers = '', proof = ''] = deploy.split('```sh\n').map((part) => part.split('\n```')[0]);
const [copy = '', ...programs] = servers.split('\n\n');

/** The site at the README's host name, and a portal on the same server. */
const site: SiteFacts = { ...facts, origin: 'https://docs.example.com' };
const policy = "default-src 'none'";
const other: SiteFacts = { origin: 'https://docs.example.org', base: '/docs', policy, redirects: {} };

/** Follows the README on a server that Debian has configured and that also serves another portal. */
async function installOn({ name, file, etc, moved, another, command }: Stock) {
  const { program, config } = hosts[name];
  const folder = serverFolder();
  const port = await freePort();
  const settings = join(folder, etc);
  // nginx's default site is an absolute link, and `cpSync` doesn't follow such links.
  const links = name === 'nginx' ? '--dereference' : '--no-dereference';
  execFileSync('cp', ['--recursive', links, join('/etc', etc), settings]);
  symlinkSync(dist, join(folder, 'dist'));
  for (const each of ['hosts', 'srv/other/docs']) mkdirSync(join(folder, each), { recursive: true });
  writeFileSync(join(folder, 'hosts', file), config(site));
  writeFileSync(join(folder, 'srv/other/docs/index.html'), '<title>Another portal</title>');
  appendFileSync(join(settings, another), config(other, '/srv/other'));

  const env = {
    PATH: process.env['PATH'],
    APACHE_CONFDIR: settings,
    APACHE_STATE_DIRECTORY: folder,
    APACHE_PID_FILE: join(folder, 'apache.pid'),
    ...{ APACHE_RUN_USER: 'www-data', APACHE_RUN_GROUP: 'www-data' },
    ...{ APACHE_RUN_DIR: folder, APACHE_LOCK_DIR: folder, APACHE_LOG_DIR: folder },
  };
  const here = (text: string) =>
    text.replaceAll(`/etc/${etc}`, settings).replaceAll('/srv/', `${folder}/srv/`);
  const run = (script: string) =>
    execFileSync('bash', ['--norc', '-ec', here(script)], { cwd: folder, env, encoding: 'utf8' });
  // The server only starts afterward, so it needs no reload.
  const steps = programs.find((part) => part.startsWith(`# ${name}\n`));
  run(`nginx() { :; }; systemctl() { :; }\n${copy}\n${steps}`);
  for (const path of await filesBelow(settings)) {
    const text = readFileSync(join(settings, path), 'utf8');
    let changed = here(text);
    for (const each of Object.entries(moved(folder, port))) changed = changed.replaceAll(...each);
    if (changed !== text) writeFileSync(join(settings, path), changed);
  }
  return { run, ...(await startProgram([program, ...command(settings)], folder, port, env)) };
}

/** This machine's own addresses: `127.0.0.1` and, where it supports IPv6, `[::1]`. */
const loopback = Object.values(networkInterfaces())
  .flatMap((addresses = []) => addresses.filter(({ internal }) => internal))
  .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));

for (const stock of stocks) {
  const { name, file } = stock;
  const row = name === 'nginx' ? daily : nightly;
  const right = "serves the site after the README's steps, beside its default site and another portal";
  row(`/hosts/${file}: ${name} of Debian ${right}`, async (context) => {
    context.diagnostic(versionOf(hosts[name].program, name === 'Caddy' ? 'version' : '-v'));
    const { port, run, close } = await installOn(stock);
    context.after(close);
    const title = `<title>${pageAt('/').texts('head > title')[0]}`;
    for (const address of loopback)
      assert.equal(run(proof.replace('127.0.0.1', `${address}:${port}`)).trim(), title);
    const policyOf = async (host: string, path: string) =>
      (await ask(port, path, { host })).headers['content-security-policy'];
    assert.equal(await policyOf('docs.example.com', '/'), site.policy);
    assert.equal(await policyOf('DOCS.example.org:8443', '/docs/'), other.policy);
    assert.equal(await policyOf('example.net', '/'), undefined);
  });
}

/** The redirects that hosts with `_redirects` must make. */
const redirects = Object.entries(facts.redirects);

nightly("/_headers, /_redirects: Netlify's parsers find each rule, and no error", async (context) => {
  for (const parser of ['@netlify/headers-parser', '@netlify/redirect-parser'])
    context.diagnostic(`${parser} ${packageVersion(parser, 'nightly')}`);
  const { parseAllHeaders } = fromTools('@netlify/headers-parser');
  const { parseAllRedirects } = fromTools('@netlify/redirect-parser');
  const files = { configHeaders: [], configRedirects: [], minimal: true };
  const found = await parseAllRedirects({ ...files, redirectsFiles: [join(dist, '_redirects')] });
  assert.deepEqual(found.errors, []);
  assert.deepEqual(
    found.redirects.map(({ from, to, status }: Node) => [from, to, status]),
    redirects.map(([from, to]) => [from, to, 301]),
  );
  const { headers, errors } = await parseAllHeaders({ ...files, headersFiles: [join(dist, '_headers')] });
  assert.deepEqual(errors, []);
  const paths = headers.map((rule: Node) => rule.for);
  assert.deepEqual(paths, builtText('_headers').match(/^\S.*/gm));
});

nightly('/_headers, /_redirects: wrangler sends the redirects, statuses, and headers', async (context) => {
  context.diagnostic(packageVersion('wrangler', 'nightly'));
  const port = await freePort();
  const program = join(toolsFolder, 'node_modules/wrangler/bin/wrangler.js');
  const options = ['pages', 'dev', dist, '--ip', '127.0.0.1', '--port', String(port)];
  const day = ['--compatibility-date', '2026-05-03'];
  const env = { WRANGLER_SEND_METRICS: 'false', CI: 'true' };
  const command = [process.execPath, program, ...options, ...day] as const;
  const server = await startProgram(command, serverFolder(), port, env);
  context.after(server.close);
  for (const [from, to] of redirects) {
    const { status, headers } = await ask(port, from);
    assert.deepEqual([status, headers.location], [301, to], from);
  }
  for (const [path, status, expected] of [
    ['/', 200, { 'content-type': 'text/html; charset=utf-8' }],
    ['/webhooks/events/', 200, { 'cross-origin-resource-policy': 'same-origin' }],
    ['/webhooks/events', 308, { location: '/webhooks/events/' }],
    ['/webhooks/events.md', 200, { 'access-control-allow-origin': '*', 'x-robots-tag': 'noindex' }],
    ['/.well-known/api-catalog', 200, { 'content-type': apiCatalog.type }],
    ['/no-such-page/', 404, { 'content-type': 'text/html; charset=utf-8' }],
  ] as const) {
    const response = await ask(port, path);
    const all = { 'content-security-policy': facts.policy, 'x-content-type-options': 'nosniff' };
    assert.equal(response.status, status, path);
    for (const [name, value] of Object.entries({ ...(status !== 308 && all), ...expected }))
      assert.equal(response.headers[name], value, `${path}: ${name}`);
  }
});
