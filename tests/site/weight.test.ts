import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { builtFile, filesOf, pageAt, sitePages, type BuiltPage } from '../support/built-pages.ts';
import { apis } from '../support/published-contracts.ts';

/*
 * Bytes of brotli. A first visit loads HTML, styles, scripts and the icon; tests/e2e/weight.spec.ts proves that a browser
 * loads these files and no others.
 */

/** What a first visit may cost by kind of page. Of guides, 0.84 times one to plain Starlight (47 kB). */
const budgets: readonly [kind: string, bytes: number, paths: readonly string[]][] = [
  [
    'guides',
    39_500,
    sitePages.filter((path) =>
      /^\/(account-information|sequencing|categorization|analysis|webhooks)\//.test(path),
    ),
  ],
  ['operations', 42_500, apis.flatMap((api) => api.operations.map(({ address }) => address))],
  ['the home page and overviews', 39_000, ['/', '/api/', ...apis.map(({ overview }) => overview)]],
  ['interactive pages, without their reference', 34_000, apis.map((api) => api.interactive)],
];

/** Strings in every build of React and of Scalar, and nowhere else on this site. */
const HEAVY = /react\.transitional\.element|scalar-api-reference|--scalar-background-1/;

const weights = new Map<string, number>();

function weightOf(file: string): number {
  const weight = weights.get(file) ?? brotliCompressSync(builtFile(file)).length;
  weights.set(file, weight);
  return weight;
}

/** The five pages that gzip finds largest, because brotli takes a quarter of a second for each. */
const heaviest = (paths: readonly string[]) =>
  paths
    .map((path) => ({ path, bytes: gzipSync(pageAt(path).html).length }))
    .toSorted((one, other) => other.bytes - one.bytes)
    .slice(0, 5)
    .map(({ path }) => path);

const firstVisit = (page: BuiltPage) =>
  filesOf(page).reduce((sum, file) => sum + weightOf(file), weightOf(`${page.path}index.html`));

for (const [kind, budget, paths] of budgets)
  test(`A first visit: ${kind}`, () => {
    for (const path of heaviest(paths)) {
      const bytes = firstVisit(pageAt(path));
      assert.ok(bytes <= budget, `a first visit to ${path} costs ${bytes} bytes`);
    }
  });

test('no page loads React or Scalar before a reader needs them', () => {
  for (const path of sitePages) {
    const page = pageAt(path);
    assert.doesNotMatch(page.html, HEAVY, path);
    for (const file of filesOf(page)) assert.doesNotMatch(builtFile(file).toString('latin1'), HEAVY, file);
  }
});
