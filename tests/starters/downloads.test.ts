import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { starterFiles } from '../../src/downloads/starters.ts';
import { projectRoot } from '../support/project-copy.ts';

const starters = starterFiles();

/** How readers run each starter, and how the grader runs it. */
const commands: Readonly<Record<string, readonly [run: string, graded?: string]>> = {
  javascript: ['node steps.js'],
  python: ['python3 steps.py'],
  php: ['php steps.php'],
  java: ['java -cp classes:.:sqlite-jdbc.jar Steps'],
  csharp: ['dotnet run', 'dotnet bin/Debug/net8.0/Starter.dll'],
};
const read = (path: string) => readFileSync(join(projectRoot, path));

for (const [language, files] of starters) {
  test(`The ${language} download contains the starter's files, from the time of its version, without owners`, async () => {
    const entries = await unpackTar(gunzipSync(read(`dist/starters/${language}.tar.gz`)));
    for (const name of ['README.md', 'schema.sql', '.gitignore']) assert.ok(files.has(name), name);
    const unpacked = entries.map(({ header, data }) => [header.name, Buffer.from(data ?? []).toString()]);
    const expected = [...files].map(([file, text]) => [`starter-${language}/${file}`, text]);
    assert.deepEqual(unpacked, expected);
    const version = files.get('VERSION')?.trim() ?? '2000-01-01';
    for (const { header } of entries) {
      assert.equal(header.mtime?.toISOString().slice(0, 10), version);
      assert.deepEqual([header.uid ?? 0, header.gid ?? 0], [0, 0]);
    }
  });
}

for (const [language, [run, graded = run]] of Object.entries(commands))
  test(`The ${language} README says how to run the starter and how to grade it`, () => {
    const readme = starters.get(language)?.get('README.md') ?? '';
    assert.match(readme, new RegExp(`^ {4}WEBHOOK_PATH=.* CLIENT_SECRET=\\S+ ${run}$`, 'm'));
    assert.match(readme, new RegExp(`^ {4}node sandbox\\.mjs --grade -- ${graded}$`, 'm'));
  });

test('The starters page links to each download and to the sandbox', () => {
  const page = read('dist/starters/index.html').toString();
  for (const path of ['/sandbox.mjs', ...[...starters.keys()].map((name) => `/starters/${name}.tar.gz`)])
    assert.ok(page.includes(`href="${path}"`), path);
});
