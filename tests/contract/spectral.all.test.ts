import assert from 'node:assert/strict';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { contracts } from '../../src/contract/index.ts';
import { runCommand } from '../samples/support/run-command.ts';
import { projectRoot } from '../support/project-copy.ts';
import { tool } from '../support/tools.ts';

/* Lints the documents that readers download with a different linter than `npm run lint:openapi`. */

const folder = mkdtempSync(join(tmpdir(), 'spectral-'));
after(() => rmSync(folder, { recursive: true }));

test('Spectral finds no problems in any document', async () => {
  const ruleset = join(folder, 'ruleset.yaml');
  writeFileSync(ruleset, 'extends: [spectral:oas]\n');
  const documents = globSync('dist/openapi/*.json', { cwd: projectRoot });
  // The APIs' documents, and the combined one.
  assert.equal(documents.length, contracts().length + 1);
  const options = ['lint', '--ruleset', ruleset, '--fail-severity', 'hint'];
  const { status, output } = await runCommand(tool('spectral'), [...options, ...documents], projectRoot);
  assert.equal(status, 0, output);
});
