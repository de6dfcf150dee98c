import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apis } from '../../src/config/apis.ts';
import { contract, contracts } from '../../src/contract/index.ts';
import {
  bodiesOf,
  dereference,
  lookupFor,
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

test('An unknown name is an error with the page and the nearest name', () => {
  const { name } = lookup.example('createConsent', 'request');
  const message = (lookUp: () => unknown) => messageOf(lookUp).replace(`${page}: the contracts have no `, '');
  assert.equal(
    message(() => lookup.operation('refreshConsents')),
    'operation "refreshConsents". Did you mean "refreshConsent"?',
  );
  assert.equal(
    message(() => lookup.contract('user')),
    'API "user". Did you mean "users"?',
  );
  assert.equal(
    message(() => lookup.schema('ConsentStaus')),
    'schema "ConsentStaus". Did you mean "ConsentStatus"?',
  );
  assert.equal(
    message(() => lookup.example('createConsent', 'request', `${name}s`)),
    `example of createConsent request "${name}s". Did you mean "${name}"?`,
  );
  assert.match(
    message(() => lookup.operation('x')),
    /^operation "x"\. Known: createAccessToken, .* …$/,
  );
  assert.match(
    message(() => lookup.body('createConsent', '299')),
    /^body of createConsent: "299"\. (Did you mean|Known).*\b200\b/,
  );
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

test('A body is found by its part: the request or a status', () => {
  const request = lookup.body('createConsent', 'request');
  assert.equal(request.contentType, 'application/json');
  assert.equal(request.schemaName, 'CreateConsentRequest');
  const error = lookup.body('getConsent', '404');
  assert.deepEqual([error.contentType, error.schemaName], ['application/problem+json', 'ProblemDetails']);
  const list = lookup.body('listConsents', '200');
  assert.deepEqual([list.isList, list.schemaName], [true, 'Consent']);
});

test('Without a name, the first example is found', () => {
  const { examples } = lookup.body('createConsent', 'request');
  assert.deepEqual(lookup.example('createConsent', 'request'), examples[0]);
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
