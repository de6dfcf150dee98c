import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withAdditions } from '../../src/components/islands/reference-document.ts';
import type { ApiName } from '../../src/config/apis.ts';
import { contract } from '../../src/contract/index.ts';
import { withCompiledContracts } from '../support/compiled-contracts.ts';

withCompiledContracts();

const additions = {
  pages: { listConsents: '/api/consents/operations/listconsents/' },
  samples: { listConsents: [{ lang: 'curl', label: 'cURL', source: 'curl …' }] },
  assumptions: '/what-is-assumed/#',
};

/** An API's document as the interactive reference shows it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- Tests read parts of every shape.
const shown = (name: ApiName): any => withAdditions(contract(name).document as object, additions);

test('An operation has our samples and a link to its page', () => {
  const { get } = shown('consents').paths['/Consent/getconsents'];
  assert.deepEqual(get['x-codeSamples'], additions.samples.listConsents);
  assert.equal(get.externalDocs.url, additions.pages.listConsents);
});

test('A parameter shows its own description, and its schema none', () => {
  const { description, schema } = shown('consents').components.parameters.ConsentIdInPath;
  assert.match(description, /returned as `consentId` when/);
  assert.equal('description' in schema, false);
  assert.equal(schema.format, 'uuid');
});

test('A body shows its own description, and the name of its schema', () => {
  const { requestBody } = shown('consents').paths['/Consent'].post;
  const { schema } = requestBody.content['application/json'];
  assert.equal(requestBody.description, 'The provider, the end user, and the redirect URL.');
  assert.equal('description' in schema, false);
  assert.equal(schema.title, 'CreateConsentRequest');
});

test('What is assumed has a mark with the reason, also if only the schema or the entries of a list assume it', () => {
  const { components, paths } = shown('consents');
  assert.match(
    components.schemas.CreateConsentRequest.properties.countryCode.description,
    / \[Assumed\]\(\/what-is-assumed\/#CreateConsentRequest\.countryCode "Assumed to be in uppercase, /,
  );
  const marks = paths['/Consent/getconsents'].get.responses[200].description.match(/\[Assumed\]/g);
  assert.equal(marks.length, 3);
});

test('A field with a shared simple schema shows its type', () => {
  const { providerKey, externalUserId } =
    shown('consents').components.schemas.CreateConsentRequest.properties;
  assert.equal(providerKey.type, 'string');
  assert.equal(externalUserId.type, 'string');
});

test("The fields of errors are listed once per operation, and each error's examples remain", () => {
  const { responses } = shown('analysis').paths['/analysis-jobs'].get;
  const [first, second] = [responses[400], responses[404]].map(
    ({ content }) => content['application/problem+json'],
  );
  assert.ok(first.schema);
  assert.equal(second.schema, undefined);
  assert.match(responses[404].description, /The body has the same fields as that of 400\.$/);
  assert.ok(Object.values<{ value?: unknown }>(second.examples).every(({ value }) => value));
});

test('Apostrophes are typographic outside of code', () => {
  const { description } = shown('consents').paths['/Consent'].post;
  assert.match(description, /doesn’t prove consent/);
  assert.doesNotMatch(description, /\w'\w/);
});

test('The published document remains as it was', () => {
  const before = structuredClone(contract('consents').document);
  shown('consents');
  assert.deepEqual(contract('consents').document, before);
});
