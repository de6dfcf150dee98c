import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Contract } from '../../src/contract/model.ts';
import { allPublishedVersions } from '../../src/contract/releases.ts';
import { apis, follow, operations, schema, walk, type Node } from '../support/published-contracts.ts';

/* Contracts never state what the specification leaves open. `releases.test.ts` covers what it states. */

/** The specification's objects, whose fields the contracts' version x.1.0 lists. Anyone who renames one renames it here. */
const specified = apis.flatMap((api) => {
  const isFirst = ({ name, version }: Contract) => name === api.name && version.endsWith('.1.0');
  const schemas: Node = allPublishedVersions().find(isFirst)?.document.components?.schemas ?? {};
  return Object.entries<Node>(schemas).map(([name, { properties = {} }]) => {
    const object = schema(api.name, name) ?? assert.fail(`${api.name} has no ${name} anymore.`);
    return { api, name, object, fields: Object.keys(properties) };
  });
});

/** The names of the matching fields that the specification lists, such as `User.id`. */
function fieldsThat(has: (field: Node) => boolean): string[] {
  const matching = specified.flatMap(({ name, object: { properties }, fields }) =>
    fields.filter((field) => has(properties[field])).map((field) => `${name}.${field}`),
  );
  return [...new Set(matching)].sort();
}

/** Response fields that §3 and §5 of the specification mark as optional. */
const optional: Record<string, string[]> = {
  AccessTokenResponse: ['expiresIn'],
  Provider: ['logoUrl'],
  User: ['externalUserId'],
  Consent: ['dateExpire', 'dateTransactionsUpdated', 'dateRefreshed'],
  Transaction: ['balanceAfterTransaction'],
};

/** Objects whose unmarked fields are assumed to be absent if they don't apply. */
const assumedOptional: Record<string, string[]> = {
  TokenError: ['errorDescription', 'errorUri'],
  Transaction: ['providerProperties', 'category'],
  ProviderProperties: ['*'],
  Category: ['*'],
  TransactionsList: ['nextPageToken'],
  CategorizationJobV1: ['parentId', 'consentId', 'userId', 'externalUserId'],
  ProblemDetails: ['detail', 'errors'],
};

/** Response objects. Events are excluded, because their whole body is assumed. */
const returned = specified.filter(
  ({ name, fields }) => fields.length > 0 && !/^Create[A-Z]|(Request|Event)$/.test(name),
);

for (const { api, name, object, fields } of returned)
  test(`Fields of ${name} in ${api.name} that may be absent are optional, and marked as assumed if the specification doesn't say so`, () => {
    const { required = [], properties, 'x-assumption': ofObject } = object;
    const assumed = (assumedOptional[name] ?? []).flatMap((field) => (field === '*' ? fields : [field]));
    const absent = [...(optional[name] ?? []), ...assumed];
    assert.deepEqual(fields.filter((field) => !required.includes(field)).sort(), absent.sort());
    for (const field of assumed) {
      const mark = ofObject ?? follow(api.document, properties[field])['x-assumption'];
      assert.match(mark?.reason ?? '', /absent|only|at least/, field);
    }
  });

test('A field has a default only where the specification documents one', () => {
  const withDefault = fieldsThat((field) => field.default !== undefined);
  assert.deepEqual(withDefault, [
    'AccessTokenRequest.scope',
    'CreateAnalysisJobRequest.engine',
    'CreateAnalysisJobRequest.profile',
    'CreateConsentRequest.countryCode',
  ]);
  const { engine, profile } = schema('analysis', 'CreateAnalysisJobRequest').properties;
  assert.deepEqual([engine.default, profile.default], ['Z2', 'RETAIL']);
  // In requests, the specification spells these values differently than in jobs.
  assert.match(engine.description, /`z2`/);
  assert.match(profile.description, /`retail`/);
});

test('A field may be null only where the specification says so', () => {
  const ofJob = ['accountIds', 'consentId', 'externalUserId', 'metaData', 'parentId', 'userId'];
  const nullable = fieldsThat(({ type }) => [type].flat().includes('null'));
  assert.deepEqual(nullable, [
    'AnalysisJob.dateFrom',
    'AnalysisJob.dateTo',
    'AnalysisJob.finishedAt',
    ...ofJob.map((field) => `CategorizationJob.${field}`),
    // The specification doesn't say how to recognize the last page, so the token may be null.
    'TransactionsList.nextPageToken',
    'UpdateAnalysisJobRequest.reference',
  ]);
});

test("Page sizes have no default, and the transaction order isn't an enum", () => {
  for (const { id, api, definition } of operations)
    for (const parameter of (definition.parameters ?? []).map((each: Node) => follow(api.document, each))) {
      const { default: size, enum: values } = follow(api.document, parameter.schema);
      if (/^(Page)?Size$/.test(parameter.name)) assert.equal(size, undefined, id);
      if (/^Order/.test(parameter.name)) assert.equal(values, undefined, id);
    }
});

test('The result of an analysis job is free-form JSON, or null', () => {
  const { type, properties, additionalProperties } = schema('analysis', 'AnalysisResult');
  assert.deepEqual([type, properties, additionalProperties], [['object', 'null'], undefined, true]);
});

test('Hosts, the webhook body, and example errors are marked as assumed', () => {
  for (const { name: api, document } of apis) {
    const { servers, components } = document;
    const { securitySchemes = {}, examples } = components;
    for (const [part, { description, summary, 'x-assumption': mark }] of [
      ...Object.entries<Node>(servers),
      ...Object.entries<Node>(securitySchemes),
      ...Object.entries<Node>(examples).filter(([, { summary }]) => summary.startsWith('Example: ')),
    ])
      assert.match(mark?.reason ?? '', /^Assumed /, `${api} ${part} ${description ?? summary}`);
    for (const { value, path } of walk(examples))
      if (typeof value === 'string' && value.includes('://'))
        assert.match(new URL(value).hostname, /\.example\.com$/, `${api}${path}`);
  }
  assert.match(schema('consents', 'TransactionsFetchedEvent')['x-assumption'].reason, /^Assumed body/);
});

test('Every operation except the token request requires a bearer token with the scope customer-api', () => {
  for (const { id, kind, api, definition } of operations) {
    const expected = kind === 'webhook' || id === 'createAccessToken' ? [] : [{ oauth2: ['customer-api'] }];
    assert.deepEqual(definition.security ?? api.document.security, expected, id);
  }
});
