import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { apis } from '../../src/config/apis.ts';
import { compileContracts } from '../../src/contract/compile.ts';
import { contracts, forgetContracts } from '../../src/contract/index.ts';
import type { Contract } from '../../src/contract/model.ts';
import { brunoFiles } from '../../src/downloads/postman-bruno/bruno.ts';
import { collectionOf } from '../../src/downloads/postman-bruno/collection.ts';
import { platformEnvironment, sandboxEnvironment } from '../../src/downloads/postman-bruno/environment.ts';
import type { Collection, Environment, Item } from '../../src/downloads/postman-bruno/model.ts';
import { jsonResponse, serialize } from '../../src/downloads/postman-bruno/publish.ts';

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
  environment = platformEnvironment(all);
  items = collection.item.flatMap(({ item }) => item);
});

describe('the Postman collection', () => {
  it('has a folder for every API, and a last one for requests that delete', () => {
    const names = collection.item.map(({ name }) => name);
    assert.equal(names.pop(), 'Delete what you created');
    const titles = apis.map(({ name }) => all.find((contract) => contract.name === name)?.title);
    assert.deepEqual(names.sort(), titles.sort());
    const deletions = items.filter(({ request }) => request.method === 'DELETE');
    assert.equal(deletions.length, 3);
    assert.deepEqual(items.slice(-3), deletions);
  });

  it('tests the status of each request', () => {
    for (const { name, event } of items) assert.match(event[0]?.script.exec[0] ?? '', /status is 20\d/, name);
  });

  it('has the request of every operation of every contract', () => {
    const expected = all.flatMap(({ operations }) =>
      operations
        .filter(({ kind }) => kind === 'operation')
        .map(({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    const found = items.map(({ request: { method, url } }) => {
      return `${method} /${url.path?.join('/').replace(/^cfa\//, '')}`;
    });
    assert.deepEqual(found.sort(), expected.sort());
  });

  it('has no webhooks', () => {
    assert.equal(
      items.some(({ name }) => name === 'Receive the Transactions Fetched event'),
      false,
    );
  });

  it('has one host, that of the environment', () => {
    const hosts = new Set(items.map(({ request }) => request.url.host.join('.')));
    assert.deepEqual(hosts, new Set(['{{baseUrl}}']));
  });

  it('sends the stored token with every request except the token request', () => {
    assert.deepEqual(collection.auth, {
      type: 'bearer',
      bearer: [{ key: 'token', value: '{{accessToken}}', type: 'string' }],
    });
    assert.deepEqual(
      items.filter(({ request }) => request.auth).map(({ name, request }) => [name, request.auth?.type]),
      [['Create an access token', 'noauth']],
    );
  });

  it('stores the token from the response', () => {
    const script = itemOf('createAccessToken').event?.[0]?.script.exec.join('\n') ?? '';
    assert.match(script, /pm\.environment\.set\('accessToken', accessToken\)/);
  });

  it('stores the ID of a new consent for the requests that need it', () => {
    assert.match(itemOf('createConsent').event?.[0]?.script.exec.join('\n') ?? '', /set\('consentId'/);
    assert.equal(itemOf('getConsent').request.url.variable?.[0]?.value, '{{consentId}}');
    assert.equal(itemOf('listAccounts').request.url.query?.[0]?.value, '{{consentId}}');
    assert.equal(
      collection.variable.some(({ key }) => key === 'consentId'),
      true,
    );
  });

  it('lists all 15 filters of transactions and enables few of them', () => {
    const { query = [], raw } = itemOf('listTransactions').request.url;
    assert.equal(query.length, 15);
    const on = query.filter(({ disabled }) => !disabled).map(({ key }) => key);
    assert.ok(on.includes('PageSize') && on.length < 5, `enabled: ${on.join(', ')}`);
    assert.ok(
      on.every((key) => raw.includes(`${key}=`)),
      raw,
    );
  });

  it('has an example for every documented response, with the body from the contract', () => {
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

  it('has no duplicate IDs', () => {
    const ids = [
      collection.info._postman_id,
      environment.id,
      sandboxEnvironment().id,
      ...collection.item.map(({ id }) => id),
      ...items.flatMap(({ id, response, event = [] }) => [
        id,
        ...response.map((example) => example.id),
        ...event.map(({ script }) => script.id),
      ]),
    ];
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(ids.every((id) => /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id)));
  });

  it('uses only variables that the collection or the environment defines', () => {
    const known = new Set([...collection.variable, ...environment.values].map(({ key }) => key));
    const used = [...serialize(collection).matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
    assert.deepEqual(
      used.filter((name) => !known.has(name)),
      [],
    );
  });
});

describe('the Postman environments', () => {
  it('have the variables that the collection needs', () => {
    for (const { values } of [environment, sandboxEnvironment()])
      assert.deepEqual(
        values.map(({ key }) => key),
        ['baseUrl', 'clientId', 'clientSecret', 'accessToken'],
      );
  });

  it('have the base URL from the contracts, and that of the sandbox', () => {
    const baseUrlOf = ({ values }: Environment) => values.find(({ key }) => key === 'baseUrl')?.value;
    assert.equal(baseUrlOf(environment), all.find(({ name }) => name === 'accounts')?.server);
    assert.equal(baseUrlOf(sandboxEnvironment()), 'http://127.0.0.1:4010');
    assert.equal(itemOf('createAccessToken').request.url.raw, '{{baseUrl}}/cfa/connect/token');
  });
});

describe('both files', () => {
  it('contain no secrets', () => {
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
    assert.doesNotMatch(serialize(collection), /example-secret/);
  });

  it('are published as JSON', async () => {
    const response = jsonResponse(environment);
    assert.equal(response.headers.get('Content-Type'), 'application/json; charset=utf-8');
    assert.deepEqual(await response.json(), environment);
  });

  it('are refused for contracts without a token URL', () => {
    assert.throws(() => collectionOf(all.slice(0, 1)), /no contract has a security scheme/);
  });

  it('are refused if the response for a variable is missing', () => {
    const withoutUsers = all.filter(({ name }) => name !== 'users');
    assert.throws(() => collectionOf(withoutUsers), /example response of createUser/);
  });
});

describe('the Bruno collection', () => {
  const files = () => brunoFiles(collection, { Platform: environment, Sandbox: sandboxEnvironment() });

  it('has a file for each request, below the folder of its API', () => {
    const requests = [...files().keys()].filter((path) => /^(?!environments)[^/]+\/(?!folder)/.test(path));
    assert.equal(requests.length, items.length);
  });

  it('has the request, the test and the variables of Postman in its own format', () => {
    const file = files().get('Consents API/Create a consent.bru') ?? '';
    assert.match(
      file,
      /^post \{\n {2}url: \{\{baseUrl\}\}\/Consent\n {2}body: json\n {2}auth: inherit\n\}$/m,
    );
    assert.match(file, /^ {4}"externalUserId": "\{\{externalUserId\}\}",$/m);
    assert.match(file, /^ {2}test\('The status is 200', \(\) => expect\(res\.getStatus\(\)\)/m);
    assert.match(file, /bru\.setCollectionVar\('consentId'/);
  });

  it('shows query parameters that are not sent, and keeps nothing of Postman', () => {
    assert.match(
      files().get('Transactions API/List transactions.bru') ?? '',
      /^ {2}ConsentId: .*\n {2}~UserId: /m,
    );
    for (const [path, content] of files()) assert.doesNotMatch(content, /\bpm\./, path);
  });

  it('has secrets without values in its environment of the platform, and no secret of the sandbox', () => {
    assert.match(
      files().get('environments/Platform.bru') ?? '',
      /^vars \{\n {2}baseUrl: https:[^]*\n {2}clientId:\n\}\nvars:secret \[\n {2}clientSecret,\n {2}accessToken\n\]\n$/,
    );
    assert.match(
      files().get('environments/Sandbox.bru') ?? '',
      /^vars \{\n {2}baseUrl: http:[^]*\n {2}clientSecret: example-secret\n\}\nvars:secret \[\n {2}accessToken\n\]\n$/,
    );
  });
});
