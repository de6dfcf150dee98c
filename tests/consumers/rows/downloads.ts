import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { parseSummary } from '../../../src/sandbox/grade/totals.ts';
import { runCommand, startCommand } from '../../samples/support/run-command.ts';
import { python } from '../../starters/support/starters.ts';
import { testFolder } from '../../support/test-folder.ts';
import { blocks } from '../../samples/support/pages.ts';
import { dist } from '../../support/built-pages.ts';
import { toolsFolder } from '../../support/tools.ts';
import { daily, nightly, outputOf, startSandbox, versionOf } from '../support.ts';

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

/** The options of cURL 7.61, without the dashes. */
const curlOptions = readFileSync('tests/consumers/curl-7.61-options.txt', 'utf8');

/** Each shell block that calls cURL, and the options that a shell passes to cURL. */
function* optionsForCurl(): Generator<[block: string, options: string[]]> {
  for (const { page, title, language, code } of blocks) {
    if (!['sh', 'bash'].includes(language) || !/\bcurl\b/.test(code)) continue;
    const script = `curl() { printf '%s\\n' "$@"; }\nnode() { :; }\n${code}`;
    // The only programs are these functions.
    const output = execFileSync('/bin/sh', ['-c', script], { env: { PATH: '' }, encoding: 'utf8' });
    yield [`${page} ${title}`, output.split('\n').filter((line) => line.startsWith('-'))];
  }
}

daily('/starters/*.tar.gz: tar unpacks them without a warning', (context) => {
  context.diagnostic(versionOf('tar'));
  unpacked(context);
});

daily("/starters/*.tar.gz: Python's zipfile and zipapp package the unpacked files", (context) => {
  context.diagnostic(versionOf(python));
  acceptsAll(context, 'starter-*', python, '-c', ZIP);
});

nightly('/starters/*.tar.gz: bsdtar unpacks them without a warning', (context) => {
  context.diagnostic(versionOf('bsdtar'));
  unpacked(context, 'bsdtar');
});

nightly('/starters/java.tar.gz: javac compiles it without a warning', (context) => {
  context.diagnostic(versionOf('javac'));
  acceptsAll(context, 'starter-java/*.java', 'javac', '-Xlint:all', '-Werror', '-d', '.');
});

nightly('/starters/php.tar.gz: php -l finds no errors', (context) => {
  context.diagnostic(versionOf('php'));
  const folder = unpacked(context);
  for (const file of globSync('starter-php/**/*.php', { cwd: folder }))
    assert.match(outputOf(folder, 'php', '-l', file), /^No syntax errors detected/);
});

nightly('/starters/python.tar.gz: Pyflakes finds nothing', (context) => {
  context.diagnostic(versionOf('pyflakes3'));
  acceptsAll(context, 'starter-python/**/*.py', 'pyflakes3');
});

nightly('Shell commands on pages: ShellCheck finds no mistakes', async (context) => {
  context.diagnostic(outputOf('.', 'shellcheck', '--version').split('\n')[1] ?? '');
  // Readers type the commands, so they see whether `cd` worked, and the values contain no spaces.
  const options = ['--shell=sh', '--severity=warning', '--exclude=SC2046,SC2155,SC2164', '-'];
  const folder = testFolder(context);
  for (const { page, title, language, code } of blocks)
    if (['sh', 'bash'].includes(language)) {
      const { child, outcome } = startCommand('shellcheck', options, folder);
      child.stdin.end(code);
      assert.equal((await outcome).output, '', `${page} ${title}`);
    }
});

daily('The scenario and the totals on pages: sandbox.mjs accepts them', async (context) => {
  context.diagnostic(versionOf(process.execPath));
  const codeAt = (title: string) => blocks.find((block) => block.title === title)?.code ?? '';
  assert.deepEqual(Object.keys(parseSummary(codeAt('Totals')) ?? {}), ['totals', 'months', 'accounts']);
  const scenario = join(testFolder(context), 'late-event.json');
  writeFileSync(scenario, codeAt('late-event.json'));
  await startSandbox(context, [process.execPath], ['--scenario', scenario]);
});

for (const [reader, program, ...options] of runtimes)
  nightly(`/sandbox.mjs and /programs/quickstart.mjs: ${reader} runs them`, async (context) => {
    context.diagnostic(versionOf(program));
    const env = await startSandbox(context, [program, ...options]);
    const quickstart = await runCommand(program, [...options, 'programs/quickstart.mjs'], dist, env);
    assert.match(quickstart.output, /^Read 30 transactions\.$/m);
  });

daily('cURL commands on pages: cURL 7.61 of Enterprise Linux 8 has every option', () => {
  const known = new Set(curlOptions.trim().split(/\s+/));
  const unknown = [...optionsForCurl()].flatMap(([block, options]) =>
    options.filter((option) => !known.has(option.replace('--', ''))).map((option) => `${block}: ${option}`),
  );
  assert.deepEqual(unknown, []);
});

daily("sandbox.mjs --junit: Python's xml.etree reads emoji, markup, and forbidden characters", (context) => {
  context.diagnostic(versionOf(python));
  const report = join(testFolder(context), 'report.xml');
  const code = String.raw`console.log('🚀 <a href="x">&amp;]]>é \uFFFE\x7F\x01 \uD83D'); process.exitCode = 1`;
  const program = [process.execPath, '--eval', code];
  const grade = ['dist/sandbox.mjs', '--grade', '--only', 'one-token', '--junit', report];
  spawnSync(process.execPath, [...grade, '--', ...program]);
  const read =
    'import sys, xml.etree.ElementTree as x; print(x.parse(sys.argv[1]).find(".//failure").get("message"))';
  const message = outputOf('.', python, '-X', 'utf8', '-c', read, report);
  assert.ok(message.includes(String.raw`"🚀 <a href=\"x\">&amp;]]>é`), message);
});
