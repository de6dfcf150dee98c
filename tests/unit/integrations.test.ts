import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rewriteSources } from '../../src/integrations/rewrites.ts';

test('After an upgrade that changes a rewritten file, the error names the file and the fix', () => {
  assert.throws(() => rewriteSources(() => 'changed'), {
    name: 'WriterError',
    message: /@astrojs\/starlight\/components\/\w+\.astro does not contain .*\n {2}Fix: run .npm ci./,
  });
});
