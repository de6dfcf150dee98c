import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { supportContact } from '../../src/contract/support.ts';
import { projectRoot } from '../support/project-copy.ts';
import { withChangedContract, withCompiledContracts } from '../support/compiled-contracts.ts';

withCompiledContracts();

test('The contact of support comes from the contracts', () => {
  const { name, url } = supportContact();
  assert.equal(name, 'Developer support');
  assert.match(url, /^https:\/\//);
});

for (const file of ['SECURITY.md', '.github/ISSUE_TEMPLATE/config.yml']) {
  test(`${file} has the same contact`, () => {
    const urls = readFileSync(join(projectRoot, file), 'utf8').match(/https:[^\s)]+/g) ?? [];
    assert.ok(urls.length > 0);
    assert.deepEqual([...new Set(urls)], [supportContact().url]);
  });
}

test('A contract with another contact is reported, with file and fix', () => {
  withChangedContract(
    'users',
    ({ info }) => (info.contact = { name: 'Sales', url: 'https://www.example.com/sales' }),
    () =>
      assert.throws(
        () => supportContact(),
        /^WriterError: openapi\/users\.yaml: info\.contact is .*Sales.* Give all contracts the same contact\.$/,
      ),
  );
});

test('A contract without a contact is reported', () => {
  withChangedContract(
    'authentication',
    ({ info }) => delete info.contact,
    () =>
      assert.throws(
        () => supportContact(),
        /openapi\/authentication\.yaml: info\.contact needs a name and a url/,
      ),
  );
});
