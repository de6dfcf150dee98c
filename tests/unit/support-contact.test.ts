import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { contracts } from '../../src/contract/index.ts';
import { projectRoot } from '../support/project-copy.ts';
import { withCompiledContracts } from '../support/compiled-contracts.ts';

withCompiledContracts();

test('All contracts have the same contact, and the files for contributors repeat its URL', () => {
  const [contact, ...others] = contracts().map(({ document }) => document.info.contact);
  assert.match(contact?.url ?? '', /^https:/);
  for (const other of others) assert.deepEqual(other, contact);
  for (const file of ['SECURITY.md', '.github/ISSUE_TEMPLATE/config.yml']) {
    const urls = readFileSync(join(projectRoot, file), 'utf8').match(/https:[^\s)]+/g) ?? [];
    assert.deepEqual([...new Set(urls)], [contact?.url], file);
  }
});
