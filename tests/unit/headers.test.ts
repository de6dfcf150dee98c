import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { extname } from 'node:path';
import { test } from 'node:test';
import { contentType, contentTypes, headersFor, UNKNOWN_TYPE } from '../../src/server/headers.ts';

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
    const headers = headersFor(path, found, prefetch);
    assert.equal(headers['cache-control'], cacheControl);
    assert.equal(headers['x-content-type-options'], 'nosniff');
  });
}

test('Types follow the extension, in any case; a file without a known one is not interpreted', () => {
  assert.equal(contentType('/a/INDEX.HTML'), 'text/html; charset=utf-8');
  assert.equal(contentType('/a.b/name'), UNKNOWN_TYPE);
  assert.equal(contentType('/page.html.br'), UNKNOWN_TYPE);
  assert.equal(contentType('/constructor'), UNKNOWN_TYPE);
  assert.equal(contentType('/a.constructor'), UNKNOWN_TYPE);
});

/** Pagefind reads its files by itself; browsers need no type for them. */
const own = new Set(['.pagefind', '.pf_meta', '.pf_index', '.pf_fragment']);

test('Every file of the build has a type', () => {
  const extensions = new Set(globSync('dist/**/*.*').map((file) => extname(file)));
  assert.ok(extensions.has('.html'), 'Run `npm run build` first.');
  const compressed = new Set(['.br', '.gz']);
  const unknown = [...extensions].filter(
    (extension) =>
      !own.has(extension) && !compressed.has(extension) && !Object.hasOwn(contentTypes, extension.slice(1)),
  );
  assert.deepEqual(unknown, [], 'Add these extensions to src/server/headers.ts.');
});
