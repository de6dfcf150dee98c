import assert from 'node:assert/strict';
import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { guesses } from '../../src/config/redirects.ts';
import { headerRules, headersFor } from '../../src/hosting/headers.ts';
import { exactRedirects } from '../../src/hosting/moved-pages.ts';
import { readFacts, type SiteFacts } from '../../src/hosting/site-facts.ts';
import { ownServer, RunningHost, type Host, type HostName } from '../support/hosts.ts';
import { cases } from './cases.ts';

/** The server of `npm run serve`. */
export const OURS = 'npm run serve';

interface Response {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Defines the tests of the built site on a host with its generated configuration, at the root and below a path. */
export function proveHost(name: HostName | typeof OURS): void {
  for (const base of ['', '/docs']) proveAt(name, base);
}

function proveAt(name: HostName | typeof OURS, base: string) {
  const facts: SiteFacts = {
    ...readFacts(),
    base,
    redirects: exactRedirects([{ from: '/moved/', to: '/webhooks/' }, ...guesses], base),
  };
  const rules = headerRules(facts);

  describe(`${name} at ${base}/:`, () => {
    let host: Host;
    before(async () => {
      host = name === OURS ? await ownServer(facts) : await RunningHost.start(name, facts);
    });
    after(() => host?.close());
    const get = (path: string, headers?: OutgoingHttpHeaders, method?: string) =>
      send(host.port, base + path, headers, method);
    /** The path that a redirect leads to. A path alone stays on the host and scheme of the reader, behind any proxy. */
    const target = ({ headers }: Response, path: string) => {
      const location = headers.location ?? base + path;
      assert.match(location, /^\/(?!\/)/);
      return location.slice(base.length);
    };

    for (const [what, call, headers, expected] of cases)
      test(what, async () => {
        const [path = '', method] = call.split(' ').reverse();
        const response = await get(path, headers, method);
        assert.equal(response.status, expected.status);
        for (const [header, value] of Object.entries(expected.headers ?? {}))
          assert.equal(response.headers[header], value, header);
        if (expected.body) assert.match(response.body, expected.body);
        // Every response is protected, errors included. Only hashed files need no policy.
        const isHashed = path.startsWith('/_astro/') && response.status === 200;
        const wanted = headersFor(rules, base + path, isHashed, false);
        for (const [header, value] of Object.entries(wanted))
          if (header !== 'cache-control') assert.equal(response.headers[header], value, header);
        if (isHashed) assert.equal(response.headers['content-security-policy'], undefined);
      });

    test('pages and their Markdown have one URL, and caches distinguish them', async () => {
      for (const [path, twin] of [
        ['/', '/index.md'],
        ['/webhooks/', '/webhooks.md'],
      ] as const) {
        const markdown = await get(path, { accept: 'text/markdown, text/html;q=0.9' });
        assert.equal(markdown.status, 200);
        assert.equal(markdown.headers['content-type'], 'text/markdown; charset=utf-8');
        assert.equal(markdown.headers['content-location'], base + twin);
        assert.match(markdown.body, /^---\ntitle: /);
        const prefetched = await get(path, { purpose: 'prefetch' });
        assert.doesNotMatch(prefetched.headers.vary ?? '', /\bAccept\b(?!-)/);
        for (const { headers } of [markdown, await get(path)])
          assert.match(headers.vary ?? '', /\bAccept\b(?!-)/);
      }
    });

    test('a page without its slash, at once or by a redirect on the same host', async () => {
      const response = await get('/webhooks');
      assert.ok([200, 301, 308].includes(response.status), String(response.status));
      assert.equal(target(response, '/webhooks/'), '/webhooks/');
      const markdown = await get('/webhooks', { accept: 'text/markdown' });
      if (markdown.status === 200) assert.match(markdown.headers['content-type']!, /^text\/markdown/);
      else assert.equal(target(markdown, ''), '/webhooks/');
    });

    test('a page that has moved leads to its new path', async () => {
      assert.equal(target(await get('/moved/'), ''), '/webhooks/');
    });

    test('a guess leads to the document or page that it means, also for a program that prefers Markdown', async () => {
      for (const { from, to } of guesses)
        for (const headers of [{}, { accept: 'text/markdown' }]) {
          const response = await get(from, headers);
          assert.equal(`${response.status} ${target(response, from)}`, `301 ${to}`, from);
        }
      assert.ok(
        guesses.some(({ from, to }) => from === '/openapi/user.yaml' && to === '/openapi/users.yaml'),
      );
    });

    for (const encoding of ['identity', 'gzip'])
      test(`a page that has not changed is not sent again (${encoding})`, async () => {
        const headers = { 'accept-encoding': encoding };
        const first = (await get('/webhooks/', headers)).headers;
        const validator = first.etag
          ? { 'if-none-match': first.etag }
          : { 'if-modified-since': first['last-modified'] };
        const again = await get('/webhooks/', { ...headers, ...validator });
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
        assert.ok((await get(path)).status >= 400, path);
      if (base) assert.equal((await send(host.port, '/webhooks/')).status, 404);
    });
  });
}

/** Requests a path exactly as it is written; `fetch` would normalize it. */
function send(port: number, path: string, headers: OutgoingHttpHeaders = {}, method = 'GET') {
  return new Promise<Response>((resolve, reject) => {
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
