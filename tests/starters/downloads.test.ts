import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { projectRoot } from '../support/project-copy.ts';

const languages = readdirSync(join(projectRoot, 'starters'));
const read = (path: string) => readFileSync(join(projectRoot, path));

for (const language of languages) {
  test(`The download for ${language} has the files of the starter, without dates and owners`, async () => {
    const entries = await unpackTar(gunzipSync(read(`dist/starters/${language}.tar.gz`)));
    const files = globSync(join(projectRoot, 'starters', language, '*.*')).map((file) => basename(file));
    assert.ok(files.includes('README.md'));
    assert.deepEqual(
      entries.map(({ header }) => header.name),
      files.sort().map((file) => `starter-${language}/${file}`),
    );
    for (const { header, data } of entries) {
      const file = join('starters', language, basename(header.name));
      assert.deepEqual(Buffer.from(data ?? []), read(file), file);
      assert.equal(header.mtime?.getTime(), 0);
      assert.deepEqual([header.uid ?? 0, header.gid ?? 0], [0, 0]);
    }
  });
}

test('The page about starters links to each download and to the sandbox', () => {
  const page = read('dist/starters/index.html').toString();
  const links = [...page.matchAll(/href="([^"]+\.(?:tar\.gz|mjs))"/g)].map(([, href]) => href);
  assert.deepEqual(
    links.sort(),
    ['/sandbox.mjs', ...languages.map((language) => `/starters/${language}.tar.gz`)].sort(),
  );
});

test('Readers who keep the site offline do not download starters and the sandbox', () => {
  const { files } = JSON.parse(read('dist/downloads.json').toString()) as { files: [path: string][] };
  const paths = files.map(([path]) => path);
  assert.ok(paths.includes('/starters/'));
  assert.deepEqual(
    paths.filter((path) => path.endsWith('.tar.gz') || path.endsWith('.mjs')),
    [],
  );
});
