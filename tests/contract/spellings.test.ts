import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contracts } from '../../src/contract/index.ts';
import { spellings } from '../../src/contract/spellings.ts';
import { withCompiledContracts } from '../support/compiled-contracts.ts';

withCompiledContracts();

test('Names that differ only in case are found, in parameters and in bodies', () => {
  const found = spellings(contracts()).map(({ parameters, fields }) => [
    [...parameters.keys()].join(),
    [...fields.keys()].join(),
  ]);
  const names = found.map((pair) => pair.join(' | '));
  assert.ok(names.includes('ConsentId | consentId'), names.join('\n'));
  assert.ok(
    found.some(([, fields]) => fields!.split(',').toSorted().join() === 'metaData,metadata'),
    names.join('\n'),
  );
  assert.ok(!names.some((each) => each.includes('iban')));
});
