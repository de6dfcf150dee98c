import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import type { ApiName } from '../../src/config/apis.ts';
import { contract, describeContract } from '../../src/contract/index.ts';
import { breakingChanges, changesOfVersions, publish, versionProblems } from '../../src/contract/releases.ts';
import { withOwnContracts } from '../support/compiled-contracts.ts';
import type { Node } from '../support/published-contracts.ts';

withOwnContracts();

/** A change to a contract: a path of keys and the new value, or undefined to remove the last key. */
type Change = [api: ApiName, keys: string, value: unknown];

/** Publishes a contract, changes it, and returns the version problems. */
function problemsAfter(...changes: Change[]): string {
  const [name] = changes[0]!;
  publish(contract(name));
  const document: Node = structuredClone(contract(name).document);
  for (const [, keys, value] of changes) {
    const path = keys.split('.');
    const last = path.pop()!;
    const node = path.reduce((at: Node, key) => at[key], { ...document, ...document.components });
    if (value === undefined) Reflect.deleteProperty(node, last);
    else node[last] = value;
  }
  return versionProblems(describeContract(name, document)).join('\n');
}

const [text, user] = [{ type: 'string' }, { $ref: '#/components/schemas/User' }];

const breaking: [...Change, message: string][] = [
  ['users', 'paths./Users.delete', undefined, 'DELETE /Users was removed'],
  ['users', 'paths./Users.post.operationId', 'addUser', 'POST /Users: is now called addUser'],
  ['users', 'paths./Users.delete.parameters', [], 'DELETE /Users: the query parameter UserId was removed'],
  ['users', 'paths./Users/{id}.get.responses.404', undefined, '/{id}: the response 404 was removed'],
  ['users', 'servers.0.url', 'https://v2.example', 'the server is https://v2.example instead of https://'],
  ['accounts', 'parameters.Page.required', true, 'GET /Accounts: the query parameter Page is now required'],
  ['accounts', 'parameters.Page.schema.type', 'string', 'parameter Page is string instead of integer'],
  ['users', 'schemas.CreateUserRequest.required', ['email'], 'the request body.email is now required'],
  ['users', 'schemas.CreateUserRequest.allOf', [{ required: ['note'] }], 'body.note is now required'],
  [
    'analysis',
    'schemas.CreateAnalysisJobRequest.properties.engine.enum',
    ['Z2'],
    'no longer has the value E1',
  ],
  ['consents', 'schemas.Consent.properties.status', undefined, '/{id}: the response 200.status was removed'],
  ['consents', 'schemas.Consent.properties.appId.type', 'string', '200[].appId is string instead of integer'],
  ['transactions', 'schemas.Transaction.required', ['id'], '200.data[].amount may be absent now'],
  ['accounts', 'schemas.Account.properties.iban.type', ['string', 'null'], '200.iban is string or null'],
  ['users', 'schemas.User.properties.id', { oneOf: [text, user] }, '200.id is any type instead of string'],
  ['consents', 'schemas.TransactionsFetchedEvent.properties.userId', undefined, 'body.userId was removed'],
];

for (const [name, keys, value, message] of breaking)
  test(`Changing ${keys} breaks clients and needs a new minor version: ${message}`, () => {
    const problems = problemsAfter([name, keys, value]);
    assert.ok(problems.includes(message), problems);
    assert.match(problems, /Undo the change, or set info\.version to \d+\.\d+\.0 /);
  });

for (const change of [
  ['consents', 'schemas.Consent.properties.note', { type: 'string' }],
  ['consents', 'schemas.ConsentStatus.enum.99', 99],
  ['users', 'schemas.CreateUserRequest.properties.note', { type: 'string' }],
  ['users', 'paths./Users.post.description', 'Creates a user.'],
  ['consents', 'schemas.Consent.properties.appId.minimum', 1],
] satisfies Change[])
  test(`Changing ${change[1]} breaks no clients and only needs a new version`, () => {
    const problem = `^openapi/${change[0]}\\.yaml:4 .* differs from .* Increase info\\.version\\.$`;
    assert.match(problemsAfter(change), new RegExp(problem));
  });

test('A new version needs a changelog entry, which marks breaking changes', () => {
  const removed: Change = ['providers', 'paths./Providers', undefined];
  const problems = () => problemsAfter(removed, ['providers', 'info.version', '9.0.0']);
  const log = 'openapi/changelog/providers.md';
  assert.match(problems(), /^openapi\/changelog\/providers\.md:3 Describe version 9\.0\.0/);
  writeFileSync(log, '# Providers API\n\n## 9.0.0 – 2026-11-26\n\n- **Breaking:** no list of providers.\n');
  assert.equal(problems(), '');
  writeFileSync(log, readFileSync(log, 'utf8').replace('**Breaking:** ', ''));
  assert.match(problems(), /providers\.md:3 No change in 9\.0\.0 starts with "\*\*Breaking:\*\*"/);
});

test('The machine-readable changes list what a new version adds', () => {
  const document: Node = structuredClone(contract('users').document);
  document.components.schemas.User.properties.note = text;
  document.info.version = '99.0.0';
  publish(describeContract('users', document));
  const [latest] = changesOfVersions('users');
  assert.equal(latest?.to, '99.0.0');
  assert.ok(latest.new.includes('GET /Users/{id}: the response 200.note is new'), latest.new.join());
});

/** The contract for users whose requests and responses have a field with choices. */
function withChoices(...oneOf: object[]) {
  const document: Node = structuredClone(contract('users').document);
  const { CreateUserRequest, User } = document.components.schemas;
  for (const { properties } of [CreateUserRequest, User]) properties.choice = { oneOf };
  return describeContract('users', document);
}

for (const [what, choices, expected] of [
  [
    'without its last',
    [text],
    ['the request body.choice is no longer User', 'the response 200.choice is no longer User'],
  ],
  ['with a new one', [text, user, { type: 'integer' }], ['the response 200.choice may be integer now']],
  [
    'with a format',
    [{ ...text, format: 'uuid' }, user],
    ['the request body.choice as string has the format uuid instead of undefined'],
  ],
] as const)
  test(`Choices ${what} break clients that send or receive them`, () => {
    const own = breakingChanges(withChoices(text, user), withChoices(...choices)).flatMap(
      (each) => /^\w+ \S+: (the \w+ \w+\.choice (?!as User).*)/.exec(each)?.[1] ?? [],
    );
    assert.deepEqual([...new Set(own)], expected);
  });
