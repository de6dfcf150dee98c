import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const sources = globSync('src/**/*.{css,astro}').map((file) => ({ file, text: readFileSync(file, 'utf8') }));

test('Underlines are written in longhands, since WebKit rejects the shorthand with more than a line', () => {
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
