import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';

/** What a host has to respond with. */
export interface Expected {
  status: number;
  /** Headers with their exact value; `undefined` means that there must be none. */
  headers?: Record<string, string | undefined>;
  body?: RegExp;
}

const MARKDOWN = 'text/markdown; charset=utf-8';
const HTML = 'text/html; charset=utf-8';
const YEAR = 'public, max-age=31536000, immutable';
const FOR_THE_CLICK = 'private, max-age=60';
const notFound: Expected = {
  status: 404,
  headers: { 'content-type': HTML, 'cache-control': 'no-cache' },
  body: /<title>[^<]*not found/i,
};

const markdownNotFound: Expected = {
  status: 404,
  headers: { 'content-type': MARKDOWN, 'cache-control': 'no-cache', 'content-location': undefined },
  body: /^# Page not found[^]*\/llms\.txt[^]*\/webhooks\.md/,
};

const asset = globSync('_astro/site.*.js', { cwd: 'dist' })[0] ?? 'Run `npm run build` first.';
/** A folder that holds only other folders. */
const folderOnly = 'account-information/data-access/';
assert.ok(existsSync(`dist/${folderOnly}`) && !existsSync(`dist/${folderOnly}index.html`));

/** Requests below the base path, as `path` or `METHOD path`, and what every host has to respond with. */
export const cases: readonly [
  what: string,
  call: string,
  headers: OutgoingHttpHeaders,
  expected: Expected,
][] = [
  [
    'the home page',
    '/',
    {},
    { status: 200, headers: { 'content-type': HTML, 'cache-control': 'no-cache' }, body: /<\/html>/ },
  ],
  [
    'a page',
    '/webhooks/',
    {},
    { status: 200, headers: { 'content-type': HTML, 'cache-control': 'no-cache' }, body: /<\/html>/ },
  ],
  [
    'a page with a query',
    '/webhooks/?a=%2e%2e',
    {},
    { status: 200, headers: { 'cache-control': 'no-cache' } },
  ],
  [
    'the headers of a page',
    'HEAD /webhooks/',
    {},
    { status: 200, headers: { 'content-type': HTML }, body: /^$/ },
  ],
  [
    'a page before a click',
    '/webhooks/',
    { purpose: 'prefetch' },
    { status: 200, headers: { 'cache-control': FOR_THE_CLICK } },
  ],
  [
    'a page that the browser prefetches',
    '/webhooks/',
    { 'sec-purpose': 'prefetch;prerender' },
    { status: 200, headers: { 'cache-control': FOR_THE_CLICK } },
  ],
  [
    'a page, compressed',
    '/webhooks/',
    { 'accept-encoding': 'gzip' },
    { status: 200, headers: { 'content-encoding': 'gzip' } },
  ],
  [
    'the Markdown of a page',
    '/webhooks/events.md',
    {},
    { status: 200, headers: { 'content-type': MARKDOWN }, body: /^---\ntitle: / },
  ],
  [
    'a page for a reader who also takes Markdown',
    '/webhooks/',
    { accept: 'text/html, text/markdown;q=0.5' },
    { status: 200, headers: { 'content-type': HTML, 'content-location': undefined } },
  ],
  [
    'an unknown page for a program that prefers Markdown',
    '/no-such-page/',
    { accept: 'text/markdown, */*' },
    markdownNotFound,
  ],
  ['the Markdown of an unknown page', '/no-such-page.md', {}, markdownNotFound],
  ['a folder without a page', `/${folderOnly}`, {}, notFound],
  ['an unknown page', '/no-such-page/', {}, notFound],
  ['an unknown page before a click', '/no-such-page/', { purpose: 'prefetch' }, notFound],
  ['a page of another build', '/webhooks/index.htm', {}, notFound],
  ['a script of another build', '/_astro/gone.BkT3x9aD.js', {}, notFound],
  ['a contract that does not exist', '/openapi/gone.yaml', {}, notFound],
  [
    'a script',
    `/${asset}`,
    {},
    { status: 200, headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': YEAR } },
  ],
  [
    'a script before a click',
    `/${asset}`,
    { purpose: 'prefetch' },
    { status: 200, headers: { 'cache-control': YEAR } },
  ],
  [
    'the service worker',
    '/service-worker.js',
    {},
    {
      status: 200,
      headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
    },
  ],
  [
    'a contract in YAML',
    '/openapi/consents.yaml',
    {},
    { status: 200, headers: { 'content-type': 'application/yaml; charset=utf-8' } },
  ],
  [
    'a contract in JSON',
    '/openapi/consents.json',
    {},
    { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' } },
  ],
  [
    'the site map',
    '/sitemap-0.xml',
    {},
    { status: 200, headers: { 'content-type': 'application/xml; charset=utf-8' } },
  ],
  [
    'the catalog of the APIs',
    '/.well-known/api-catalog',
    { accept: '*/*' },
    {
      status: 200,
      headers: {
        'content-type': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
        'cache-control': 'no-cache',
      },
      body: /"linkset"/,
    },
  ],
  [
    'the icon',
    '/favicon.svg',
    {},
    { status: 200, headers: { 'content-type': 'image/svg+xml; charset=utf-8' } },
  ],
  [
    'robots.txt',
    '/robots.txt',
    {},
    { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' } },
  ],
  ['a page that has moved', '/moved/', {}, { status: 301, headers: { 'cache-control': 'no-cache' } }],
  ['a page that has moved, without its slash', '/moved', {}, { status: 301 }],
  ['a page to change it', 'POST /webhooks/', {}, { status: 405, headers: { 'cache-control': 'no-cache' } }],
];
