import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { contracts } from '../../src/contract/index.ts';
import { collectionOf, platformEnvironment, sandboxEnvironment } from '../../src/downloads/postman.ts';
import { withCompiledContracts } from '../support/compiled-contracts.ts';

/* What a run of the collection doesn't show: tests/samples/collections.all.test.ts sends its requests. */

withCompiledContracts();

describe('the Postman collection', () => {
  let collection: ReturnType<typeof collectionOf>;
  let items: (typeof collection)['item'][number]['item'];
  const operations = () =>
    contracts().flatMap((contract) => contract.operations.filter(({ kind }) => kind === 'operation'));
  const itemOf = (id: string) => {
    const { summary } = operations().find((each) => each.id === id)!;
    return items.find(({ name }) => name === summary)!;
  };

  before(() => {
    collection = collectionOf(contracts());
    items = collection.item.flatMap(({ item }) => item);
  });

  it('has a folder for every API, and a last one for requests that delete', () => {
    const names = collection.item.map(({ name }) => name);
    assert.deepEqual(names, [...contracts().map(({ title }) => title), 'Delete what you created']);
    const deletions = items.filter(({ request }) => request.method === 'DELETE');
    assert.ok(deletions.length > 0);
    assert.deepEqual(items.slice(-deletions.length), deletions);
  });

  it('has a request with a test for every operation, all to the host of the environment', () => {
    const expected = operations().map(
      ({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    );
    const found = items.map(({ request: { method, url } }) => {
      assert.ok(url.raw.startsWith('{{baseUrl}}/'), url.raw);
      return `${method} /${url.path.join('/').replace(/^cfa\//, '')}`;
    });
    assert.deepEqual(found.sort(), expected.sort());
    for (const { name, event } of items) assert.match(event[0]!.script.exec[0]!, /status is 20\d/, name);
  });

  it('sends the stored token with every request except the token request', () => {
    assert.deepEqual(
      items.filter(({ request }) => 'auth' in request).map(({ name }) => name),
      ['Create an access token'],
    );
  });

  it('lists all filters of transactions and enables few of them', () => {
    const { query, raw } = itemOf('listTransactions').request.url;
    const { definition } = operations().find(({ id }) => id === 'listTransactions')!;
    assert.equal(query.length, definition.parameters!.length);
    const on = query.filter(({ disabled }) => !disabled).map(({ key }) => key);
    assert.ok(on.includes('PageSize') && on.length < 5, `enabled: ${on.join(', ')}`);
    for (const key of on) assert.ok(raw.includes(`${key}=`), raw);
  });

  it('has an example for every documented response', () => {
    for (const { id, definition } of operations()) {
      const codes = new Set(itemOf(id).response.map(({ code }) => String(code)));
      assert.deepEqual(codes, new Set(Object.keys(definition.responses ?? {})), id);
    }
  });

  it('uses only variables that the collection and both environments define, and contains no secret', () => {
    const text = JSON.stringify(collection);
    assert.doesNotMatch(text, /example-secret/);
    for (const environment of [platformEnvironment(contracts()), sandboxEnvironment()]) {
      const known = new Set([...collection.variable, ...environment.values].map(({ key }) => key));
      const unknown = [...text.matchAll(/\{\{(\w+)\}\}/g)].filter(([, name]) => !known.has(name!));
      assert.deepEqual(unknown, []);
    }
    const secrets = platformEnvironment(contracts()).values.filter(({ type }) => type === 'secret');
    assert.deepEqual(
      secrets.map(({ key, value }) => [key, value]),
      [
        ['clientSecret', ''],
        ['accessToken', ''],
      ],
    );
  });

  it('is refused if the response for a variable is missing', () => {
    const withoutUsers = contracts().filter(({ name }) => name !== 'users');
    assert.throws(() => collectionOf(withoutUsers), /example response of createUser/);
  });
});
