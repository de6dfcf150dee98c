import assert from 'node:assert/strict';
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { printedIn } from '../../../src/sandbox/grade/totals.ts';
import { runCommand, startCommand } from '../../samples/support/run-command.ts';
import { python } from '../../starters/support/starters.ts';
import { testFolder } from '../../support/test-folder.ts';
import { blocks } from '../../samples/support/pages.ts';
import { dist } from '../../support/built-pages.ts';
import { toolsFolder } from '../../support/tools.ts';
import type { Consumer } from '../consumer.ts';
import { outputOf, startSandbox, versionOf } from '../support.ts';

/** Unpacks all starters into a new folder. Returns the folder. */
function unpacked(context: TestContext, tar = 'tar'): string {
  const folder = testFolder(context);
  const archives = globSync(`${dist}/starters/*.tar.gz`);
  assert.equal(archives.length, 5);
  for (const archive of archives) assert.equal(outputOf(folder, tar, '-xzf', archive), '', archive);
  return folder;
}

/** Runs a program without output for all files of a starter that match a pattern. */
function acceptsAll(context: TestContext, pattern: string, program: string, ...options: string[]): void {
  const folder = unpacked(context);
  const files = globSync(pattern, { cwd: folder });
  assert.ok(files.length > 0, pattern);
  assert.equal(outputOf(folder, program, ...options, ...files), '');
}

const ZIP = `import shutil, sys, zipapp
for folder in sys.argv[1:]: shutil.make_archive(folder, 'zip', folder)
zipapp.create_archive('starter-python', main='steps:main')`;

/** A file of a package in `tests/tools`. */
const inTools = (file: string) => join(toolsFolder, 'node_modules', file);

/** Runtimes for JavaScript, with the options that they need for a program that uses the network and files. */
const runtimes: readonly [name: string, program: string, ...options: string[]][] = [
  ['Node.js 20', inTools('node-20/bin/node')],
  ['Node.js 22', inTools('node-22/bin/node')],
  ['Node.js 24', process.execPath],
  ['Bun', inTools('@oven/bun-linux-x64/bin/bun')],
  ['Deno', inTools('@deno/linux-x64-glibc/deno'), 'run', '--allow-all'],
];

/** Programs that unpack or run the sandbox and the starters. */
export const downloadReaders: readonly Consumer[] = [
  {
    artifact: '/starters/*.tar.gz',
    reader: 'tar',
    version: () => versionOf('tar'),
    right: 'unpacks them without a warning',
    check: (context) => void unpacked(context),
  },
  {
    artifact: '/starters/*.tar.gz',
    reader: "Python's zipfile and zipapp",
    version: () => versionOf(python),
    right: 'package the unpacked files',
    check: (context) => acceptsAll(context, 'starter-*', python, '-c', ZIP),
  },
  {
    artifact: '/starters/*.tar.gz',
    reader: 'bsdtar',
    version: () => versionOf('bsdtar'),
    right: 'unpacks them without a warning',
    check: (context) => void unpacked(context, 'bsdtar'),
    nightly: true,
  },
  {
    artifact: '/starters/java.tar.gz',
    reader: 'javac',
    version: () => versionOf('javac'),
    right: 'compiles it without a warning',
    check: (context) =>
      acceptsAll(context, 'starter-java/*.java', 'javac', '-Xlint:all', '-Werror', '-d', '.'),
    nightly: true,
  },
  {
    artifact: '/starters/php.tar.gz',
    reader: 'php -l',
    version: () => versionOf('php'),
    right: 'finds no errors',
    check(context) {
      const folder = unpacked(context);
      for (const file of globSync('starter-php/**/*.php', { cwd: folder }))
        assert.match(outputOf(folder, 'php', '-l', file), /^No syntax errors detected/);
    },
    nightly: true,
  },
  {
    artifact: '/starters/python.tar.gz',
    reader: 'Pyflakes',
    version: () => versionOf('pyflakes3'),
    right: 'finds nothing',
    check: (context) => acceptsAll(context, 'starter-python/**/*.py', 'pyflakes3'),
    nightly: true,
  },
  {
    artifact: 'Shell commands on pages',
    reader: 'ShellCheck',
    version: () => outputOf('.', 'shellcheck', '--version').split('\n')[1] ?? '',
    right: 'finds no mistakes',
    async check(context) {
      // Readers type the commands, so they see whether `cd` worked, and the values contain no spaces.
      const options = ['--shell=sh', '--severity=warning', '--exclude=SC2046,SC2155,SC2164', '-'];
      const folder = testFolder(context);
      for (const { page, title, language, code } of blocks)
        if (['sh', 'bash'].includes(language)) {
          const { child, outcome } = startCommand('shellcheck', options, folder);
          child.stdin.end(code);
          assert.equal((await outcome).output, '', `${page} ${title}`);
        }
    },
    nightly: true,
  },
  {
    artifact: 'The scenario and the totals on pages',
    reader: 'sandbox.mjs',
    version: () => versionOf(process.execPath),
    right: 'accepts them',
    async check(context) {
      const codeAt = (title: string) => blocks.find((block) => block.title === title)?.code ?? '';
      assert.deepEqual(Object.keys(printedIn(codeAt('Totals')) ?? {}), ['totals', 'months', 'accounts']);
      const scenario = join(testFolder(context), 'late-event.json');
      writeFileSync(scenario, codeAt('late-event.json'));
      await startSandbox(context, [process.execPath], ['--scenario', scenario]);
    },
  },
  ...runtimes.map(([reader, program, ...options]): Consumer => ({
    artifact: '/sandbox.mjs and /programs/quickstart.mjs',
    reader,
    version: () => versionOf(program),
    right: 'runs them',
    async check(context) {
      const env = await startSandbox(context, [program, ...options]);
      const quickstart = await runCommand(program, [...options, 'programs/quickstart.mjs'], dist, env);
      assert.match(quickstart.output, /^Read 30 transactions\.$/m);
    },
    nightly: true,
  })),
];
