import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { apis } from '../../src/config/apis.ts';
import { compileContracts } from '../../src/contract/compile.ts';
import { contracts, forgetContracts } from '../../src/contract/index.ts';
import type { Contract } from '../../src/contract/model.ts';
import { collectionOf } from '../../src/postman/collection.ts';
import { environmentOf } from '../../src/postman/environment.ts';
import type { Collection, Environment, Item } from '../../src/postman/model.ts';
import { answerWith, textOf } from '../../src/postman/publish.ts';

let all: Contract[];
let collection: Collection;
let environment: Environment;
let items: Item[];

/** The request of an operation, by the contract's summary. */
const itemOf = (id: string): Item => {
  const operation = all.flatMap(({ operations }) => operations).find((each) => each.id === id);
  const item = items.find(({ name }) => name === operation?.summary);
  assert.ok(item, `no request for ${id}`);
  return item;
};

before(async () => {
  await compileContracts();
  forgetContracts();
  all = contracts();
  collection = collectionOf(all);
  environment = environmentOf(all);
  items = collection.item.flatMap(({ item }) => item);
});

describe('the Postman collection', () => {
  it('has a folder for every API, in the order of the reference', () => {
    assert.deepEqual(
      collection.item.map(({ name }) => name),
      apis.map(({ name }) => all.find((contract) => contract.name === name)?.title),
    );
  });

  it('has the request of every operation of every contract', () => {
    const expected = all.flatMap(({ operations }) =>
      operations
        .filter(({ kind }) => kind === 'operation')
        .map(({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    const found = items.map(({ request: { method, url } }) => {
      const path = url.path ? `/${url.path.join('/')}` : '/connect/token';
      return `${method} ${path}`;
    });
    assert.deepEqual(found, expected);
  });

  it('leaves out the webhooks, which the platform calls', () => {
    assert.equal(
      items.some(({ name }) => name === 'Receive the transactions fetched event'),
      false,
    );
  });

  it('calls the addresses of the environment and no other host', () => {
    const hosts = new Set(items.map(({ request }) => request.url.host.join('.')));
    assert.deepEqual(hosts, new Set(['{{tokenUrl}}', '{{baseUrl}}']));
  });

  it('sends the stored token with every request but the one that creates it', () => {
    assert.equal(collection.auth.type, 'oauth2');
    assert.deepEqual(
      items.filter(({ request }) => request.auth).map(({ name, request }) => [name, request.auth?.type]),
      [['Create an access token', 'noauth']],
    );
  });

  it('stores the token of the answer', () => {
    const script = itemOf('createAccessToken').event?.[0]?.script.exec.join('\n') ?? '';
    assert.match(script, /pm\.environment\.set\('accessToken', accessToken\)/);
  });

  it('carries the id of a new consent on to the requests that need it', () => {
    assert.match(itemOf('createConsent').event?.[0]?.script.exec.join('\n') ?? '', /set\('consentId'/);
    assert.equal(itemOf('getConsent').request.url.variable?.[0]?.value, '{{consentId}}');
    assert.equal(itemOf('listAccounts').request.url.query?.[0]?.value, '{{consentId}}');
    assert.equal(
      collection.variable.some(({ key }) => key === 'consentId'),
      true,
    );
  });

  it('lists all 15 filters of the transactions and switches on few of them', () => {
    const { query = [], raw } = itemOf('listTransactions').request.url;
    assert.equal(query.length, 15);
    const on = query.filter(({ disabled }) => !disabled).map(({ key }) => key);
    assert.ok(on.includes('PageSize') && on.length < 5, `switched on: ${on.join(', ')}`);
    assert.ok(
      on.every((key) => raw.includes(`${key}=`)),
      raw,
    );
  });

  it('has an example for every documented answer, with the body of the contract', () => {
    for (const operation of all
      .flatMap(({ operations }) => operations)
      .filter(({ kind }) => kind === 'operation')) {
      const codes = new Set(itemOf(operation.id).response.map(({ code }) => String(code)));
      assert.deepEqual(codes, new Set(Object.keys(operation.definition.responses ?? {})), operation.id);
    }
    const unauthorized = itemOf('createAccessToken').response.find(({ code }) => code === 401);
    assert.equal(unauthorized?.status, 'Unauthorized');
    assert.equal(JSON.parse(unauthorized?.body ?? '').error, 'invalid_client');
  });

  it('gives no two things the same id', () => {
    const ids = [
      collection.info._postman_id,
      environment.id,
      ...collection.item.map(({ id }) => id),
      ...items.flatMap(({ id, response, event = [] }) => [
        id,
        ...response.map((answer) => answer.id),
        ...event.map(({ script }) => script.id),
      ]),
    ];
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(ids.every((id) => /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id)));
  });

  it('uses no variable that neither the collection nor the environment has', () => {
    const known = new Set([...collection.variable, ...environment.values].map(({ key }) => key));
    const used = [...textOf(collection).matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
    assert.deepEqual(
      used.filter((name) => !known.has(name)),
      [],
    );
  });
});

describe('the Postman environment', () => {
  it('has the variables that the collection needs', () => {
    assert.deepEqual(
      environment.values.map(({ key }) => key),
      ['clientId', 'clientSecret', 'baseUrl', 'tokenUrl', 'accessToken'],
    );
  });

  it('has the addresses of the contracts', () => {
    const valueOf = (key: string) => environment.values.find((each) => each.key === key)?.value;
    assert.equal(valueOf('baseUrl'), all.find(({ name }) => name === 'accounts')?.server);
    assert.equal(
      valueOf('tokenUrl'),
      `${all.find(({ name }) => name === 'authentication')?.server}/connect/token`,
    );
  });
});

describe('both files', () => {
  it('give no secret a value', () => {
    const secret = environment.values.filter(({ type }) => type === 'secret');
    assert.deepEqual(
      secret.map(({ key, value }) => [key, value]),
      [
        ['clientSecret', ''],
        ['accessToken', ''],
      ],
    );
    const { body } = itemOf('createAccessToken').request;
    assert.ok(body?.mode === 'urlencoded');
    const field = (key: string) => body.urlencoded.find((each) => each.key === key)?.value;
    assert.equal(field('client_secret'), '{{clientSecret}}');
    assert.equal(field('client_id'), '{{clientId}}');
    assert.doesNotMatch(textOf(collection), /example-secret/);
  });

  it('have the same bytes when they are made twice', async () => {
    const first = textOf(collection) + textOf(environment);
    await compileContracts();
    forgetContracts();
    assert.equal(textOf(collectionOf(contracts())) + textOf(environmentOf(contracts())), first);
  });

  it('are published as JSON', async () => {
    const answer = answerWith(environment);
    assert.equal(answer.headers.get('Content-Type'), 'application/json; charset=utf-8');
    assert.deepEqual(await answer.json(), environment);
  });

  it('cannot be made of contracts without a token address', () => {
    assert.throws(() => collectionOf(all.slice(0, 1)), /no contract has a security scheme/);
  });

  it('cannot be made when an answer that fills a variable is gone', () => {
    const withoutUsers = all.filter(({ name }) => name !== 'users');
    assert.throws(() => collectionOf(withoutUsers), /example answer of createUser/);
  });
});
