import assert from 'node:assert/strict';
import { test } from 'node:test';
import { referenceDocument } from '../../src/contract/compile.ts';
import { parameterFields } from '../../src/contract/fields.ts';
import { contract } from '../../src/contract/index.ts';
import { dereference, lookupFor, parametersOf } from '../../src/contract/lookup.ts';
import type { Parameter } from '../../src/contract/model.ts';
import { withChangedContract, withCompiledContracts } from '../support/compiled-contracts.ts';

withCompiledContracts();

/** The parameters of the list of transactions, as the static reference shows them. */
function shownParameters() {
  const { document } = contract('transactions');
  return parameterFields(document, parametersOf(lookupFor('test').operation('listTransactions')));
}

test('A parameter in the static reference shows only its own description', () => {
  const { document } = contract('transactions');
  const [first] = document.paths!['/Transactions']!.get!.parameters!;
  const parameter = dereference<Parameter>(document, first as Parameter);
  assert.ok(parameter.schema && 'description' in parameter.schema);
  assert.equal(shownParameters()[0]?.description, parameter.description);
});

test('A parameter without a description shows that of its schema', () => {
  const forget = (document: ReturnType<typeof contract>['document']) => {
    const [first] = document.paths!['/Transactions']!.get!.parameters!;
    delete dereference<Parameter>(document, first as Parameter).description;
  };
  withChangedContract('transactions', forget, () => {
    assert.equal(shownParameters()[0]?.description, "A consent's ID.");
  });
});

test('The document for routes has no described tag, which would get a page, and the published one has them', () => {
  const published = contract('transactions');
  assert.ok(published.document.tags!.every(({ description }) => description));
  const { tags } = referenceDocument(published);
  assert.deepEqual(
    tags,
    published.document.tags!.map(({ name }) => ({ name })),
  );
});
