import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scalarDocument } from '../../src/scalar/document.ts';
import type { ApiName } from '../../src/config/apis.ts';
import { contract } from '../../src/contract/index.ts';
import { withCompiledContracts } from '../support/compiled-contracts.ts';

withCompiledContracts();

/** An API's document as the interactive reference shows it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- Tests read parts of every shape.
const shown = (name: ApiName): any => JSON.parse(scalarDocument(contract(name), (path) => `/docs${path}`));

test('An operation has our samples, its scopes, and a link to its page', () => {
  const { get } = shown('consents').paths['/Consent/getconsents'];
  assert.deepEqual([get['x-codeSamples'][0].lang, get['x-codeSamples'][0].label], ['curl', 'cURL']);
  assert.match(get.description, /\n\nOAuth scopes: `customer-api`$/);
  assert.equal(get.externalDocs.url, '/docs/api/consents/operations/listconsents/');
});

test('A parameter shows its own description, and its schema none', () => {
  const { description, schema } = shown('consents').components.parameters.ConsentIdInPath;
  assert.match(description, /returned as `consentId` when/);
  assert.equal('description' in schema, false);
  assert.equal(schema.format, 'uuid');
});

test('What is assumed has a mark with the reason', () => {
  const { countryCode } = shown('consents').components.schemas.CreateConsentRequest.properties;
  assert.match(
    countryCode.description,
    /^[^[]+ \[Assumed\]\(\/docs\/what-is-assumed\/#CreateConsentRequest\.countryCode "Assumed to be in uppercase, [^[]+$/,
  );
});

test('A field with a shared simple schema shows its type', () => {
  const { providerKey, externalUserId } =
    shown('consents').components.schemas.CreateConsentRequest.properties;
  assert.equal(providerKey.type, 'string');
  assert.equal(externalUserId.type, 'string');
});
