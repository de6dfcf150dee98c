import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectFiles, projectRoot } from '../support/project-copy.ts';
import { sourceFiles, withoutComments, type SourceFile } from '../support/source-files.ts';

/** What a reader of the repository sees first. Files whose names begin with a dot belong to tools. */
const topLevel = new Set([
  'ASSUMPTIONS.md',
  'CHANGELOG.md',
  'CODEOWNERS',
  'CODE_OF_CONDUCT.md',
  'CONTRIBUTING.md',
  'LICENSE',
  'LICENSE.md',
  'NOTICE',
  'README.md',
  'SECURITY.md',
  'SUPPORT.md',
  'astro.config.mjs',
  'docs',
  'ec.config.mjs',
  'eslint.config.js',
  'openapi',
  'package-lock.json',
  'package.json',
  'public',
  'src',
  'starters',
  'tests',
  'tsconfig.json',
]);

const code = ['.ts', '.tsx', '.astro', '.css', '.js', '.mjs'];

/** A file that is longer has two subjects. */
const MOST_LINES = 250;

/** Shows every element that pages may use, tables and code among them. */
const SHOWCASE = 'src/content/docs/markdown-page.mdx';

/** Header cells that together announce what the contract knows: a column of names and one that defines them. */
const naming = /^(field|parameter|property|key|name|attribute|value|code|column)s?$/i;
const defining = /^(type|description|meaning|required|optional|default|format|nullable|data type)$/i;

const guides = sourceFiles('src/content', ['.md', '.mdx']).filter(({ path }) => path !== SHOWCASE);

test('The top level contains only the expected files', () => {
  const names = new Set(projectFiles().map((file) => file.split(/[\\/]/)[0]!));
  const others = [...names].filter((name) => !topLevel.has(name) && !name.startsWith('.'));
  assert.deepEqual(others, []);
});

test(`No code file has more than ${MOST_LINES} lines`, () => {
  const files = [...sourceFiles('src', code), ...sourceFiles('tests', code)];
  assert.ok(files.length > 100);
  const long = files.map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }));
  assert.deepEqual(
    long.filter(({ lines }) => lines > MOST_LINES),
    [],
  );
});

test('Every dependency is pinned to one version', () => {
  const versions = ['package.json', 'tests/tools/package.json'].flatMap((file) => {
    const { dependencies, devDependencies = {} } = JSON.parse(readFileSync(join(projectRoot, file), 'utf8'));
    return Object.entries<string>({ ...dependencies, ...devDependencies });
  });
  assert.ok(versions.length > 20);
  assert.deepEqual(
    versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    [],
  );
});

test('Every locked package has the hash of its content', () => {
  const lock = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'));
  const packages = Object.entries<{ integrity?: string; optional?: boolean }>(lock.packages).slice(1);
  assert.ok(packages.length > 500);
  const unhashed = packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
  // The registry that the lock was made from has these builds of Astro's compiler for one system only.
  const otherSystems = /^node_modules\/@astrojs\/compiler-binding-/;
  assert.deepEqual(
    unhashed.filter(([name, { optional }]) => !optional || !otherSystems.test(name)).map(([name]) => name),
    [],
  );
});

test('No style uses !important', () => {
  const styled = sourceFiles('src', ['.css', '.astro', '.tsx']);
  assert.ok(styled.length > 0);
  const forced = styled.filter((file) => /!\s*important/i.test(withoutComments(file)));
  assert.deepEqual(
    forced.map(({ path }) => path),
    [],
  );
});

/** The header rows of the tables that a page has in Markdown, each as its cells. */
function tableHeaders({ path, text }: SourceFile): string[][] {
  return [...withoutComments({ path, text }).matchAll(/^ *\|(.+)\| *\n *\|[\s:|-]+\|? *$/gm)].map(
    ([, header]) => header!.split('|').map((cell) => cell.replaceAll(/[*_`]/g, '').trim()),
  );
}

const repeatsContract = (header: string[]) =>
  header.some((cell) => naming.test(cell)) && header.some((cell) => defining.test(cell));

test('Tables that repeat the contract are recognized, other tables are not', () => {
  const headersIn = (text: string) => tableHeaders({ path: 'page.md', text });
  assert.deepEqual(headersIn('| Field | `Type` |\n| --- | :-: |\n| a | b |'), [['Field', 'Type']]);
  assert.ok(repeatsContract(['Field', 'Type', 'What for']));
  assert.ok(repeatsContract(['Value', 'Meaning']));
  assert.ok(!repeatsContract(['You want to', 'Go to']));
  assert.ok(!repeatsContract(['Rule', 'Value']));
});

test('Tables of fields, parameters and enums come from the contract, not from Markdown', () => {
  assert.ok(
    guides.some((guide) => tableHeaders(guide).length > 0),
    'No guide has a table; is the search broken?',
  );
  const repeated = guides.flatMap((guide) =>
    tableHeaders(guide)
      .filter(repeatsContract)
      .map((header) => `${guide.path}: | ${header.join(' | ')} |`),
  );
  assert.deepEqual(repeated, []);
});

test('JSON bodies come from the examples of the contract, not from fences', () => {
  assert.ok(
    guides.some(({ text }) => /^\s*```js\b/m.test(text)),
    'No guide has a fence; is the search broken?',
  );
  const typed = guides.filter(({ text }) => /^\s*(`{3,}|~{3,})\s*json/im.test(text));
  assert.deepEqual(
    typed.map(({ path }) => path),
    [],
  );
});
