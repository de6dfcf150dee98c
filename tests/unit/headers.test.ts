import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { extname } from 'node:path';
import { test } from 'node:test';
import { contentSecurityPolicy, metaPolicy } from '../../src/hosting/policy.ts';
import type { SiteFacts } from '../../src/hosting/site-facts.ts';
import {
  contentType,
  contentTypes,
  headerRules,
  headersFor,
  UNKNOWN_TYPE,
} from '../../src/hosting/headers.ts';

const facts = (base: string): SiteFacts => ({
  base,
  inline: { scripts: ['sha256-a'], styles: ['sha256-b'] },
  redirects: [],
});

const year = 'public, max-age=31536000, immutable';

for (const [path, found, prefetch, cacheControl] of [
  ['/', true, false, 'no-cache'],
  ['/service-worker.js', true, false, 'no-cache'],
  ['/_astro/page.B3sWyS9n.js', true, false, year],
  ['/_astro/page.B3sWyS9n.js', true, true, year],
  ['/_astro/gone.js', false, false, 'no-cache'],
  ['/_astro.html', true, false, 'no-cache'],
  ['/webhooks/', true, true, 'private, max-age=60'],
  ['/webhook/', false, true, 'no-cache'],
] as const) {
  const kind = `${prefetch ? 'a prefetch' : 'a visit'} of ${path}${found ? '' : ', which is missing,'}`;
  test(`Caching: ${kind} gets "${cacheControl}"`, () => {
    const headers = headersFor(headerRules(facts('')), path, found, prefetch);
    assert.equal(headers['cache-control'], cacheControl);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    // Files that are no documents need no policy.
    const isFile = cacheControl === year;
    assert.equal(
      headers['content-security-policy']?.startsWith("default-src 'none';"),
      isFile ? undefined : true,
    );
  });
}

test('Below a base path, only its own hashed files are immutable', () => {
  const cacheControl = (path: string) =>
    headersFor(headerRules(facts('/docs')), path, true, false)['cache-control'];
  assert.equal(cacheControl('/docs/_astro/page.B3sWyS9n.js'), year);
  assert.equal(cacheControl('/_astro/page.B3sWyS9n.js'), 'no-cache');
});

test('The policy lists the hashes of scripts and styles, each in its directive', () => {
  const directives = contentSecurityPolicy(facts('').inline).split('; ');
  assert.ok(directives.includes("script-src 'self' 'wasm-unsafe-eval' 'sha256-a'"));
  assert.ok(directives.includes("style-src-elem 'self' 'sha256-b'"));
  assert.ok(directives.includes("frame-ancestors 'none'"));
});

test('The policy of a meta element lacks what browsers accept in a header only', () => {
  const { inline } = facts('');
  assert.equal(`${metaPolicy(inline)}; frame-ancestors 'none'`, contentSecurityPolicy(inline));
});

test('Without facts of a build, no policy is sent that would block its scripts', () => {
  assert.equal(headersFor(headerRules(), '/', true, false)['content-security-policy'], undefined);
});

test('Types follow the extension, in any case; a file without a known one is not interpreted', () => {
  assert.equal(contentType('/a/INDEX.HTML'), 'text/html; charset=utf-8');
  assert.equal(contentType('/a.b/name'), UNKNOWN_TYPE);
  assert.equal(contentType('/page.html.br'), UNKNOWN_TYPE);
  assert.equal(contentType('/constructor'), UNKNOWN_TYPE);
  assert.equal(contentType('/a.constructor'), UNKNOWN_TYPE);
});

/** Pagefind reads its files by itself; browsers need no type for them. */
const own = new Set(['.pagefind', '.pf_meta', '.pf_index', '.pf_filter', '.pf_fragment']);

test('Every file of the build has a type', () => {
  const files = globSync('dist/**/*.*', { withFileTypes: true }).filter((entry) => entry.isFile());
  const extensions = new Set(files.map(({ name }) => extname(name)));
  assert.ok(extensions.has('.html'), 'Run `npm run build` first.');
  const compressed = new Set(['.br', '.gz']);
  const unknown = [...extensions].filter(
    (extension) =>
      !own.has(extension) && !compressed.has(extension) && !Object.hasOwn(contentTypes, extension.slice(1)),
  );
  assert.deepEqual(unknown, [], 'Add these extensions to src/hosting/headers.ts.');
});
