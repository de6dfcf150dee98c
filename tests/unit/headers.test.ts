import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { extname } from 'node:path';
import { test } from 'node:test';
import { readPage } from '../../src/shared/read-page.ts';
import { headersFile } from '../../src/hosting/configurations/published-files.ts';
import { contentTypes, headersFor } from '../../src/hosting/headers.ts';
import { policyOf } from '../../src/hosting/policy.ts';
import { readFacts } from '../../src/hosting/site-facts.ts';

const year = 'public, max-age=31536000, immutable';

for (const [path, found, prefetch, cacheControl] of [
  ['/', true, false, 'no-cache'],
  ['/service-worker.js', true, false, 'no-cache'],
  ['/_astro/page.B3sWyS9n.js', true, true, year],
  ['/_astro/gone.js', false, false, 'no-cache'],
  ['/_astro.html', true, false, 'no-cache'],
  ['/webhooks/', true, true, 'private, max-age=60'],
  ['/webhook/', false, true, 'no-cache'],
] as const)
  test(`${prefetch ? 'A prefetch' : 'A visit'} of ${path}${found ? '' : ', which is missing,'} gets "${cacheControl}"`, () => {
    for (const base of ['', '/docs']) {
      const headers = headersFor({ base, policy: 'self' }, base + path, found, prefetch);
      assert.equal(headers['Cache-Control'], cacheControl);
      assert.equal(headers['X-Content-Type-Options'], 'nosniff');
      // Files that are no documents need no policy.
      assert.equal(headers['Content-Security-Policy'], cacheControl === year ? undefined : 'self');
    }
  });

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

test('The policy allows inline scripts, speculation rules, and styles, as they are written', () => {
  const { inline } = readPage(
    '',
    'guide/index.html',
    `<style>a{}</style><script>\n a &amp;&amp; "</b>" \n</script><script type="speculationrules">{}</script>
    <script src="/a.js"></script><script type="application/ld+json">{}</script><body><style>b{}</style>`,
  );
  assert.deepEqual(inline.scripts, [hash('\n a &amp;&amp; "</b>" \n'), hash('{}')]);
  assert.deepEqual(inline.styles, [hash('a{}'), hash('b{}')]);
  const policy = policyOf([
    { scripts: ['sha256-b', 'sha256-a'], styles: [] },
    { scripts: ['sha256-a'], styles: [] },
  ]);
  assert.ok(policy.includes("; script-src 'self' 'wasm-unsafe-eval' 'sha256-a' 'sha256-b'; "));
  assert.ok(readFacts().policy.endsWith("; frame-ancestors 'none'"));
});

test('_headers sets no header by two rules for one path, since Cloudflare joins their values', () => {
  const [everywhere = '', ...others] = headersFile(readFacts()).split(/^(?=\S)/m);
  const names = (rule: string): string[] => rule.match(/(?<=^ {2})[\w-]+/gm) ?? [];
  assert.ok(names(everywhere).includes('Content-Security-Policy'));
  assert.ok(others.length > 4);
  for (const name of others.flatMap(names)) assert.ok(!names(everywhere).includes(name), name);
});

/** Pagefind reads its files by itself; browsers need no type for them. Compressed files have the type of the others. */
const untyped = new Set(['.pagefind', '.pf_meta', '.pf_index', '.pf_filter', '.pf_fragment', '.br', '.gz']);

test('Every file of the build has a type', () => {
  const files = globSync('dist/**/*.*', { withFileTypes: true }).filter((entry) => entry.isFile());
  const extensions = new Set(files.map(({ name }) => extname(name)));
  assert.ok(extensions.has('.html'), 'Run `npm run build` first.');
  const unknown = extensions.difference(untyped);
  assert.deepEqual(
    [...unknown].filter((extension) => !Object.hasOwn(contentTypes, extension.slice(1))),
    [],
    'Add these extensions to src/hosting/headers.ts.',
  );
});
