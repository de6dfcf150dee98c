import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { fileRedirects } from '../../src/config/redirects.ts';
import { headersFor } from '../../src/hosting/headers.ts';
import { exactRedirects } from '../../src/hosting/moved-pages.ts';
import { readFacts, type SiteFacts } from '../../src/hosting/site-facts.ts';
import { ask, FORWARDED, hosts, ownServer, startHost, type Host, type HostName } from '../support/hosts.ts';

/* Tests the built site on our server and on hosts with generated configurations, at the root and below a path. */

/** The server of `npm run serve`. */
const OURS = 'npm run serve';

const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const LINKS = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
const YEAR = 'public, max-age=31536000, immutable';
const FOR_THE_CLICK = 'private, max-age=60';
const prefetch = { 'sec-purpose': 'prefetch;prerender' };
const page = { 'content-type': HTML, 'cache-control': 'no-cache' };
const protection = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
};
const forPrograms = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': undefined,
  'content-security-policy': undefined,
};
const pageLinks = /<\S*\/webhooks\.md>; rel="alternate".*llms\.txt>; rel="describedby".*rel="api-catalog"/;
const twin = {
  ...forPrograms,
  'content-type': MARKDOWN,
  link: /<https:\S*\/webhooks\/events\/>; rel="canonical"/,
  'x-robots-tag': 'noindex',
};
const closed = { 'access-control-allow-origin': undefined, 'cross-origin-resource-policy': 'same-origin' };
/** Headers that a response may have only if the headers table lists them. */
const nothing = {
  'Access-Control-Allow-Origin': undefined,
  'Cross-Origin-Resource-Policy': undefined,
  'Content-Security-Policy': undefined,
  'X-Robots-Tag': undefined,
  Link: undefined,
};
const compressed = [{ 'accept-encoding': 'gzip' }, 200, { 'content-encoding': 'gzip' }] as const;
const notFound = [404, page, /<title>[^<]*not found/i] as const;
const markdownNotFound = [
  404,
  { 'content-type': MARKDOWN, 'cache-control': 'no-cache', 'content-location': undefined },
  /^# Page not found[^]*https:\/\/\S+\/llms\.txt[^]*\/webhooks\.md/,
] as const;

const script = `/${globSync('_astro/site.*.js', { cwd: 'dist' })[0] ?? 'Run `npm run build` first.'}`;

type Headers = Readonly<Record<string, string | RegExp | undefined>>;

/** Requests below the base path, as `path` or `METHOD path`, with every host's required response. */
const cases: readonly [
  call: string,
  request: OutgoingHttpHeaders,
  status: number,
  headers?: Headers,
  body?: RegExp,
][] = [
  ['/', {}, 200, { ...page, link: /<\S*\/index\.md>; rel="alternate"/ }, /<\/html>/],
  ['/webhooks/', {}, 200, { ...page, link: pageLinks }, /<\/html>/],
  ['/webhooks/?a=%2e%2e', {}, 200, page],
  ['HEAD /webhooks/', {}, 200, page, /^$/],
  ['/webhooks/', prefetch, 200, { 'cache-control': FOR_THE_CLICK }],
  ['/webhooks/', ...compressed],
  ['/webhooks.md', ...compressed],
  [script, ...compressed],
  ['/llms-full.txt', {}, 200, { 'x-robots-tag': 'noindex', ...forPrograms }],
  ['/sandbox.mjs', {}, 200, forPrograms],
  ['/starters/python.tar.gz', {}, 200, { ...forPrograms, 'content-type': 'application/gzip' }],
  ['/.well-known/api-catalog', {}, 200, { ...forPrograms, 'content-type': LINKS }, /"linkset"/],
  ['/starters/', {}, 200, closed],
  ['/pages.json', {}, 200, closed],
  ['/webhooks/events.md', {}, 200, twin, /^---\ntitle: /],
  ['/no-such-page/', { accept: 'text/markdown, */*' }, ...markdownNotFound],
  ['/no-such-page.md', {}, ...markdownNotFound],
  ['/no-such-page.json', {}, ...notFound],
  ['/openapi/no-such-api.yaml', {}, ...notFound],
  ['/starters/no-such-starter.tar.gz', {}, ...notFound],
  ['/no-such-page/', {}, ...notFound],
  ['/no-such-page/', prefetch, ...notFound],
  // A folder without a page.
  ['/account-information/data-access/', {}, ...notFound],
  ['/_astro/gone.BkT3x9aD.js', {}, ...notFound],
  [script, {}, 200, { 'content-type': SCRIPT, 'cache-control': YEAR, 'content-security-policy': undefined }],
  [script, prefetch, 200, { 'cache-control': YEAR }],
  ['/service-worker.js', {}, 200, { 'content-type': SCRIPT, 'cache-control': 'no-cache' }],
  ['/openapi/consents.yaml', {}, 200, { 'content-type': 'application/yaml; charset=utf-8' }],
  ['/openapi/consents.json', {}, 200, { ...forPrograms, 'content-type': 'application/json; charset=utf-8' }],
  ['/sitemap-0.xml', {}, 200, { 'content-type': 'application/xml; charset=utf-8' }],
  ['/favicon.svg', {}, 200, { 'content-type': 'image/svg+xml; charset=utf-8' }],
  ['/robots.txt', {}, 200, { 'content-type': 'text/plain; charset=utf-8', ...protection }],
  ['HEAD /.well-known/api-catalog', {}, 200, { link: /<\S*\/\.well-known\/api-catalog>; rel="api-catalog"/ }],
  ['/moved/', {}, 301, { 'cache-control': 'no-cache' }],
  ['/moved', {}, 301],
  // Web-based tools follow these redirects from their own origin.
  ['/openapi.json', {}, 301, { 'access-control-allow-origin': '*' }],
  ['/openapi.yaml', {}, 301, { 'access-control-allow-origin': '*' }],
];

/** `Accept` headers: true if they prefer Markdown by RFC 9110. If weights are equal, the first type wins. */
const accepts = [
  ['text/markdown', true],
  ['text/markdown, text/html, */*', true],
  ['text/html;q=0.8, text/markdown', true],
  ['application/json, text/markdown', true],
  ['Text/Markdown; q=0.85, text/html; q=0.8', true],
  ['text/markdown;variant=GFM;q=0.5, */*;q=0.4', true],
  ['text/html;q=0, text/markdown;q=0.1', true],
  ['text/markdown;q=0', false],
  ['text/markdown;q=0.1, text/html', false],
  ['text/markdown;q=0.8, text/html;q=0.85', false],
  ['Text/HTML;q=1.000, text/markdown;q=1', false],
  ['text/markdown;q=0.5, */*', false],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
  ['*/*', false],
] as const;

function expectHeaders(headers: IncomingHttpHeaders, expected: Headers) {
  for (const [header, value] of Object.entries(expected)) {
    const found = headers[header.toLowerCase()];
    if (value instanceof RegExp) assert.match(String(found), value, header);
    else assert.equal(found, value, header);
  }
}

function proveAt(name: HostName | typeof OURS, base: string) {
  const moved = { '/moved/': '/webhooks/#x', '/old.yml': '/robots.txt', ...fileRedirects };
  const facts: SiteFacts = { ...readFacts(), base, redirects: exactRedirects(moved, base) };

  describe(`${name} at ${base}/:`, () => {
    let host: Host;
    before(async () => {
      host = name === OURS ? await ownServer(facts) : await startHost(name, facts);
    });
    after(() => host?.close());
    const get = async (path: string, headers?: OutgoingHttpHeaders, method?: string) => {
      const response = await ask(host.port, base + path, headers, method);
      return { ...response, body: response.body.toString('latin1') };
    };

    for (const [call, sent, status, headers = {}, body = /^/] of cases)
      test(`${call} ${JSON.stringify(sent)}`, async () => {
        const [path = '', method] = call.split(' ').reverse();
        const response = await get(path, sent, method);
        assert.equal(response.status, status);
        assert.match(response.body, body);
        // Every response is protected, errors included. Only pages need a policy.
        const type = response.headers['content-type'] ?? '';
        const found = status === 200;
        const served = {
          path: base + path.replace(/\?.*/, ''),
          type,
          found,
          prefetch: 'sec-purpose' in sent,
        };
        expectHeaders(response.headers, { ...nothing, ...headersFor(facts, served), ...headers });
      });

    for (const [accept, isMarkdown] of accepts)
      test(`Accept: ${accept} gets ${isMarkdown ? 'Markdown' : 'HTML'}`, async () => {
        const pages = { '/': '/index.md', '/webhooks/': '/webhooks.md', '/no-such-page/': undefined };
        for (const [path, location] of Object.entries(pages)) {
          const { headers } = await get(path, { accept });
          assert.equal(headers['content-type'], isMarkdown ? MARKDOWN : HTML);
          assert.equal(headers['content-location'], isMarkdown && location ? base + location : undefined);
          assert.equal(Boolean(headers['content-security-policy']), !isMarkdown);
        }
      });

    test('pages and their Markdown share one URL, and caches distinguish them', async () => {
      for (const path of ['/', '/webhooks/']) {
        const markdown = await get(path, { accept: 'text/markdown, text/html;q=0.9' });
        assert.equal(markdown.status, 200);
        // At this URL, the Markdown is the page itself, so search engines may list it.
        assert.equal(markdown.headers['x-robots-tag'], undefined);
        assert.match(markdown.body, /^---\ntitle: /);
        const prefetched = await get(path, prefetch);
        assert.doesNotMatch(prefetched.headers.vary ?? '', /\bAccept\b(?!-)/);
        for (const { headers } of [markdown, await get(path)])
          assert.match(headers.vary ?? '', /\bAccept\b(?!-)/);
      }
    });

    test("redirects keep the reader's host and scheme, behind any proxy", async () => {
      for (const [path, target] of Object.entries({
        '/webhooks': '/webhooks/',
        '/api/consents': '/api/consents/',
        '/moved': '/webhooks/#x',
        '/moved/': '/webhooks/#x',
        '/old.yml': '/robots.txt',
        '/openapi.json': '/openapi/platform.json',
        '/openapi.yaml': '/openapi/platform.yaml',
      }))
        for (const accept of ['text/html', 'text/markdown']) {
          const { status, headers } = await get(path, { accept });
          assert.ok([301, 308].includes(status), `${status} ${path}`);
          assert.equal(headers.location, base + target);
        }
    });

    for (const encoding of ['identity', 'gzip'])
      test(`an unchanged page isn't sent again (${encoding})`, async () => {
        const headers = { 'accept-encoding': encoding };
        const first = (await get('/webhooks/', headers)).headers;
        const validator = first.etag
          ? { 'if-none-match': first.etag }
          : { 'if-modified-since': first['last-modified'] };
        const again = await get('/webhooks/', { ...headers, ...validator });
        assert.equal(`${again.status} ${again.body}`, '304 ');
        assert.equal(again.headers['cache-control'], 'no-cache');
      });

    if (name !== OURS)
      test('an error of the server shows the page that tries again', async () => {
        for (const accept of ['text/html', 'text/markdown']) {
          const { status, headers, body } = await get(FORWARDED, { accept });
          assert.ok([502, 503].includes(status), `${status}`);
          assert.match(body, /<title>This page didn't load/);
          const served = { path: base + FORWARDED, type: HTML, found: false, prefetch: false };
          expectHeaders(headers, { ...nothing, ...headersFor(facts, served), ...page });
        }
      });

    test('nothing outside the site is served', async () => {
      const outside = ['/../hosts/site.json', '/%2e%2e/hosts/site.json', '/..%2fhost.conf', '/.git/config'];
      for (const path of outside) assert.ok((await get(path)).status >= 400, path);
      if (base) assert.equal((await ask(host.port, '/webhooks/')).status, 404);
    });
  });
}

if (process.env['NIGHTLY'] === undefined) {
  proveAt(OURS, '');
  for (const base of ['', '/docs']) proveAt('nginx', base);
} else
  for (const name of Object.keys(hosts) as HostName[])
    if (name !== 'nginx') for (const base of ['', '/docs']) proveAt(name, base);
