import assert from 'node:assert/strict';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { compileContracts, ContractError } from '../../src/contract/compile.ts';
import { projectRoot } from '../support/project-copy.ts';
import { generator } from '../support/random.ts';

/* What the compiler says of contracts that a writer broke. Builds and the development server print it. */

const folder = mkdtempSync(join(tmpdir(), 'contracts-'));
beforeEach(() => {
  process.chdir(folder);
  cpSync(join(projectRoot, 'openapi'), 'openapi', { recursive: true });
});
after(() => {
  process.chdir(projectRoot);
  rmSync(folder, { recursive: true });
});

/** The errors of the contracts; empty if they compile. */
async function errors(): Promise<string[]> {
  const error: unknown = await compileContracts().then(
    () => undefined,
    (reason) => reason,
  );
  if (error === undefined) return [];
  assert.ok(error instanceof ContractError, (error as Error).stack);
  assert.ok(!error.message.includes(folder), 'paths start at the project');
  return error.message.split('\n').slice(1, -1);
}

function edit(file: string, change: (text: string) => string) {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

for (const [what, file, change, expected] of [
  [
    'A syntax error in a contract',
    'users.yaml',
    (text: string) => text.replace('info:\n', 'info: [\n'),
    /^ {2}openapi\/users\.yaml:4:\d+ /,
  ],
  [
    'A syntax error in a file that several contracts use',
    'shared/problem-details.yaml',
    (text: string) => `broken: [\n${text}`,
    /^ {2}openapi\/shared\/problem-details\.yaml:\d+:\d+ Failed to parse/,
  ],
] as const)
  test(`${what} is one error at its line`, async () => {
    edit(join('openapi', file), change);
    const found = await errors();
    assert.equal(found.length, 1, found.join('\n'));
    assert.match(found[0]!, expected);
  });

test('A missing contract is an error with the file that lists it', async () => {
  rmSync('openapi/users.yaml');
  assert.match(
    (await errors()).join(),
    /openapi\/users\.yaml The file is missing, but src\/config\/apis\.ts/,
  );
});

/** What may happen to the lines of a contract. */
const mistakes: Record<string, (lines: string[], at: number) => void> = {
  'a line is missing': (lines, at) => lines.splice(at, 1),
  'a line is there twice': (lines, at) => lines.splice(at, 0, lines[at]!),
  'a line is indented too far': (lines, at) => (lines[at] = `   ${lines[at]}`),
  'a line starts with a tab': (lines, at) => (lines[at] = `\t${lines[at]}`),
  'the end is missing': (lines, at) => lines.splice(at),
  'a value is a list': (lines, at) => (lines[at] = lines[at]!.replace(/: .*/, ': [1, two, { three: 3 }]')),
  'a value is null': (lines, at) => (lines[at] = lines[at]!.replace(/: .*/, ': null')),
  'a bracket stays open': (lines, at) => (lines[at] += ' ['),
  'a reference leads to its own file': (lines, at) =>
    (lines[at] = lines[at]!.replace(/: .*/, ": { $ref: '#' }")),
};

test('Wherever a mistake is, the contracts compile, or each error has a file and a line', async () => {
  const random = generator(20_261_124);
  const files = globSync('openapi/{*,shared/*}.yaml', { exclude: ['openapi/redocly.yaml'] }).sort();
  let failed = 0;
  for (const [what, plant] of Object.entries(mistakes)) {
    const file = files[Math.floor(random() * files.length)]!;
    const text = readFileSync(file, 'utf8');
    const lines = text.split('\n');
    const at = Math.floor(random() * (lines.length - 1));
    plant(lines, at);
    writeFileSync(file, lines.join('\n'));
    const found = await errors();
    writeFileSync(file, text);
    if (found.length > 0) failed += 1;
    for (const each of found)
      assert.match(each, /^ {2}openapi\/\S+\.yaml:\d+:\d+ \S/, `${what} at ${file}:${at + 1}: ${each}`);
  }
  assert.ok(failed > Object.keys(mistakes).length / 2, `Only ${failed} mistakes were errors.`);
});
