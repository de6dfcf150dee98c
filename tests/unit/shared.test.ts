import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, test, type TestContext } from 'node:test';
import { nearestPage } from '../../src/shared/nearest.ts';
import { slugOf } from '../../src/shared/page-path.ts';
import { sourceFiles, trackedFiles } from '../../src/shared/source-files.ts';
import { testFolder } from '../support/test-folder.ts';

let folder: string;
beforeEach((context) => {
  folder = testFolder(context as TestContext);
});

function write(...files: string[]) {
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
}

const git = (...words: string[]) => assert.equal(spawnSync('git', words, { cwd: folder }).status, 0);

test('Only files with a plain name and the extension are sources', () => {
  write('b.yaml', 'a_1-2.yaml', 'c.json', '.a.yaml', 'a.yaml~', 'a.orig.yaml', '#a.yaml#', 'a copy.yaml');
  assert.deepEqual(sourceFiles(folder, 'yaml'), ['a_1-2.yaml', 'b.yaml']);
});

test('Only tracked files are published, and others are reported unless git ignores them', () => {
  write('sub/kept.txt', '.nojekyll', 'deleted.js');
  git('init', '--quiet');
  git('add', '.');
  rmSync(join(folder, 'deleted.js'));
  write('.env', 'draft.js', 'sub/secret.json', 'ignored.log', '.gitignore');
  writeFileSync(join(folder, '.gitignore'), '*.log\n.gitignore\n');
  assert.deepEqual(trackedFiles(folder), ['.nojekyll', 'sub/kept.txt']);
  assert.deepEqual(trackedFiles(join(folder, 'sub')), ['kept.txt']);
});

test('Without git, only files with a plain name and a known extension are published', () => {
  write('client.py', 'programs/store.js', 'package.json', '.nojekyll');
  write('.env', '.hidden.js', 'credentials.json', 'client.pyc', 'client.orig.py', 'notes.txt', '.idea/a.js');
  write('node_modules/a/index.js', 'id_rsa');
  const published = ['.nojekyll', 'client.py', 'package.json', 'programs/store.js'];
  assert.deepEqual(trackedFiles(folder), published);
});

test("Without git, the rule publishes this project's tracked files", () => {
  for (const each of ['public', 'starters']) {
    const files = trackedFiles(each);
    write(...files.map((file) => `${each}/${file}`));
    assert.deepEqual(trackedFiles(join(folder, each)), files);
  }
});

test('A slug omits only a whole index', () => {
  const slugs = ['index.mdx', 'a/index.md', 'a/reindex.mdx', 'a/b.mdx'].map((file) =>
    slugOf(`src/content/docs/${file}`),
  );
  assert.deepEqual(slugs, ['index', 'a', 'a/reindex', 'a/b']);
  assert.equal(slugOf('src/content/partials/a.mdx'), undefined);
});

const pages = ['/account-information/data-access/consent-refresh/', '/webhooks/', '/webhooks/events/'];

for (const [what, path, nearest] of [
  ['with a typo', '/webhooks/event', '/webhooks/events/'],
  ['in uppercase', '/Webhook/', '/webhooks/'],
  ['that moved', '/guides/consent-refresh/', '/account-information/data-access/consent-refresh/'],
  ['that resembles no page', '/pricing/enterprise/quote-form/', undefined],
] as const)
  test(`Instead of a page ${what}, ${path}, the not-found page suggests ${nearest ?? 'none'}`, () =>
    assert.equal(nearestPage(path, pages), nearest));
