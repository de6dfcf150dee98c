import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { builtFile, filesOf, pageAt, sitePages, type BuiltPage } from '../support/built-pages.ts';
import { apis } from '../support/published-contracts.ts';

/*
 * Bytes of brotli. A first visit loads HTML, styles, scripts and the icon; tests/e2e/weight.spec.ts proves that a browser
 * loads these files and no others.
 */

/** What a guide may cost on a first visit, and on later ones, because all guides share their other files. */
const guideBudget = { first: 32_500, next: 10_500 };

/** What every page of an operation may cost on a first visit. */
const OPERATION_BUDGET = 36_000;

/** The same for other kinds of pages. */
const otherBudgets: Record<string, number> = {
  // With pictures, and samples of nine requests.
  '/': 35_500,
  // The overview grows with each API.
  '/api/': 25_500 + 150 * apis.length,
  '/api/consents/': 30_000,
};

/** The same for interactive pages, whose reference is fetched when it is shown. */
const INTERACTIVE_BUDGET = 29_000;

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

test('every guide stays within its budget, and loads the same files as other guides', () => {
  const guides = sitePages.filter((path) =>
    /^\/(account-information|sequencing|categorization|analysis|webhooks)\//.test(path),
  );
  assert.ok(guides.length > 50);
  for (const path of guides) assert.deepEqual(filesOf(pageAt(path)), filesOf(pageAt(guides[0]!)), path);
  for (const path of heaviest(guides)) {
    const page = pageAt(path);
    const [first, next] = [firstVisit(page), weightOf(`${path}index.html`)];
    assert.ok(first <= guideBudget.first, `a first visit to ${path} costs ${first} bytes`);
    assert.ok(next <= guideBudget.next, `${path} itself costs ${next} bytes`);
  }
});

test('every page of an operation stays within its budget', () => {
  const operations = apis.flatMap((api) => api.operations.map(({ address }) => address));
  for (const path of heaviest(operations)) {
    const bytes = firstVisit(pageAt(path));
    assert.ok(bytes <= OPERATION_BUDGET, `a first visit to ${path} costs ${bytes} bytes`);
  }
});

test('the home page, the overviews and the interactive pages stay within their budgets', () => {
  const interactive = heaviest(apis.map((api) => api.interactive)).map(
    (path) => [path, INTERACTIVE_BUDGET] as const,
  );
  for (const [path, budget] of [...Object.entries(otherBudgets), ...interactive]) {
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
