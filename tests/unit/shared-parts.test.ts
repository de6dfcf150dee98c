import assert from 'node:assert/strict';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { unusedParts } from '../../src/contract/shared-parts.ts';
import { projectRoot } from '../support/project-copy.ts';

test('A shared part that no contract uses is an error, with its line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  try {
    cpSync(join(projectRoot, 'openapi'), folder, { recursive: true });
    assert.deepEqual(unusedParts(folder), []);
    const ids = join(folder, 'shared/ids.yaml');
    const line = readFileSync(ids, 'utf8').split('\n').length;
    appendFileSync(ids, 'CountryCode:\n  type: string\n');
    assert.deepEqual(unusedParts(folder), [
      `openapi/shared/ids.yaml:${line} No contract uses CountryCode; remove it.`,
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
