import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as specification from './specification.ts';
import { apis, contracts, follow, operations, schema, type Node } from './support/contracts.ts';
import { describe, describeBody } from './support/describe.ts';

const find = (id: string): Node => operations.find(({ value }) => value.operationId === id)?.value;
const nameOf = (api: Node, parameter: Node): string => follow(api, parameter).name;

test('The contracts hold the 25 calls of the specification and no other', () => {
  const line = ({ api, method, path }: { api: string; method: string; path: string }) =>
    `${api} ${method} ${path}`;
  assert.equal(specification.operations.length, 25);
  assert.deepEqual(operations.map(line).sort(), specification.operations.map(line).sort());
});

for (const expected of specification.operations) {
  const title = `${expected.method.toUpperCase()} ${expected.path}`;

  test(`${title} is ${expected.operationId}, with its parameters, body and answers`, () => {
    const operation = operations.find(
      ({ api, method, path }) => api === expected.api && method === expected.method && path === expected.path,
    )?.value;
    const answers = Object.entries<Node>(operation.responses).map(([status, answer]) => [
      status,
      describeBody(answer),
    ]);
    assert.equal(operation.operationId, expected.operationId);
    assert.deepEqual(
      (operation.parameters ?? []).map((parameter: Node) => nameOf(expected.api, parameter)),
      expected.parameters ?? [],
    );
    assert.equal(describeBody(operation.requestBody), expected.body ?? 'none');
    assert.equal(operation.requestBody?.required ?? false, expected.body !== undefined);
    assert.deepEqual(Object.fromEntries(answers), expected.answers);
  });
}

test('A parameter in the path is required and a parameter in the query is optional', () => {
  for (const { api, path, value } of operations) {
    for (const parameter of (value.parameters ?? []).map((entry: Node) => follow(api, entry))) {
      const inPath = path.includes(`{${parameter.name}}`);
      assert.equal(parameter.in, inPath ? 'path' : 'query', `${value.operationId} ${parameter.name}`);
      assert.equal(parameter.required ?? false, inPath, `${value.operationId} ${parameter.name}`);
    }
  }
});

for (const { api, name, fields } of specification.entities) {
  test(`${name} of ${api} has the fields of the specification`, () => {
    const properties = schema(api, name)?.properties ?? {};
    assert.deepEqual(Object.keys(properties).sort(), Object.keys(fields).sort());
    for (const [field, type] of Object.entries(fields)) {
      if (type !== '*') assert.equal(describe(properties[field]), type, field);
      else assert.doesNotMatch(describe(properties[field]), /null/, `${field} is not documented as nullable`);
    }
  });
}

for (const { api, name, values, names } of specification.enums) {
  test(`${name} of ${api} has the values ${values.join(', ')}`, () => {
    const found = schema(api, name);
    assert.deepEqual(found.enum, values);
    assert.deepEqual(found['x-enum-varnames'], names);
  });
}

for (const { api, name, fields } of specification.required) {
  test(`${name} requires ${fields.join(' and ')}`, () =>
    assert.deepEqual(schema(api, name).required, fields));
}

for (const { api, name, field, value } of specification.defaults) {
  test(`The default of ${field} in ${name} is ${value}, and the field allows it`, () => {
    const found = schema(api, name).properties[field];
    assert.equal(found.default, value);
    if (found.enum) assert.ok(found.enum.includes(value));
    if (found.pattern) assert.match(value, new RegExp(found.pattern));
  });
}

test('An analysis job is created with a documented value or with the default in its own spelling', () => {
  const { engine, profile } = schema('analysis', 'CreateAnalysisJobRequest').properties;
  assert.deepEqual(engine.enum, [...schema('analysis', 'AnalysisEngine').enum, 'z2']);
  assert.deepEqual(profile.enum, [...schema('analysis', 'AnalysisProfile').enum, 'retail']);
});

test('A page size has no default, because none is shown', () => {
  for (const { api, value } of operations) {
    for (const parameter of (value.parameters ?? []).map((entry: Node) => follow(api, entry))) {
      assert.equal(
        follow(api, parameter.schema).default,
        undefined,
        `${value.operationId} ${parameter.name}`,
      );
    }
  }
});

test('OrderBy and OrderDirection are free strings, because their values are not shown', () => {
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

test('An external user id is unique and case-insensitive; a job reference is unique', () => {
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

test('The token type is bearer and the grant is client_credentials', () => {
  assert.equal(schema('authentication', 'AccessTokenResponse').properties.tokenType.const, 'bearer');
  assert.equal(
    schema('authentication', 'AccessTokenRequest').properties.grant_type.const,
    'client_credentials',
  );
});

test('Every call but the token call needs a bearer token with the scope customer-api', () => {
  for (const { api, value } of operations) {
    const expected = value.operationId === 'createAccessToken' ? [] : [{ oauth2: ['customer-api'] }];
    assert.deepEqual(value.security ?? contracts[api].security, expected, value.operationId);
  }
  for (const api of apis.slice(1)) {
    const flow = contracts[api].components.securitySchemes.oauth2.flows.clientCredentials;
    assert.equal(new URL(flow.tokenUrl).pathname, '/cfa/connect/token');
    assert.deepEqual(Object.keys(flow.scopes), ['customer-api']);
  }
});

test('The token call stands under /cfa and every other call at the root', () => {
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
