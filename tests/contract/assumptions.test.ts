import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { assumptionsIn } from '../../src/contract/assumptions/scope.ts';
import { combine } from '../../src/contract/assumptions/combine.ts';
import { assumptions } from '../../src/contract/assumptions/index.ts';
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
  const repeated = assumptions().filter(({ id, name }) =>
    [id, name, name.split('.').at(-1)!].some((each) => words.has(each)),
  );
  assert.deepEqual(
    repeated.map(({ id }) => id),
    [],
  );
  assert.ok(document.includes('src/content/docs/what-is-assumed.mdx'));
});

test('Each assumption has an ID of its own, a reason of one sentence, and a place in the reference', () => {
  const all = assumptions();
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  for (const { id, reason, shownAt } of all) {
    assert.match(reason, /^\S[^]*\.$/, id);
    assert.ok(shownAt.length > 0 && shownAt.every(({ href }) => href.startsWith('/api/')), id);
  }
});

test('A component that several contracts share is one assumption with all its APIs', () => {
  const status = assumptions().filter(({ id }) => id === 'ConsentStatus');
  assert.deepEqual(
    status.map(({ apis }) => apis),
    [['users', 'consents']],
  );
});

test('The same place with another reason in another contract is an assumption of its own', () => {
  const change = (document: Node) => {
    document.components.schemas.ConsentStatus['x-assumption'] = 'Assumed for a test. Do nothing.';
  };
  withChangedContract('consents', change, () => {
    const found = assumptions().filter(({ name }) => name === 'ConsentStatus');
    assert.deepEqual(
      found.map(({ id }) => id),
      ['ConsentStatus', 'consents.ConsentStatus'],
    );
    assert.deepEqual([found[1]!.reason, found[1]!.advice], ['Assumed for a test.', 'Do nothing.']);
  });
});

test('An assumption at a place that no page shows stops the build, with its file and path', () => {
  const change = (document: Node) => {
    document.tags[0]['x-assumption'] = 'Assumed for a test.';
  };
  withChangedContract('consents', change, () => {
    assert.throws(() => assumptions(), /openapi\/consents\.yaml: .* at tags > 0\.\n {2}Fix: /);
  });
});

test('A scope has the assumptions at and below its names, each once, in the order of the names', () => {
  assert.deepEqual(namesOf('Consent.status, ConsentStatus'), ['ConsentStatus']);
  const ids = namesOf('refreshConsent, getConsent');
  assert.equal(ids[0], 'refreshConsent.202');
  for (const id of ['getConsent.200', 'ConsentStatus', 'ConsentError']) assert.ok(ids.includes(id), id);
  assert.ok(namesOf('transactionsFetched').includes('receiveTransactionsFetched.200'));
  assert.ok(!ids.some((id) => id.endsWith('-url')), 'servers are not below operations');
});

test('A name that no contract has is an error with the page and the nearest name', () => {
  assert.throws(
    () => assumptionsIn('createConsnt', page),
    /guide\.mdx: .*"createConsnt"\. Did you mean "createConsent"\?/,
  );
  assert.throws(() => assumptionsIn('Consent.statu', page), /Did you mean "Consent\.status"\?/);
});

test('Statuses of several operations with one reason are combined', () => {
  const combined = combine(assumptionsIn('createConsent, listConsents, getConsent', page));
  const [statuses, ...others] = combined.filter(({ before }) => before === 'Status of');
  assert.deepEqual(
    statuses?.members.map(({ name }) => name),
    ['POST /Consent', 'GET /Consent/getconsents', 'GET /Consent/{id}'],
  );
  assert.deepEqual(others, []);
});

test('Combined parameters and examples are in the plural, and each page of the reference is listed once', () => {
  const [dates, ...others] = combine(
    assumptionsIn('listTransactions', page).filter(({ name }) => name.startsWith('Date')),
  );
  assert.deepEqual(others, []);
  assert.equal(dates?.before, 'Parameters');
  assert.deepEqual(
    dates.shownAt.map(({ title }) => title),
    ['List transactions'],
  );
});

test('Responses of one operation are distinguished by their status', () => {
  const responses = combine(assumptionsIn('refreshConsent', page)).filter(({ before }) =>
    before.startsWith('Response'),
  );
  assert.deepEqual(
    responses.map(({ before }) => before),
    ['Response 202 of', 'Response 429 of'],
  );
});

test('Every assumption comes with what to do until it is confirmed', () => {
  for (const { reason, advice } of combine(assumptions())) assert.match(advice, /^\p{Lu}.*\.$/su, reason);
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
