import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { limits } from '../../src/config/limits.ts';
import { compileStarters, isNightly, python, start, starters, type Starter } from './support/starters.ts';
import { testFolder } from '../support/test-folder.ts';

/* Tests what starters print if the machine lacks what they need: a sentence, without a stack trace. */

interface Row {
  /** The command that runs a starter's program without something that it needs. */
  run: (program: string, starter: Starter) => [string, ...string[]];
  prints: RegExp;
}

const oldNode =
  'data:text/javascript,Object.defineProperty(process, "versions", { value: { node: "20.20.2" } })';
// Old versions must be able to parse every file that a program imports before the check.
const oldPython = `import ast, pathlib, sys
for file in pathlib.Path().rglob("*.py"): ast.parse(file.read_text(), feature_version=(3, 6))
sys.version_info = (3, 6)
import steps`;
const php =
  (...extensions: string[]): Row['run'] =>
  (program) => ['php', '-n', ...extensions.map((name) => `-dextension=${name}`), program];

const rows: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  js: {
    'a newer Node': {
      run: (program) => [process.execPath, '--no-experimental-sqlite', '--import', oldNode, program],
      prints: new RegExp(`^The starter needs ${limits.node} or newer, but this is Node 20\\.20\\.2\\.\n$`),
    },
  },
  python: {
    'a newer Python': {
      run: () => [python, '-B', '-c', oldPython],
      prints: /^The starter needs Python 3\.9 or newer, but this is Python 3\.6\.\n$/,
    },
  },
  php: {
    cURL: { run: php('pdo', 'pdo_sqlite'), prints: /^The starter needs PHP's curl extension\.\n$/ },
    'PDO SQLite': { run: php('curl'), prints: /^The starter needs PHP's pdo_sqlite extension\.\n$/ },
  },
  java: {
    'the JDBC driver': {
      run: (program, starter) => {
        const [command, ...options] = starter.run(program);
        return [command, ...options.map((option) => option.replace(/:[^:]*\.jar$/, ''))];
      },
      prints: /^Add the database's JDBC driver to the class path \(see README\.md\)\.\n$/,
    },
  },
};

compileStarters();
for (const starter of starters.filter(({ language }) => ['php', 'java'].includes(language) === isNightly))
  for (const [name, { run, prints }] of Object.entries(rows[starter.language] ?? {}))
    test(`${starter.label}: a program without ${name} says so`, async (context) => {
      for (const program of [starter.steps, ...globSync('recipes/*.js', { cwd: starter.folder })]) {
        const command = run(program, starter);
        const settings = { PLATFORM_URL: 'http://127.0.0.1:1', DATA_DIR: testFolder(context) };
        const { status, output } = await start({ ...starter, run: () => command }, program, settings).outcome;
        assert.match(output, prints, program);
        assert.equal(status, 1);
      }
    });
