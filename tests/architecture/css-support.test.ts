import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const sources = globSync('src/**/*.{css,astro}').map((file) => ({ file, text: readFileSync(file, 'utf8') }));

test('Underlines use longhands, because WebKit rejects the shorthand with style and color', () => {
  const declarations = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/text-decoration:\s*([^;}]+)/g)].map(([, value = '']) => ({
      file,
      value: value.trim(),
    })),
  );
  assert.ok(declarations.length > 5, 'no declaration was found');
  assert.deepEqual(
    declarations.filter(({ value }) => /\s/.test(value)),
    [],
  );
});
