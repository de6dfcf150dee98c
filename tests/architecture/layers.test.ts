import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transform } from 'lightningcss';
import { sourceFiles } from '../support/source-files.ts';

/** The styles of a component, or of a stylesheet. */
function stylesIn(path: string, text: string): string[] {
  if (path.endsWith('.css')) return [text];
  return [...text.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map(([, css = '']) => css);
}

/** The kinds of rules that are in no cascade layer: `style` for a plain rule, `media` for a media query. */
function unlayered(css: string): string[] {
  const found: string[] = [];
  transform({
    filename: 'styles.css',
    code: Buffer.from(css),
    visitor: {
      StyleSheet: ({ rules }) => {
        const layers = ['layer-block', 'layer-statement', 'import', 'ignored'];
        found.push(...rules.map(({ type }) => type).filter((type) => !layers.includes(type)));
      },
    },
  });
  return found;
}

test('Rules outside of layers are found, also in media queries', () => {
  assert.deepEqual(unlayered('@layer a, b; @layer a { p { color: red } }'), []);
  assert.deepEqual(unlayered('p { color: red } @media print { p { color: red } }'), ['style', 'media']);
});

test('Every rule is in a cascade layer', () => {
  const styles = sourceFiles('src', ['.css', '.astro']).flatMap(({ path, text }) =>
    stylesIn(path, text).map((css) => ({ path, outside: unlayered(css) })),
  );
  assert.ok(styles.length > 40, `${styles.length} styles`);
  assert.deepEqual(
    styles.flatMap(({ path, outside }) => (outside.length > 0 ? path : [])),
    [],
  );
});
