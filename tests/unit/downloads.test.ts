import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contracts } from '../../src/contract/index.ts';
import { collectionOf, postmanFiles } from '../../src/downloads/postman.ts';

/* Covers what a run of the collection doesn't: tests/samples/collections.all.test.ts sends its requests. */

const collection = collectionOf(contracts());
const requests = collection.item.flatMap(({ item }) => item);

test("The Postman collection contains each operation with parameters and responses, and uses the environment's host", () => {
  const operations = contracts().flatMap((contract) => contract.operations);
  for (const { id, summary, method, path, definition } of operations.filter(
    ({ kind }) => kind === 'operation',
  )) {
    const { request, response } = requests.find(({ name }) => name === summary)!;
    assert.equal(request.method, method.toUpperCase(), id);
    assert.ok(request.url.raw.startsWith('{{baseUrl}}/'), id);
    assert.ok(`/${request.url.path.join('/')}`.endsWith(path.replaceAll(/\{(\w+)\}/g, ':$1')), id);
    // Filters are listed, but only a few are enabled.
    assert.ok(request.url.query.filter(({ disabled }) => !disabled).length < 5, id);
    const statuses = response.map(({ code }) => String(code));
    assert.deepEqual(new Set(statuses), new Set(Object.keys(definition.responses ?? {})));
  }
});

test('The collection uses only variables that it and both environments define, and contains no secret', () => {
  const text = JSON.stringify(collection);
  assert.doesNotMatch(text, /example-secret/);
  assert.equal(collection.auth.bearer[0]?.value, '{{accessToken}}');
  const platform = postmanFiles.environment(contracts());
  for (const environment of [platform, postmanFiles['sandbox-environment']()]) {
    const known = [...collection.variable, ...environment.values].map(({ key }) => key);
    for (const [, name = ''] of text.matchAll(/\{\{(\w+)\}\}/g)) assert.ok(known.includes(name), name);
  }
  const secrets = platform.values.filter(({ type }) => type === 'secret');
  assert.deepEqual(new Set(secrets.map(({ value }) => value)), new Set(['']));
});
