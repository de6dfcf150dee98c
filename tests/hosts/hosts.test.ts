import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { headerRules, headersFor } from '../../src/hosting/headers.ts';
import { precompress } from '../../src/server/precompress.ts';
import { createSiteServer } from '../../src/server/server.ts';
import { readFacts, type SiteFacts } from '../../src/hosting/site-facts.ts';
import { requests } from './requests.ts';
import { hosts, missingHost, RunningHost, type HostName } from '../support/hosts.ts';

/*
 * The built site on hosts that people use, each with the configuration that the build writes for it, at the root and
 * below a path. Our own server has to do the same.
 */

const OURS = 'npm run serve';

interface Response {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

const compressed = mkdtempSync(join(tmpdir(), 'compressed-'));
cpSync('dist', compressed, { recursive: true });
after(() => rmSync(compressed, { recursive: true }));

for (const base of ['', '/docs']) {
  const facts: SiteFacts = {
    ...readFacts(),
    base,
    redirects: [{ from: `${base}/moved/`, to: `${base}/webhooks/` }],
  };
  const rules = headerRules(facts);

  for (const name of [...(Object.keys(hosts) as HostName[]), OURS] as const) {
    const missing = name === OURS ? undefined : missingHost(name);
    describe(`${name} serves the site at ${base}/:`, { skip: missing }, () => {
      let port: number;
      let close: () => unknown;
      const get = (call: string, headers: OutgoingHttpHeaders = {}) => send(port, call, headers);

      before(async () => {
        if (name === OURS) {
          await precompress(compressed);
          const server = createSiteServer(compressed, facts).listen(0, '127.0.0.1');
          await new Promise((resolve) => server.once('listening', resolve));
          port = (server.address() as AddressInfo).port;
          close = () => server.close().closeAllConnections();
        } else {
          const host = await RunningHost.start(name, facts);
          ({ port } = host);
          close = () => host.close();
        }
      });
      after(() => close());

      for (const [what, call, headers, expected] of requests) {
        test(what, async () => {
          const [method = '', path = ''] = call.includes(' ') ? call.split(' ') : ['GET', call];
          const response = await get(`${method} ${base}${path}`, headers);
          assert.equal(response.status, expected.status);
          for (const [header, value] of Object.entries(expected.headers ?? {}))
            assert.equal(response.headers[header], value, header);
          if (expected.body) assert.match(response.body, expected.body);
          // Every response is protected, errors included. Files that are no documents need no policy.
          const isFile = path.startsWith('/_astro/') && response.status !== 404;
          const wanted = headersFor(rules, base + path, isFile, false);
          for (const [header, value] of Object.entries(wanted))
            if (header !== 'cache-control') assert.equal(onceIn(response, header), value, header);
          if (isFile && response.status < 400)
            assert.equal(response.headers['content-security-policy'], undefined);
        });
      }

      test('a page without its slash, at once or by a redirect on the same host', async () => {
        const response = await get(`GET ${base}/webhooks`);
        const { location = `${base}/webhooks/` } = response.headers;
        if (response.status !== 200) assert.ok([301, 308].includes(response.status), String(response.status));
        assert.equal(
          new URL(location, `http://127.0.0.1:${port}`).href,
          `http://127.0.0.1:${port}${base}/webhooks/`,
        );
      });

      test('a page that has moved leads to its new path', async () => {
        const { location = '' } = (await get(`GET ${base}/moved/`)).headers;
        assert.equal(new URL(location, `http://127.0.0.1:${port}`).pathname, `${base}/webhooks/`);
      });

      for (const encoding of ['identity', 'gzip'])
        test(`a page that has not changed is not sent again (${encoding})`, async () => {
          const headers = { 'accept-encoding': encoding };
          const first = (await get(`GET ${base}/webhooks/`, headers)).headers;
          const validator = first.etag
            ? { 'if-none-match': first.etag }
            : { 'if-modified-since': first['last-modified'] };
          const again = await get(`GET ${base}/webhooks/`, { ...headers, ...validator });
          assert.equal(again.status, 304);
          assert.equal(again.body, '');
          assert.equal(again.headers['cache-control'], 'no-cache');
        });

      test('nothing outside the site', async () => {
        for (const path of [
          '/../hosts/site.json',
          '/%2e%2e/hosts/site.json',
          '/..%2fhost.conf',
          '/.git/config',
        ])
          assert.ok((await get(`GET ${base}${path}`)).status >= 400, path);
        if (base) assert.equal((await get('GET /webhooks/')).status, 404);
      });
    });
  }
}

/** The value of a header. nginx sends every header twice when it refuses a range. */
function onceIn({ status, headers }: Response, name: string): string | undefined {
  const value = String(headers[name]);
  const half = value.slice(0, (value.length - 2) / 2);
  return status === 416 && value === `${half}, ${half}` ? half : value;
}

/** Requests a path exactly as it is written. */
function send(port: number, call: string, headers: OutgoingHttpHeaders): Promise<Response> {
  const [method, path] = call.split(' ');
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('latin1');
      response.on('data', (chunk: string) => (body += chunk));
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body }));
    })
      .on('error', reject)
      .end();
  });
}

test('The configurations of hosts/ are made from the facts of the build', () => {
  for (const [file, { config }] of [
    ['nginx.conf', hosts.nginx],
    ['apache.conf', hosts.Apache],
    ['Caddyfile', hosts.Caddy],
  ] as const)
    assert.equal(
      readFileSync(`hosts/${file}`, 'utf8'),
      config(readFacts(), { root: '/srv/portal', port: 80 }),
    );
});
