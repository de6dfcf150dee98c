import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { guesses } from '../../src/config/redirects.ts';
import { checkRedirects, exactRedirects, folderRedirects } from '../../src/hosting/moved-pages.ts';
import {
  exceededLimits,
  headersFile,
  redirectPage,
  redirectsFile,
} from '../../src/hosting/configurations/published-files.ts';
import type { SiteFacts } from '../../src/hosting/site-facts.ts';

const none = new Set<string>();
const pages = new Map([
  ['/', none],
  ['/webhooks/', new Set(['retries'])],
  ['/webhooks/events/', none],
]);

/** The messages of the build, without the first line, which lists the files to edit. */
function errorsOf(...options: Parameters<typeof checkRedirects>): string[] {
  try {
    checkRedirects(...options);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n  ').slice(1);
  }
}

test('A redirect to a page, also to a part of it, is right', () => {
  assert.deepEqual(errorsOf([{ from: '/hooks/', to: '/webhooks/#retries' }], pages, ['/', '/hooks/']), []);
});

test('A page that has disappeared is reported, with the redirect to add', () => {
  assert.deepEqual(errorsOf([], pages, ['/webhooks/event/', '/']), [
    "/webhooks/event/ has disappeared. Add { from: '/webhooks/event/', to: '/webhooks/events/' } or where else its readers should go.",
  ]);
});

for (const [what, redirect, message] of [
  [
    'to no page',
    { from: '/a/', to: '/webhook/' },
    '/a/ leads to /webhook/, and there is no such page; did you mean /webhooks/?',
  ],
  [
    'without a slash at its end',
    { from: '/a/', to: '/webhooks' },
    '/a/ leads to /webhooks, and there is no such page; did you mean /webhooks/?',
  ],
  [
    'to a part that a page has no more',
    { from: '/a/', to: '/webhooks/#retires' },
    '/a/ leads to /webhooks/#retires, and /webhooks/ has no element with the ID "retires"; did you mean #retries?',
  ],
  [
    'to a part of a page without parts',
    { from: '/a/', to: '/#retry' },
    '/a/ leads to /#retry, and / has no element with the ID "retry".',
  ],
  ['of a page that exists', { from: '/webhooks/', to: '/' }, '/webhooks/ is a page; remove its redirect.'],
] as const)
  test(`A redirect ${what} is reported`, () => {
    assert.deepEqual(errorsOf([redirect], pages, []), [message]);
  });

test('A guess leads to a page or file that exists', () => {
  const files = new Map([...pages, ['/openapi/users.yaml', none]]);
  const guess = { from: '/openapi/user.yaml', to: '/openapi/users.yml' } as const;
  assert.deepEqual(errorsOf([guess], files, []), [
    '/openapi/user.yaml leads to /openapi/users.yml, and there is no such page; did you mean /openapi/users.yaml?',
  ]);
});

test('A chain of redirects and a second redirect of a page are reported', () => {
  const chain = [
    { from: '/a/', to: '/b/' },
    { from: '/b/', to: '/' },
  ] as const;
  assert.deepEqual(errorsOf(chain, pages, []), [
    '/a/ leads to /b/, which has moved too; lead to its new path.',
  ]);
  assert.deepEqual(errorsOf([chain[1], chain[1]], pages, []), ['/b/ has two redirects; keep one.']);
});

test('A folder without a page leads to the first page of its section or group, or to the overview of its API', () => {
  const paths = [
    '/',
    '/webhooks/',
    '/webhooks/events/',
    '/recipes/remove-a-user/',
    '/categorization/engines/z2-engine/categories/',
    '/api/',
    '/api/users/',
    '/api/users/operations/createuser/',
    '/nl/',
    '/nl/webhooks/events/',
  ];
  assert.deepEqual(Object.fromEntries(folderRedirects(paths).map(({ from, to }) => [from, to])), {
    '/recipes/': '/recipes/check-an-income/',
    '/categorization/': '/categorization/introduction/',
    '/categorization/engines/': '/categorization/engines/introduction/',
    '/categorization/engines/z2-engine/': '/categorization/engines/z2-engine/introduction/',
    '/api/users/operations/': '/api/users/',
    '/nl/webhooks/': '/nl/',
  });
});

const facts: SiteFacts = {
  base: '/docs',
  inline: { scripts: ['sha256-a'], styles: [] },
  redirects: exactRedirects([{ from: '/a/', to: '/b/#c' }], '/docs'),
};

test('_redirects has both slash forms', () => {
  assert.equal(redirectsFile(facts), '/docs/a/ /docs/b/#c 301\n/docs/a /docs/b/#c 301\n');
});

test('The page of a redirect leads there without scripts, and has the new URL for search engines', () => {
  const html = redirectPage('/docs/b/#c', 'https://docs.example.com');
  assert.match(html, /<meta http-equiv="refresh" content="0; url=\/docs\/b\/#c">/);
  assert.match(html, /<link rel="canonical" href="https:\/\/docs\.example\.com\/docs\/b\/">/);
  assert.doesNotMatch(html, /<script|<style/);
});

test('_headers sets no header by two rules for one path, since Cloudflare joins their values', () => {
  const rules = headersFile(facts).split(/^(?=\S)/m);
  const set = rules.map((rule) => {
    const [path = '', ...headers] = rule.trimEnd().split('\n');
    return { path, names: headers.map((line) => line.split(':')[0]!.trim()) };
  });
  assert.deepEqual(
    set.map(({ path }) => path),
    [
      '/*',
      '/docs/_astro/*',
      '/docs/*.atom',
      '/docs/*.md',
      '/docs/*.py',
      '/docs/*.yaml',
      '/docs/.well-known/api-catalog',
    ],
  );
  for (const { path, names } of set.slice(1))
    for (const name of names) assert.ok(!set[0]!.names.includes(name), `${path}: ${name}`);
});

test('_headers spells names with capitals: Netlify would send a lowercase Content-Type beside its own', () => {
  const names: string[] = headersFile(facts).match(/(?<=^ {2})[\w-]+/gm) ?? [];
  assert.ok(names.includes('Content-Type'));
  assert.deepEqual(
    names.filter((name) => /\b[a-z]/.test(name)),
    [],
  );
});

test('Cloudflare Pages reads all of both files, also after nine releases that each move 100 pages', () => {
  const moved = Array.from({ length: 900 }, (_, index) => ({ from: `/${index}/`, to: '/' }) as const);
  const redirects = exactRedirects([...moved, ...guesses], '/docs');
  const headers = readFileSync('dist/_headers', 'utf8');
  assert.deepEqual(exceededLimits(headers, redirectsFile({ ...facts, redirects })), []);
});

test('Each limit of Cloudflare Pages that is exceeded is reported with both numbers', () => {
  const rules = Array.from({ length: 101 }, (_, index) => `/${index}\n  X-Long: ${'x'.repeat(2_000)}\n`);
  assert.deepEqual(exceededLimits(rules.join(''), '/a/ /b/ 301\n'.repeat(2_001)), [
    'Cloudflare Pages reads at most 100 rules of _headers, and the site has 101.',
    'Cloudflare Pages reads at most 2000 characters in a line of _headers, and the site has 2010.',
    'Cloudflare Pages reads at most 2000 lines of _redirects, and the site has 2001.',
  ]);
});
