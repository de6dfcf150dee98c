import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { transform } from 'lightningcss';

/*
 * Packages name their elements as they like. Every name that our styles select has to occur where the site is built from
 * its sources or in a built page, so that a rule fails here when an upgrade renames what it matches.
 */

const sources = globSync('src/**/*.{astro,ts,tsx,mdx}').map((file) => readFileSync(file, 'utf8'));
/** Scalar's own names are in its code: tests of the interactive reference look at its elements. */
const scalar = globSync('dist/_astro/ScalarReference*.js').map((file) => readFileSync(file, 'utf8'));
const markup = [
  ...scalar,
  ...sources.map(withoutStyles),
  ...globSync('dist/**/*.html').map((file) => readFileSync(file, 'utf8')),
];
const words = new Set(markup.flatMap((text) => text.match(/-{0,2}[a-zA-Z_][\w:-]*/g) ?? []));

describe('Every class and ID that styles select is in a page', () => {
  for (const file of globSync('src/**/*.{css,astro}').sort()) {
    const names = namesIn(readFileSync(file, 'utf8'), file);
    if (names.size === 0) continue;
    test(file, () =>
      assert.deepEqual(
        [...names].filter((name) => !words.has(name)),
        [],
      ),
    );
  }
});

function withoutStyles(source: string): string {
  return source.replace(/<style[\s\S]*?<\/style>/g, '');
}

/** The classes and IDs in the selectors of a stylesheet, or of the styles of a component. */
function namesIn(source: string, file: string): Set<string> {
  const names = new Set<string>();
  const styles = file.endsWith('.css')
    ? [source]
    : [...source.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, style]) => style!);
  for (const style of styles)
    transform({
      filename: file,
      // Astro's own pseudo-class.
      code: Buffer.from(style.replaceAll(':global(', ':is(')),
      visitor: {
        Selector(selector) {
          for (const part of selector) if (part.type === 'class' || part.type === 'id') names.add(part.name);
        },
      },
    });
  return names;
}
