import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cacheNames, cachePrefix } from '../../src/offline/protocol/caches.ts';

test('No site takes the caches of a site with another base path for its own', () => {
  const bases = ['/', '/docs/', '/docs/v2/', '/preview/'];
  for (const base of bases)
    for (const other of bases.filter((each) => each !== base))
      for (const name of Object.values(cacheNames(other)))
        assert.ok(!name.startsWith(cachePrefix(base)), `${name} and ${base}`);
});
