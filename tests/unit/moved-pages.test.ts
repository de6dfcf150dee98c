import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exactRedirects, folderRedirects } from '../../src/hosting/moved-pages.ts';

test('A redirect has the base path, and starts with and without the slash of its page', () => {
  const redirects = { '/hooks/': '/webhooks/#retries', '/a.yml': '/' };
  assert.deepEqual(exactRedirects(redirects, '/docs'), {
    '/docs/hooks/': '/docs/webhooks/#retries',
    '/docs/hooks': '/docs/webhooks/#retries',
    '/docs/a.yml': '/docs/',
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
