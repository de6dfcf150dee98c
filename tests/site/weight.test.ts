import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { isInteractive } from '../../src/config/apis.ts';
import {
  builtFile,
  builtText,
  checkPages,
  pageAt,
  readersPages,
  sitePages,
  textOf,
  type BuiltPage,
} from '../support/built-pages.ts';

/** Targets for a first visit by page kind, in brotli bytes: HTML, styles, scripts, and the icon. */
const aims: readonly [kind: string, bytes: number, includes: (path: string) => boolean][] = [
  ['interactive pages, without their reference', 34_000, isInteractive],
  ['operations', 42_500, (path) => /^\/api\/[^/]+\/(operations|webhooks)\//.test(path)],
  ['the home page and the reference', 39_000, (path) => path === '/' || path.startsWith('/api/')],
  ['guides', 39_500, () => true],
];

/** Matches the static imports of a script, as absolute or relative paths. */
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["']([^"']+\.js)["']/g;

/** Adds the static imports of scripts to a set of files. */
function withImports(files: Set<string>): Set<string> {
  for (const file of files)
    if (file.endsWith('.js'))
      for (const [, imported] of builtText(file).matchAll(STATIC_IMPORT))
        files.add(new URL(imported!, `file://${file}`).pathname);
  return files;
}

/** Paths of the styles, scripts, and icon that a first visit loads besides the HTML. */
function filesOf(page: BuiltPage): Set<string> {
  const loaded = 'link[rel=modulepreload], link[rel=stylesheet], link[rel~=icon][type="image/svg+xml"]';
  const scripts = page.attributes('script[src]', 'src');
  return withImports(new Set([...page.attributes(loaded, 'href'), ...scripts] as string[]));
}

const weights = new Map<string, number>();
const weightOf = (file: string) => {
  if (!weights.has(file)) weights.set(file, brotliCompressSync(builtFile(file)).length);
  return weights.get(file)!;
};

test("A first visit costs at most a tenth more than its page kind's target", () => {
  const kindOf = (path: string) => aims.find(([, , includes]) => includes(path));
  for (const [kind, aim] of aims) {
    const paths = readersPages.filter((path) => kindOf(path)?.[0] === kind);
    // Measure only the largest pages, because compressing one takes a quarter of a second.
    const largest = paths.toSorted((a, b) => pageAt(b).html.length - pageAt(a).html.length).slice(0, 3);
    const visits = largest.map((path) => {
      const files = [...filesOf(pageAt(path)), `${path}index.html`];
      return { path, bytes: files.reduce((sum, file) => sum + weightOf(file), 0) };
    });
    const heaviest = visits.toSorted((a, b) => b.bytes - a.bytes)[0]!;
    console.log(`${kind}: ${heaviest.bytes} bytes (${aim}), ${heaviest.path}`);
    assert.ok(heaviest.bytes <= 1.1 * aim, `${heaviest.path} costs over 10% more than ${aim} bytes.`);
  }
});

test('No page loads React or Scalar before a reader needs them', () => {
  // These strings are in every build of React and of Scalar, and nowhere else on this site.
  const heavy = /react\.transitional\.element|scalar-api-reference|--scalar-background-1/;
  checkPages(sitePages, (page) => [
    heavy.test(page.html) && 'its HTML',
    ...[...filesOf(page)].map((file) => heavy.test(builtFile(file).toString('latin1')) && file),
  ]);
});

test('The interactive reference is an island, whose button states the size of its code', () => {
  const page = pageAt('/consents-api/');
  const [island, ...others] = page.all('astro-island[client=near]');
  assert.deepEqual(others, []);
  const { 'component-url': component = '', 'renderer-url': renderer = '' } = island?.attribs ?? {};
  const [, scalar = ''] = /import\(.(\.\/Scalar\.[\w-]+\.js)/.exec(builtText(component)) ?? [];
  const files = withImports(new Set([component, renderer, new URL(scalar, `file://${component}`).pathname]));
  const bytes = [...files].reduce((sum, file) => sum + gzipSync(builtFile(file)).length, 0);
  const [button] = page.all('astro-island[client=near] button');
  assert.ok(button, 'The island has no button.');
  assert.equal(textOf(button), `Load the full reference (${(bytes / 1e6).toFixed(1)} MB)`);
});
