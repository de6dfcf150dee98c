import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { rewrites, rewriteSources } from '../../src/build/starlight-rewrites.ts';

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
      ['Operation', '/src/components/reference/ReferencePage.astro'],
      ['OverviewOperationTag', '/src/components/reference/ReferencePage.astro'],
      ['OverviewSchema', '/src/components/reference/ReferencePage.astro'],
    ],
  );
});

for (const { package: name, file, pattern, reason } of rewrites) {
  test(`If ${file} changes where it is rewritten because ${reason}, the error names the file and the fix`, () => {
    const changed = (path: string) => readFileSync(path, 'utf8').replaceAll(pattern, 'changed');
    assert.throws(() => rewriteSources(changed), {
      name: 'WriterError',
      message: new RegExp(
        `${name}: ${file} does not contain ${RegExp.escape(String(pattern))}[^]*Fix: run .npm ci.`,
      ),
    });
  });
}
