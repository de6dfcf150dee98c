import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apis } from '../../src/config/apis.ts';
import { contract, contracts } from '../../src/contract/index.ts';
import {
  bodiesOf,
  dereference,
  lookupFor,
  parametersOf,
  referenceName,
  UnknownNameError,
} from '../../src/contract/lookup.ts';
import type { OpenApiDocument } from '../../src/contract/model.ts';
import { operations as written } from '../contract/support/contracts.ts';
import { withChangedContract, withCompiledContracts } from '../support/compiled-contracts.ts';

withCompiledContracts();

const page = 'src/content/docs/guide.mdx';
const lookup = lookupFor(page);

/** What the writer of the page reads when a look-up fails. */
function messageOf(lookUp: () => unknown): string {
  try {
    lookUp();
  } catch (error) {
    assert.ok(error instanceof UnknownNameError);
    return error.message;
  }
  assert.fail('The unknown name was found.');
}

test('The contracts come in the order of the configuration, with every operation and webhook', () => {
  const operations = contracts().flatMap((each) => each.operations);
  assert.deepEqual(
    contracts().map(({ name }) => name),
    apis.map(({ name }) => name),
  );
  const ids = (kind: string) => operations.filter((each) => each.kind === kind).map(({ id }) => id);
  assert.deepEqual(
    ids('operation'),
    written.map(({ value }) => value.operationId),
  );
  assert.ok(ids('webhook').includes('receiveTransactionsFetched'));
});

test('An API is deprecated when all of its operations are', () => {
  const deprecated = contracts().filter((each) => each.deprecated);
  assert.deepEqual(
    deprecated.map(({ name }) => name),
    ['categorization'],
  );
});

test('An operation is found by its `operationId`, with method, path and the page of the reference', () => {
  const { api, method, path, slug } = lookup.operation('refreshConsent');
  assert.deepEqual([api, method, path], ['consents', 'post', '/Consent/{id}/refresh']);
  assert.equal(slug, 'api/consents/operations/refreshconsent');
  assert.equal(
    lookup.operation('receiveTransactionsFetched').slug,
    'api/consents/webhooks/receivetransactionsfetched',
  );
});

test('An unknown operation is refused with the page and the nearest operation', () => {
  assert.equal(
    messageOf(() => lookup.operation('refreshConsents')),
    `${page}: the contracts have no operation "refreshConsents". Did you mean "refreshConsent"?`,
  );
});

test('An unknown API is refused with the page and the nearest API', () => {
  assert.equal(
    messageOf(() => lookup.contract('user')),
    `${page}: the contracts have no API "user". Did you mean "users"?`,
  );
});

test('An unknown schema is refused with the page and the nearest schema', () => {
  assert.equal(
    messageOf(() => lookup.schema('ConsentStaus')),
    `${page}: the contracts have no schema "ConsentStaus". Did you mean "ConsentStatus"?`,
  );
});

test('A name that resembles none is refused with names that there are', () => {
  assert.equal(
    messageOf(() => lookup.operation('x')),
    `${page}: the contracts have no operation "x". Known: ` +
      `${contracts()
        .flatMap(({ operations }) => operations.map(({ id }) => id))
        .slice(0, 12)
        .join(', ')} …`,
  );
});

test('A schema that every contract has alike needs no API', () => {
  const { name, schema } = lookup.schema('ProblemDetails');
  assert.equal(name, 'ProblemDetails');
  assert.ok('traceId' in (schema.properties ?? {}));
});

test('A schema that contracts have differently needs the API, and the message lists them', () => {
  const addValue = (document: OpenApiDocument) =>
    document.components?.schemas?.['ConsentStatus']?.enum?.push(9);
  withChangedContract('users', addValue, () => {
    assert.throws(() => lookup.schema('ConsentStatus'), {
      message:
        `${page}: the schema "ConsentStatus" differs between users and consents. ` +
        'Say which one you mean: api="users".',
    });
    assert.equal(lookup.schema('ConsentStatus', 'users').schema.enum?.length, 10);
    assert.equal(lookup.schema('ConsentStatus', 'consents').schema.enum?.length, 9);
  });
});

test('A schema of another API than the one named is refused', () => {
  assert.match(
    messageOf(() => lookup.schema('Consent', 'providers')),
    /the contracts have no schema of providers: "Consent"\. (?!Did you mean "Consent")/,
  );
});

test('A body is found by its part: the request or a status', () => {
  const request = lookup.body('createConsent', 'request');
  assert.equal(request.contentType, 'application/json');
  assert.equal(request.schemaName, 'CreateConsentRequest');
  const error = lookup.body('getConsent', '404');
  assert.deepEqual([error.contentType, error.schemaName], ['application/problem+json', 'ProblemDetails']);
  const list = lookup.body('listConsents', '200');
  assert.deepEqual([list.isList, list.schemaName], [true, 'Consent']);
});

test('An unknown part is refused with the page, the operation and the parts that there are', () => {
  const message = messageOf(() => lookup.body('createConsent', '299'));
  assert.ok(message.startsWith(`${page}: `));
  assert.match(message, /"299"/);
  assert.match(message, /createConsent/);
  assert.match(message, /"?200"?/);
});

test('Without a name the first example is meant', () => {
  const { examples } = lookup.body('createConsent', 'request');
  assert.deepEqual(lookup.example('createConsent', 'request'), examples[0]);
  assert.ok(examples[0]?.summary);
});

test('An unknown example is refused with the page, the body and the nearest example', () => {
  const { name } = lookup.example('createConsent', 'request');
  assert.equal(
    messageOf(() => lookup.example('createConsent', 'request', `${name}s`)),
    `${page}: the contracts have no example of createConsent request "${name}s". Did you mean "${name}"?`,
  );
});

test('Parameters come whole and in the order of the contract', () => {
  const names = parametersOf(lookup.operation('listTransactions')).map(({ name }) => name);
  assert.equal(names[0], 'ConsentId');
  for (const name of ['PageSize', 'PageToken', 'OrderBy', 'DateFrom']) assert.ok(names.includes(name), name);
});

test('An operation without bodies has none', () => {
  assert.deepEqual([...bodiesOf(lookup.operation('deleteUser')).keys()], []);
});

test('A reference leads to its target, and has its name', () => {
  const { document } = contract('consents');
  const reference = { $ref: '#/components/schemas/ConsentStatus' };
  assert.equal(referenceName(reference), 'ConsentStatus');
  assert.deepEqual(dereference(document, reference), document.components?.schemas?.['ConsentStatus']);
  assert.equal(referenceName({ type: 'string' }), undefined);
  assert.deepEqual(dereference(document, { type: 'string' }), { type: 'string' });
});
