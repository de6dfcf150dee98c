import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { assumptions, assumptionsIn, combine } from '../../src/contract/assumptions.ts';
import { compileContracts } from '../../src/contract/compile.ts';
import { fieldsOf } from '../../src/contract/fields.ts';
import { contract } from '../../src/contract/index.ts';
import { withChangedContract, withCompiledContracts } from '../support/compiled-contracts.ts';
import { projectRoot } from '../support/project-copy.ts';
import type { Node } from './support/contracts.ts';

withCompiledContracts();

const page = 'src/content/docs/guide.mdx';
const namesOf = (scope: string) => assumptionsIn(scope, page).map(({ id }) => id);

test('ASSUMPTIONS.md repeats nothing that the contracts mark', () => {
  const document = readFileSync(join(projectRoot, 'ASSUMPTIONS.md'), 'utf8');
  const words = new Set([...document.matchAll(/`([\w.]+)`/g)].map(([, word]) => word));
  const repeated = assumptions().filter(({ id, name = id }) =>
    [id, name, name.split('.').at(-1)!].some((each) => words.has(each)),
  );
  assert.deepEqual(
    repeated.map(({ id }) => id),
    [],
  );
});

test('A component that several contracts share is one assumption with all its APIs', () => {
  const status = assumptions().filter(({ id }) => id === 'ConsentStatus');
  assert.deepEqual(
    status.map(({ apis }) => apis),
    [['users', 'consents']],
  );
});

test('A missing or misspelled part of an assumption stops the build, with file and line', async () => {
  const source = readFileSync('openapi/users.yaml', 'utf8');
  writeFileSync('openapi/users.yaml', source.replace('      reason: ', '      raeson: '));
  await assert.rejects(compileContracts(), (error: Error) => {
    assert.match(error.message, /openapi\/users\.yaml:\d+:\d+ The field `reason` must be present/);
    assert.match(error.message, /openapi\/users\.yaml:\d+:\d+ Property `raeson` is not expected here/);
    return true;
  });
  writeFileSync('openapi/users.yaml', source);
});

test('Two different assumptions with one ID stop the build, with the file and the place of the second', () => {
  const change = (document: Node) => {
    document.components.schemas.ConsentStatus['x-assumption'].reason = 'Assumed for a test.';
  };
  withChangedContract('consents', change, () => {
    assert.throws(
      () => assumptions(),
      /openapi\/consents\.yaml: two assumptions have the ID "ConsentStatus"\. .* components > schemas > ConsentStatus /,
    );
  });
});

test('A scope has the assumptions at and below its names, each once, in the order of the names', () => {
  assert.deepEqual(namesOf('Consent.status, ConsentStatus'), ['ConsentStatus']);
  const ids = namesOf('refreshConsent, getConsent');
  assert.equal(ids[0], 'refreshConsent.202');
  for (const id of ['getConsent.200', 'ConsentStatus', 'ConsentError']) assert.ok(ids.includes(id), id);
  assert.ok(namesOf('receiveTransactionsFetched').includes('receiveTransactionsFetched.200'));
  assert.ok(!ids.some((id) => id.endsWith('-url')), 'servers are not below operations');
});

test('A name that no contract has is an error with the page and the nearest name', () => {
  assert.throws(
    () => assumptionsIn('createConsnt', page),
    /guide\.mdx: .*"createConsnt"\. Did you mean "createConsent"\?/,
  );
  assert.throws(
    () => assumptionsIn('Consent.statu', page),
    /no field of Consent "statu"\. Did you mean "status"\?/,
  );
});

test('Assumptions with the same words are combined, and each page of the reference is listed once', () => {
  const combined = combine(assumptionsIn('createConsent, listTransactions', page));
  const shown = combined.map(({ before, members }) => [before, ...members.map(({ name }) => name)].join(' '));
  assert.ok(shown.includes('Status of POST /Consent GET /Transactions'), shown.join('\n'));
  assert.ok(shown.includes('Parameters DateFrom DateTo'), shown.join('\n'));
  const dates = combined.find(({ members }) => members.some(({ name }) => name === 'DateFrom'));
  assert.deepEqual(
    dates?.shownAt.map(({ title }) => title),
    ['List transactions'],
  );
});

test('A reference with a description beside it is still marked as its schema is', () => {
  const change = (document: Node) => {
    document.components.schemas.Consent.properties.status.description = 'The status.';
  };
  withChangedContract('consents', change, () => {
    const { document } = contract('consents');
    const fields = fieldsOf(document, document.components!.schemas!['Consent']!);
    const status = fields.find(({ name }) => name === 'status');
    assert.equal(status?.description, 'The status.');
    assert.deepEqual(
      status.assumptions.map(({ id }) => id),
      ['ConsentStatus'],
    );
  });
});
