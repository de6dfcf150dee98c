import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contract } from '../../src/contract/index.ts';
import { dereference } from '../../src/contract/lookup.ts';
import type { Parameter } from '../../src/contract/model.ts';
import { referenceDocument } from '../../src/contract/reference.ts';
import { withChangedContract, withCompiledContracts } from '../support/compiled-contracts.ts';

withCompiledContracts();

/** The parameters of the list of transactions, as the static reference shows them. */
function drawnParameters(): Parameter[] {
  return referenceDocument(contract('transactions')).paths!['/Transactions']!.get!.parameters as Parameter[];
}

test('A parameter in the static reference shows only its own description', () => {
  for (const parameter of drawnParameters()) {
    assert.ok(parameter.description, parameter.name);
    assert.ok(parameter.schema && 'type' in parameter.schema, parameter.name);
    assert.ok(!('description' in parameter.schema), parameter.name);
  }
});

test('A parameter without a description keeps that of its schema', () => {
  const forget = (document: ReturnType<typeof contract>['document']) => {
    const [first] = document.paths!['/Transactions']!.get!.parameters!;
    delete dereference<Parameter>(document, first as Parameter).description;
  };
  withChangedContract('transactions', forget, () => {
    const [first] = drawnParameters();
    assert.deepEqual(
      first?.schema && 'description' in first.schema && first.schema.description,
      "A consent's ID.",
    );
  });
});

test('The document that integrators download keeps the descriptions of schemas', () => {
  drawnParameters();
  const { document } = contract('transactions');
  const consentId = dereference<Parameter>(
    document,
    document.components!.parameters!['ConsentId'] as Parameter,
  );
  assert.ok(consentId.schema && 'description' in consentId.schema && consentId.schema.description);
});
