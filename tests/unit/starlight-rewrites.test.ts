import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rewrites, rewriteSources } from '../../src/integrations/rewrites.ts';

const sources = rewriteSources();
const sourceOf = (file: string) => [...sources].find(([id]) => id.endsWith(file))![1];

test('The rewrites match the installed packages, and leave nothing of what they replace', () => {
  for (const { file, pattern } of rewrites) assert.doesNotMatch(sourceOf(file), pattern, file);
  assert.match(sourceOf('style/util.css'), /@media \(min-width: 997px\)/);
});

test('Every component that a page of the reference can show is ours', () => {
  const imports = sourceOf('routes/common.astro').matchAll(/^import (\w+) from '(.+\.astro)'/gm);
  assert.deepEqual(
    [...imports].map(([, name, from]) => [name, from]),
    [
      ['StarlightPage', '@astrojs/starlight/components/StarlightPage.astro'],
      ['Operation', '/src/reference/ReferencePage.astro'],
      ['OverviewOperationTag', '/src/reference/ReferencePage.astro'],
      ['OverviewSchema', '/src/reference/ReferencePage.astro'],
    ],
  );
});

test('After an upgrade that changes a rewritten file, the error names the file and the fix', () => {
  assert.throws(() => rewriteSources(() => 'changed'), {
    name: 'WriterError',
    message: /@astrojs\/starlight\/components\/PageFrame\.astro does not contain .*\n {2}Fix: run .npm ci./,
  });
});
