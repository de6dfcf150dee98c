import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { starterFiles } from '../../src/downloads/starters.ts';
import { environment } from '../support/project-copy.ts';
import { allSources, markdownPage, place } from './support/pages.ts';

/** A file of client code, as a reader copies it from a page. */
interface Sample {
  file: string;
  code: string;
  where: string;
}

const linker = fileURLToPath(new URL('support/link-modules.ts', import.meta.url));

/** Every code block of the guides whose title is the name of a file. */
const samples: Sample[] = allSources
  .filter(({ file }) => file !== markdownPage)
  .flatMap((page) =>
    page.fences.flatMap((fence) => {
      const [, file] = /\btitle="([\w-]+\.\w+)"/.exec(fence.meta) ?? [];
      return file ? [{ file, code: fence.code, where: place(page, fence) }] : [];
    }),
  );

const isModule = ({ file }: Pick<Sample, 'file'>) => file.endsWith('.js');

/** The files of the JavaScript starter in the folder that readers save the samples in. */
const starter = [...starterFiles().get('javascript')!]
  .filter(([file]) => !file.includes('/'))
  .map(([file, code]) => ({ file, code }));

/** Runs a check with files in one folder, as ES modules. */
function inFolder<T>(files: readonly Pick<Sample, 'file' | 'code'>[], check: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'samples-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    for (const { file, code } of files) writeFileSync(join(folder, file), code);
    return check(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The errors that Node reports when it links modules without running them; one error per line. */
function linkFaults(files: readonly Pick<Sample, 'file' | 'code'>[]): string[] {
  return inFolder(files, (folder) => {
    const { status, stdout, stderr } = node('--experimental-vm-modules', linker, folder);
    assert.equal(status, 0, stderr);
    return stdout.split('\n').filter((line) => line !== '');
  });
}

function node(...options: string[]) {
  return spawnSync(process.execPath, options, { env: environment, encoding: 'utf8' });
}

test('The samples of all guides are found', () => {
  assert.ok(samples.filter(isModule).length > 30, `${samples.length} samples`);
});

test('All programs in JavaScript have the same file extension, so that they can import each other', () => {
  const errors = allSources
    .filter(({ file }) => file !== markdownPage)
    .flatMap((page) =>
      page.fences
        .filter(({ language, meta }) => language === 'js' && !/\btitle="[^"]+\.js"/.test(meta))
        .map((fence) => `${place(page, fence)} ${fence.meta}`),
    );
  assert.deepEqual(errors, []);
});

test('Each JavaScript sample is a module that Node can parse', () => {
  const modules = samples.filter(isModule);
  const errors = inFolder(modules, (folder) =>
    modules.flatMap(({ file, where }) => {
      const { status, stderr } = node('--check', join(folder, file));
      return status === 0 ? [] : [`${where} ${file}: ${stderr}`];
    }),
  );
  assert.deepEqual(errors, []);
});

test('Every import of a JavaScript sample resolves to a sample or a file of the starter that exports the name', () => {
  assert.deepEqual(linkFaults([...starter, ...samples].filter(isModule)), []);
});

test('An import of a missing sample or a missing name is found', () => {
  const token = { file: 'token.js', code: 'export const accessToken = 1;' };
  const uses = (code: string) => [token, { file: 'uses.js', code }];
  assert.deepEqual(linkFaults(uses("import { accessToken } from './token.js';\nimport 'node:fs';")), []);
  assert.match(linkFaults(uses("import { token } from './token.js';")).join(), /^uses\.js: .*'token'/);
  assert.match(linkFaults(uses("import './tokens.js';")).join(), /^uses\.js: imports \.\/tokens\.js/);
  assert.match(
    linkFaults(uses("import { sleep } from 'node:timers/promises';")).join(),
    /^uses\.js: .*'sleep'/,
  );
});

test('No JavaScript sample needs an extension of its own', () => {
  assert.deepEqual(
    samples.filter(({ file }) => /\.[cm]js$/.test(file)).map(({ where }) => where),
    [],
  );
});

/** The modules that Python code imports, without their submodules. */
const pythonImports = (code: string) =>
  [...code.matchAll(/^\s*(?:from|import) (\w+)/gm)].map(([, module]) => module!);

test('Python samples need no packages', () => {
  const python = samples.filter(({ file }) => file.endsWith('.py'));
  assert.ok(python.length > 10, `${python.length} samples`);
  const files = [...starterFiles().get('python')!.keys(), ...python.map(({ file }) => file)];
  const { stdout } = spawnSync('python3', ['-c', 'import sys; print(*sys.stdlib_module_names)'], {
    encoding: 'utf8',
  });
  const known = new Set([...stdout.trim().split(' '), ...files.map((file) => file.replace(/\.py$/, ''))]);
  assert.deepEqual(
    python.flatMap(({ where, code }) =>
      pythonImports(code).flatMap((module) => (known.has(module) ? [] : [`${where} ${module}`])),
    ),
    [],
  );
  assert.ok(known.has('json') && !known.has('requests'));
});

test('A file name always has the same content, so that readers can save all samples in the folder of the starter', () => {
  const first = new Map(starter.map((each) => [each.file, { ...each, where: 'the starter' }]));
  const errors = samples.flatMap((sample) => {
    const earlier = first.get(sample.file) ?? sample;
    first.set(sample.file, earlier);
    return earlier.code === sample.code ? [] : [`${sample.where} and ${earlier.where}: ${sample.file}`];
  });
  assert.deepEqual(errors, []);
});
