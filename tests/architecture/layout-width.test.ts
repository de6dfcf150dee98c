import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { layout } from '../../src/config/site.ts';

test('Every media query in pixels uses the width from src/config/site.ts, or one pixel less', () => {
  const widths = new Set<number>();
  for (const file of globSync('src/**/*.{css,astro}')) {
    for (const [query] of readFileSync(file, 'utf8').matchAll(/@media[^{]*/g)) {
      for (const [whole, bound, width] of query.matchAll(/(?:\b(min|max)-width:\s*)?(\d+)px/g)) {
        assert.ok(bound, `${file}: ${query.trim()}: write ${whole} as min-width or max-width.`);
        const expected = bound === 'min' ? layout.desktopMinWidth : layout.desktopMinWidth - 1;
        assert.equal(Number(width), expected, `${file}: ${query}`);
        widths.add(expected);
      }
    }
  }
  assert.equal(widths.size, 2, 'no media query was found');
});
