import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redirectPage } from '../../src/hosting/configurations/published-files.ts';
import { checkRedirects, exactRedirects, folderRedirects } from '../../src/hosting/moved-pages.ts';

const none = new Set<string>();
const pages = new Map([
  ['/', none],
  ['/webhooks/', new Set(['retries'])],
  ['/webhooks/events/', none],
]);

test('A redirect to a page or a part of it is right, with and without its slash', () => {
  const redirects = { '/hooks/': '/webhooks/#retries', '/a.yml': '/' };
  checkRedirects(redirects, pages);
  assert.deepEqual(exactRedirects(redirects, '/docs'), {
    '/docs/hooks/': '/docs/webhooks/#retries',
    '/docs/hooks': '/docs/webhooks/#retries',
    '/docs/a.yml': '/docs/',
  });
});

for (const [from, to, message] of [
  ['/a/', '/webhook/', "/a/ leads to /webhook/, which doesn't exist; did you mean /webhooks/?"],
  [
    '/a/',
    '/webhooks/#retires',
    "/a/ leads to /webhooks/#retires, which doesn't exist; did you mean retries?",
  ],
  ['/a/', '/#retry', "/a/ leads to /#retry, which doesn't exist."],
  ['/webhooks/', '/', '/webhooks/ is a page; remove its redirect.'],
] as const)
  test(`A redirect from ${from} to ${to} is reported with the fix`, () => {
    assert.throws(() => checkRedirects({ [from]: to }, pages), {
      message: `src/config/redirects.ts:\n  ${message}`,
    });
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
  assert.deepEqual(folderRedirects(paths), {
    '/recipes/': '/recipes/check-an-income/',
    '/categorization/': '/categorization/introduction/',
    '/categorization/engines/': '/categorization/engines/introduction/',
    '/categorization/engines/z2-engine/': '/categorization/engines/z2-engine/introduction/',
    '/api/users/operations/': '/api/users/',
    '/nl/webhooks/': '/nl/',
  });
});

test('The page of a redirect leads there without scripts, and has the new URL for search engines', () => {
  const html = redirectPage('/docs/b/#c', 'https://docs.example.com');
  assert.match(html, /<meta http-equiv="refresh" content="0; url=\/docs\/b\/#c">/);
  assert.match(html, /<link rel="canonical" href="https:\/\/docs\.example\.com\/docs\/b\/">/);
  assert.doesNotMatch(html, /<script|<style/);
});
