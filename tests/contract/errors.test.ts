import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { compileContracts } from '../../src/contract/compile.ts';
import { WriterError } from '../../src/shared/writer-error.ts';
import { projectRoot } from '../support/project-copy.ts';

/* The compiler's messages about broken contracts, which builds and the development server print. */

const folder = mkdtempSync(join(tmpdir(), 'contracts-'));
beforeEach(() => {
  process.chdir(folder);
  cpSync(join(projectRoot, 'openapi'), 'openapi', { recursive: true });
});
after(() => {
  process.chdir(projectRoot);
  rmSync(folder, { recursive: true });
});

/** The contracts' errors; empty if they compile. */
async function errors(): Promise<string[]> {
  const error: unknown = await compileContracts().then(
    () => undefined,
    (reason) => reason,
  );
  if (error === undefined) return [];
  assert.ok(error instanceof WriterError, (error as Error).stack);
  assert.ok(!error.message.includes(folder), 'paths start at the project');
  return error.message.split('\n').slice(1, -1);
}

test('A syntax error in a file that several contracts use is reported once, at its line', async () => {
  writeFileSync('openapi/shared/problem-details.yaml', 'broken: [\n');
  const found = await errors();
  assert.equal(found.length, 1, found.join('\n'));
  assert.match(found[0]!, /^ {2}openapi\/shared\/problem-details\.yaml:\d+:\d+ Failed to parse/);
});

test('The error for a missing contract names the file that lists it', async () => {
  rmSync('openapi/users.yaml');
  assert.match(
    (await errors()).join(),
    /openapi\/users\.yaml The file is missing, but src\/config\/apis\.ts/,
  );
});
