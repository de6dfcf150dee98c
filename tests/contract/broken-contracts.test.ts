import assert from 'node:assert/strict';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { compileContracts, ContractError } from '../../src/contract/compile.ts';
import { projectRoot } from '../support/project-copy.ts';
import { generator } from '../support/random.ts';

/* Contracts that are broken at random: the compiler names file and line of each error, whatever a writer does. */

const MISTAKES = 40;

const folder = mkdtempSync(join(tmpdir(), 'broken-'));
before(() => {
  cpSync(join(projectRoot, 'openapi'), join(folder, 'openapi'), { recursive: true });
  process.chdir(folder);
});
after(() => {
  process.chdir(projectRoot);
  rmSync(folder, { recursive: true });
});

/** What happens to the lines of a contract. */
const mistakes: Readonly<Record<string, (lines: string[], at: number) => void>> = {
  'a line is missing': (lines, at) => lines.splice(at, 1),
  'a line twice': (lines, at) => lines.splice(at, 0, lines[at] ?? ''),
  'a line is indented too far': (lines, at) => (lines[at] = `   ${lines[at]}`),
  'a tab': (lines, at) => (lines[at] = `\t${lines[at]}`),
  'the end is missing': (lines, at) => lines.splice(at),
  'a list for a value': (lines, at) => (lines[at] = lines[at]!.replace(/: .*/, ': [1, two, { three: 3 }]')),
  'null for a value': (lines, at) => (lines[at] = lines[at]!.replace(/: .*/, ': null')),
  'a bracket that stays open': (lines, at) => (lines[at] += ' ['),
  'a wrong reference': (lines, at) => {
    const line = lines.findIndex((each, index) => index >= at && each.includes('$ref'));
    if (line >= 0) lines[line] = lines[line]!.replace(/#\/.*?(?=['"]?$)/, '#/nowhere');
  },
  'a reference to itself': (lines, at) => (lines[at] = lines[at]!.replace(/: .*/, ": { $ref: '#' }")),
};

test(`After each of ${MISTAKES} mistakes, the contracts compile, or each error has a file and a line`, async () => {
  const random = generator(20_261_124);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const files = globSync('openapi/{*,shared/*}.yaml')
    .filter((file) => !file.includes('redocly'))
    .sort();
  let failed = 0;
  for (let count = 0; count < MISTAKES; count += 1) {
    const file = pick(files);
    const [name, plant] = pick(Object.entries(mistakes));
    const text = readFileSync(file, 'utf8');
    const lines = text.split('\n');
    const at = Math.floor(random() * (lines.length - 1));
    plant(lines, at);
    writeFileSync(file, lines.join('\n'));
    const what = `${name} at ${file}:${at + 1}`;
    const error: unknown = await compileContracts().then(
      () => undefined,
      (reason) => reason,
    );
    writeFileSync(file, text);
    if (error === undefined) continue;
    failed += 1;
    assert.ok(error instanceof ContractError, `${what}: ${(error as Error).stack}`);
    const errors = error.message.split('\n').slice(1, -1);
    assert.ok(errors.length > 0, what);
    for (const each of errors) assert.match(each, /^ {2}openapi\/\S+\.yaml:\d+:\d+ \S/, `${what}: ${each}`);
  }
  assert.ok(failed > MISTAKES / 2, `Only ${failed} mistakes were errors.`);
});
