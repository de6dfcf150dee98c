import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { compileContracts, ContractError } from '../../src/contract/compile.ts';
import { projectRoot } from '../support/project-copy.ts';

/** What the compiler says of contracts that a writer broke. Builds and the development server print it. */

const folder = mkdtempSync(join(tmpdir(), 'contracts-'));
const file = (name: string) => join(folder, 'openapi', name);

before(() => process.chdir(folder));
beforeEach(() => cpSync(join(projectRoot, 'openapi'), join(folder, 'openapi'), { recursive: true }));
afterEach(() => rmSync(join(folder, 'openapi'), { recursive: true }));
after(() => {
  process.chdir(projectRoot);
  rmSync(folder, { recursive: true });
});

async function errors(): Promise<string[]> {
  const error: unknown = await compileContracts().then(
    () => assert.fail('the contracts were accepted'),
    (reason) => reason,
  );
  assert.ok(error instanceof ContractError, String(error));
  assert.ok(!error.message.includes(folder), 'paths start at the project');
  const [, ...lines] = error.message.split('\n').map((line) => line.trim());
  return lines.slice(0, -1);
}

test('A shared file with a syntax error is reported once with its line, even if several contracts use it', async () => {
  const name = 'shared/problem-details.yaml';
  const text = readFileSync(file(name), 'utf8');
  writeFileSync(file(name), `${text} broken: [\n`);
  const found = await errors();
  assert.equal(found.length, 1, found.join('\n'));
  const line = text.split('\n').length;
  assert.match(found[0]!, new RegExp(`^openapi/${name}:${line}:\\d+ Failed to parse: bad indentation`));
});

test('A missing contract is reported with the file that lists it', async () => {
  rmSync(file('users.yaml'));
  assert.deepEqual(await errors(), [
    'openapi/users.yaml The file is missing, but src/config/apis.ts lists it.',
  ]);
});

test('An empty contract fails at its first line', async () => {
  writeFileSync(file('users.yaml'), '');
  assert.match((await errors()).join(), /^openapi\/users\.yaml:1:1 Document must be JSON object/);
});

test('An unknown OpenAPI version fails at its line', async () => {
  const text = readFileSync(file('users.yaml'), 'utf8');
  writeFileSync(file('users.yaml'), `# The users of a customer app\n${text.replace('3.1.0', '4.0.0')}`);
  assert.deepEqual(await errors(), ['openapi/users.yaml:2:1 Unsupported OpenAPI version: 4.0.0']);
});
