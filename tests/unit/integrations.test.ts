import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rewriteSources } from '../../src/integrations/rewrites.ts';

test('Every component that a page of the reference can show is ours', () => {
  const [, source = ''] = [...rewriteSources()].find(([id]) => id.endsWith('routes/common.astro')) ?? [];
  const imports = [...source.matchAll(/^import \w+ from '(.+\.astro)'/gm)].map(([, from]) => from!);
  assert.ok(imports.length > 1);
  for (const from of imports)
    assert.match(from, /^\/src\/|^@astrojs\/starlight\/components\/StarlightPage\.astro$/);
});

test('After an upgrade that changes a rewritten file, the error names the file and the fix', () => {
  assert.throws(() => rewriteSources(() => 'changed'), {
    name: 'WriterError',
    message: /@astrojs\/starlight\/components\/\w+\.astro does not contain .*\n {2}Fix: run .npm ci./,
  });
});
