import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, beforeEach, describe, test } from 'node:test';
import { lint, loadConfig, type NormalizedProblem } from '@redocly/openapi-core';
import { contractRules } from '../../src/contract/rules.ts';
import { projectRoot } from '../support/project-copy.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder();
const openapi = join(folder, 'openapi');

/** Replaces a string's first occurrence in the copy of a contract. Returns its line. */
function plant(file: string, from: string, to: string): number {
  const text = readFileSync(join(openapi, file), 'utf8');
  assert.ok(text.includes(from), `${file} doesn't contain: ${from}`);
  writeFileSync(join(openapi, file), text.replace(from, to));
  return text.split(from)[0]!.split('\n').length;
}

/** A mistake for each of our rules, as a replacement in a file (by default, users.yaml). */
const mistakes: [rule: string, from: string, to: string, file?: string][] = [
  ['rule/info-summary', 'delete users.\n', 'delete users\n'],
  ['rule/info-description', '  description: >-', '  x-description: >-', 'providers.yaml'],
  ['rule/info-x-api', 'x-api:', 'x-app:'],
  ['rule/server-description', 'your onboarding.', 'your onboarding'],
  ['rule/operation-id-verb-noun', ': createUser', ': userCreation'],
  ['rule/operation-summary-length', 'y: Create a user', `y: Create a user ${'who agreed '.repeat(5)}`],
  ['rule/operation-summary-full-stop', 'Get a user', 'Get a user.'],
  ['rule/operation-summary-sentence-case', 'Delete a user', 'Delete A User'],
  ['rule/operation-description-sentence', 'ID for that user.', 'ID for that user'],
  ['rule/operation-description-length', 'its balance', `its ${'very '.repeat(80)}balance`, 'accounts.yaml'],
  ['rule/operation-description-verb', 'Returns a user', 'You receive a user'],
  ['rule/response-description-sentence', 'The user was created.', 'The user was created'],
  ['rule/request-body-description-sentence', 'identifier for the end user.', 'identifier'],
  ['rule/path-item-parameters', '  /Users/{id}:\n', '  /Users/{id}:\n    parameters: []\n'],
  ['rule/parameter-description-sentence', 'own identifier for the end user.', 'own identifier'],
  ['rule/parameter-description-length', 'The engine', `The ${'very '.repeat(150)}engine`, 'analysis.yaml'],
  ['rule/parameter-example', '          example: customer-1042\n', ''],
  ['rule/schema-description-sentence', 'The user to create.', 'The user to create'],
  ['rule/media-type-examples', 'examples:', 'x-examples:'],
  ['rule/example-summary', '      summary: A user identified by', '      description: A user identified by'],
  ['rule/assumption-reason', 'Assumed: 200.', 'It may be `200`.'],
  ['rule/assumption-advice', 'Accept any 2xx.', 'any 2xx'],
  ['contracts/enum-values', 'COMPLETED, FAILED]', 'COMPLETED, FAILED, STOPPED]', 'shared/jobs.yaml'],
  ['contracts/same-examples', 'accountHolder: Example', 'accountHolder: Another', 'accounts.yaml'],
];

describe('Our rules find a planted mistake:', () => {
  let problems: NormalizedProblem[];

  before(async () => {
    cpSync(join(projectRoot, 'openapi'), openapi, { recursive: true });
    for (const [, from, to, file = 'users.yaml'] of mistakes) plant(file, from, to);
    const configPath = join(openapi, 'redocly.yaml');
    const config = await loadConfig({ configPath, plugins: [contractRules] });
    const refs = ['users', 'providers', 'accounts', 'analysis'].map((name) => join(openapi, `${name}.yaml`));
    problems = (await Promise.all(refs.map((ref) => lint({ ref, config })))).flat();
  });

  for (const [rule, , , file = 'users.yaml'] of mistakes)
    test(rule, () => {
      const found = problems.filter(({ ruleId, severity }) => ruleId === rule && severity === 'error');
      const files = found.map(({ location }) => location[0]!.source.absoluteRef);
      assert.ok(files.includes(join(openapi, file)), files.join());
    });
});

describe('npm run lint:openapi', () => {
  beforeEach(() => {
    rmSync(folder, { recursive: true });
    cpSync(join(projectRoot, 'openapi'), openapi, { recursive: true });
    symlinkSync(join(projectRoot, 'src'), join(folder, 'src'));
  });

  /** Runs the command. Returns the lines of its output. */
  function run(): string[] {
    const script = join(projectRoot, 'src/scripts/lint-openapi.ts');
    const { status, stderr } = spawnSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' });
    assert.equal(status, stderr === '' ? 0 : 1);
    return stderr.trim().split('\n');
  }

  test('reports versions, changelogs, operations without guide or handler, and a shared mistake once, with file and line', () => {
    const id = plant('users.yaml', 'operationId: createUser', 'operationId: createEndUser');
    plant('consents.yaml', 'version: ', 'version: 9');
    plant('changelog/accounts.md', ' – 2', ' – 27-11-2');
    const value = plant('shared/jobs.yaml', 'COMPLETED, FAILED]', 'COMPLETED, FAILED, STOPPED]');
    const lines = run();
    for (const [place, part] of [
      [`openapi/users.yaml:${id}`, 'No guide mentions createEndUser. Add <OperationLink of='],
      [`openapi/users.yaml:${id}`, 'Add a handler for createEndUser to src/sandbox/operations/.'],
      ['openapi/changelog/consents.md:3', 'Describe version 9'],
      ['openapi/changelog/accounts.md:3:', 'isn\'t a release. Write "## 1.2.0 – 2026-01-31".'],
      [`openapi/shared/jobs.yaml:${value}:9`, 'Describe STOPPED in x-enumDescriptions.'],
    ] as const) {
      const found = lines.filter((line) => line.startsWith(`${place} `) && line.includes(part));
      assert.equal(found.length, 1, `${place} ${part}\n${lines.join('\n')}`);
    }
    assert.ok(lines.includes('    POST /Users: is now called createEndUser'));
    assert.ok(!lines.join().includes('.astro'));
  });

  test("reports only broken files until they're fixed", () => {
    const line = plant('users.yaml', 'operationId: createUser', 'operationID: createUser');
    const reference = plant('consents.yaml', 'consent.yaml#/Consent', 'consent.yaml#/Permission');
    rmSync(join(openapi, 'providers.yaml'));
    writeFileSync(join(openapi, 'unlisted.yaml'), 'openapi: 3.1.0\n');
    const output = run().join('\n');
    assert.ok(output.startsWith('The API contracts have 4 errors:'), output);
    for (const start of [
      `openapi/users.yaml:${line}:7 Property \`operationID\` `,
      `openapi/consents.yaml:${reference}:`,
      'openapi/providers.yaml The file is missing, but src/config/apis.ts lists it',
      'openapi/unlisted.yaml:1:1 ',
    ])
      assert.ok(output.includes(`\n  ${start}`), output);
  });

  test('reports a syntax error only once, even if several contracts use the file', () => {
    writeFileSync(join(openapi, 'shared/problem-details.yaml'), 'broken: [\n');
    const [title, error] = run();
    assert.equal(title, 'The API contracts have 1 error:');
    assert.match(error!, /^ {2}openapi\/shared\/problem-details\.yaml:\d+:\d+ Failed to parse/);
  });
});
