import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ProjectCopy } from '../support/project-copy.ts';

/*
 * Tests a site for hosts that can't set headers: at a base path, with the policy in its pages, and with a moved page.
 * The base path is also the name of a folder on the site.
 */

const BASE = '/api';
const HOME = 'https://portal.example.org';

const copy = new ProjectCopy('portal-', 'all');
after(() => copy.remove());

test('Every link stays below the path and leads to an existing target, and the policy covers the whole page', () => {
  copy.edit('src/config/redirects.ts', '= {', "= { '/hooks/': '/webhooks/', ");
  const { status, output } = copy.build({ SITE_URL: HOME, BASE_PATH: BASE, CSP_META: '1' });
  assert.equal(status, 0, output.slice(-4_000));
  assert.match(output, /Checked \d+ links/);
  assert.match(copy.read('dist/robots.txt'), new RegExp(`Sitemap: ${HOME}${BASE}/sitemap-index.xml`));
  assert.match(copy.read('dist/postman/collection.json'), new RegExp(`${HOME}${BASE}/api/users/operations/`));
  const { href } = (JSON.parse(copy.read('dist/pages.json')) as { href: string }[])[1]!;
  assert.ok(href.startsWith(`${BASE}/`), href);
  assert.match(copy.read('dist/hooks/index.html'), new RegExp(`url=${BASE}/webhooks/`));
  const policy = /<head><meta charset="utf-8"\/?><meta http-equiv="Content-Security-Policy"/;
  assert.match(copy.read('dist/index.html'), policy);
});

test('Behaviors that depend on the path work in a browser, and the policy blocks nothing', () => {
  const options = ['test', '--config', 'tests/playwright.config.ts', '--grep', '@below-a-path'];
  const { status, output: report } = copy.run('node_modules/@playwright/test/cli.js', options);
  assert.equal(status, 0, report);
  assert.match(report, /[1-9]\d* passed/);
});
