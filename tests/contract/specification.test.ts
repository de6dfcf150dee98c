import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as specification from './specification.ts';
import {
  apis,
  contracts,
  example,
  follow,
  operations,
  schema,
  type Node,
  type Operation,
} from './support/contracts.ts';
import { describe, describeBody } from './support/describe.ts';

/*
 * The contracts say everything that the specification says. They may say more: a platform grows, and a new operation,
 * field, value or response breaks no promise.
 */

const find = (id: string): Node => operations.find(({ value }) => value.operationId === id)?.value;

/** The operations of the contracts that the specification lists. */
const specified = operations.filter(({ value }) =>
  specification.operations.some(({ operationId }) => operationId === value.operationId),
);

/** The parameters that the specification lists for an operation, as the contract has them. */
function specifiedParameters({ api, value }: Operation): Node[] {
  const listed = specification.operations.find(({ operationId }) => operationId === value.operationId);
  return (value.parameters ?? [])
    .map((parameter: Node) => follow(api, parameter))
    .filter(({ name }: Node) => listed?.parameters?.includes(name));
}

/** The entries of a list that the specification has, too, in the order of the contract. */
const common = <T>(found: readonly T[] = [], expected: readonly T[]): T[] =>
  found.filter((entry) => expected.includes(entry));

/** The properties of an object that the specification has, too. */
const commonProperties = (found: Record<string, unknown>, expected: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(found).filter(([name]) => name in expected));

for (const expected of specification.operations) {
  const title = `${expected.method.toUpperCase()} ${expected.path}`;

  test(`${title} is ${expected.operationId}, with its parameters, body and responses`, () => {
    const operation = operations.find(
      ({ api, method, path }) => api === expected.api && method === expected.method && path === expected.path,
    );
    assert.ok(operation, `${expected.api}.yaml has no ${title}`);
    const { operationId, requestBody, responses } = operation.value;
    const bodies = Object.entries<Node>(responses).map(([status, response]) => [
      status,
      describeBody(response),
    ]);
    assert.equal(operationId, expected.operationId);
    assert.deepEqual(
      specifiedParameters(operation).map(({ name }) => name),
      expected.parameters ?? [],
    );
    assert.equal(describeBody(requestBody), expected.body ?? 'none');
    assert.equal(requestBody?.required ?? false, expected.body !== undefined);
    assert.deepEqual(commonProperties(Object.fromEntries(bodies), expected.responses), expected.responses);
  });
}

test('A parameter in the path is required and a parameter in the query is optional', () => {
  assert.equal(specified.length, specification.operations.length);
  for (const operation of specified) {
    for (const parameter of specifiedParameters(operation)) {
      const inPath = operation.path.includes(`{${parameter.name}}`);
      const where = `${operation.value.operationId} ${parameter.name}`;
      assert.equal(parameter.in, inPath ? 'path' : 'query', where);
      assert.equal(parameter.required ?? false, inPath, where);
    }
  }
});

for (const { api, name, fields } of specification.entities) {
  test(`${name} of ${api} has the fields of the specification`, () => {
    const properties = schema(api, name)?.properties ?? {};
    assert.deepEqual(Object.keys(commonProperties(properties, fields)).sort(), Object.keys(fields).sort());
    for (const [field, type] of Object.entries(fields)) {
      if (type !== '*') assert.equal(describe(properties[field]), type, field);
      else assert.doesNotMatch(describe(properties[field]), /null/, `${field} is not documented as nullable`);
    }
  });
}

for (const { api, name, values, names } of specification.enums) {
  test(`${name} of ${api} has the values ${values.join(', ')}`, () => {
    const found = schema(api, name);
    assert.deepEqual(common(found.enum, values), values);
    for (const [index, varname] of (names ?? []).entries()) {
      assert.equal(found['x-enum-varnames'][found.enum.indexOf(values[index])], varname);
    }
  });
}

for (const { api, name, fields } of specification.required) {
  test(`${name} requires ${fields.join(' and ')}`, () =>
    assert.deepEqual(common(schema(api, name).required, fields), fields));
}

/** Response objects: the entities that no request body consists of. */
const responseEntities = specification.entities.filter(
  ({ name }) => !/^(Create|Update).*(Request|Input)$/.test(name),
);

for (const { api, name, fields } of responseEntities) {
  const absent = [...(specification.optional[name] ?? []), ...(specification.assumedOptional[name] ?? [])];

  test(`${name} of ${api} always has ${absent.length > 0 ? `every field but ${absent.join(', ')}` : 'every field'}`, () => {
    const expected = Object.keys(fields).filter((field) => !absent.includes(field));
    assert.deepEqual([...common(schema(api, name).required, Object.keys(fields))].sort(), expected.sort());
  });

  for (const field of specification.assumedOptional[name] ?? []) {
    test(`That ${field} of ${name} in ${api} can be absent is marked as assumed`, () => {
      const { 'x-assumption': ofObject, properties } = schema(api, name);
      const mark = ofObject ?? follow(api, properties[field])['x-assumption'];
      assert.match(mark?.reason ?? '', /absent|only|at least/);
    });
  }
}

for (const { api, name, field, value, documented = value } of specification.defaults) {
  test(`The default of ${field} in ${name} is ${value}, and the field allows it`, () => {
    const found = schema(api, name).properties[field];
    assert.equal(found.default, value);
    assert.equal(value.toLowerCase(), documented.toLowerCase());
    if (documented !== value) assert.ok(found.description.includes(`\`${documented}\``), found.description);
    if (found.enum) assert.ok(found.enum.includes(value));
    if (found.pattern) assert.match(value, new RegExp(found.pattern));
  });
}

test('An analysis job is created with the values that jobs return', () => {
  const { engine, profile } = schema('analysis', 'CreateAnalysisJobRequest').properties;
  assert.deepEqual(engine.enum, schema('analysis', 'AnalysisEngine').enum);
  assert.deepEqual(profile.enum, schema('analysis', 'AnalysisProfile').enum);
});

test('A page size has no default, because none is shown', () => {
  for (const operation of specified) {
    for (const { name, schema } of specifiedParameters(operation)) {
      const where = `${operation.value.operationId} ${name}`;
      assert.equal(follow(operation.api, schema).default, undefined, where);
    }
  }
});

test('OrderBy and OrderDirection are free strings, because the specification lists no values', () => {
  const parameters = find('listTransactions').parameters;
  for (const name of ['OrderBy', 'OrderDirection']) {
    assert.equal(parameters.find((parameter: Node) => parameter.name === name).schema.enum, undefined);
  }
});

test('A refresh is limited to 6 per consent per day, and its history is kept for 7 days', () => {
  const limit = { limit: 6, window: 'P1D', per: 'consent', history: 'P7D' };
  assert.deepEqual(find('refreshConsent')['x-rate-limit'], limit);
  assert.match(find('refreshConsent').description, /at most 6 times per day.*7 days/s);
});

test('Sequencing looks back 13 months and gives statistics for 12, 6 and 3 months', () => {
  assert.equal(find('getSequencing')['x-lookback'], 'P13M');
  assert.deepEqual(find('getSequencing')['x-statistics-windows'], ['P12M', 'P6M', 'P3M']);
});

test('A country is two uppercase letters, a currency is three, and an account number is uppercase', () => {
  assert.equal(schema('consents', 'CreateConsentRequest').properties.countryCode.pattern, '^[A-Z]{2}$');
  assert.equal(schema('providers', 'Provider').properties.countryCode.pattern, '^[A-Z]{2}$');
  assert.equal(schema('accounts', 'CurrencyCode').pattern, '^[A-Z]{3}$');
  assert.equal(schema('transactions', 'Transaction').properties.accountNumber.pattern, '^[A-Z0-9]+$');
});

test('An external user ID is unique and case-insensitive; a job reference is unique', () => {
  for (const api of apis.filter((api) => schema(api, 'ExternalUserId'))) {
    assert.equal(schema(api, 'ExternalUserId')['x-unique'], true);
    assert.equal(schema(api, 'ExternalUserId')['x-case-insensitive'], true);
  }
  for (const name of ['AnalysisJob', 'CreateAnalysisJobRequest', 'UpdateAnalysisJobRequest']) {
    assert.equal(schema('analysis', name).properties.reference['x-unique'], true);
  }
});

test('The key of a transaction is the pair of accountId and id', () => {
  assert.deepEqual(schema('transactions', 'Transaction')['x-upsert-key'], ['accountId', 'id']);
});

test('The result of an analysis job is free-form JSON, or null', () => {
  assert.deepEqual(schema('analysis', 'AnalysisResult').type, ['object', 'null']);
  assert.equal(schema('analysis', 'AnalysisResult').additionalProperties, true);
});

test('The token type is bearer, with or without a capital, and the grant is client_credentials', () => {
  assert.equal(
    schema('authentication', 'AccessTokenResponse').properties.tokenType.pattern,
    '^(bearer|Bearer)$',
  );
  assert.equal(example('authentication', 'accessToken').tokenType, 'bearer');
  assert.equal(
    schema('authentication', 'AccessTokenRequest').properties.grant_type.const,
    'client_credentials',
  );
});

test('Every operation except the token request needs a bearer token with the scope customer-api', () => {
  for (const { api, value } of operations) {
    const expected = value.operationId === 'createAccessToken' ? [] : [{ oauth2: ['customer-api'] }];
    assert.deepEqual(value.security ?? contracts[api].security, expected, value.operationId);
  }
  for (const api of apis.filter((name) => name !== 'authentication')) {
    const flow = contracts[api].components.securitySchemes.oauth2.flows.clientCredentials;
    assert.equal(new URL(flow.tokenUrl).pathname, '/cfa/connect/token');
    assert.deepEqual(Object.keys(flow.scopes), ['customer-api']);
  }
});

test('The token endpoint is under /cfa and every other endpoint at the root', () => {
  for (const api of apis) {
    const expected = api === 'authentication' ? 'https://api.example.com/cfa' : 'https://api.example.com';
    assert.deepEqual(
      contracts[api].servers.map(({ url }: Node) => url),
      [expected],
    );
  }
});

test('The webhook announces the event Transactions Fetched', () => {
  const { post } = contracts.consents.webhooks.transactionsFetched;
  assert.equal(post['x-event'], 'Transactions Fetched');
  assert.equal(describeBody(post.requestBody), 'TransactionsFetchedEvent');
  assert.equal(
    schema('consents', 'TransactionsFetchedEvent').properties.eventType.const,
    'Transactions Fetched',
  );
});
