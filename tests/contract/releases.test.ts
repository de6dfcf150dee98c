import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ApiName } from '../../src/config/apis.ts';
import { contract, contracts, describeContract } from '../../src/contract/index.ts';
import {
  allPublishedVersions,
  breakingChanges,
  publish,
  versionProblems,
} from '../../src/contract/releases.ts';
import { withCompiledContracts } from '../support/compiled-contracts.ts';
import { projectRoot } from '../support/project-copy.ts';
import type { Node } from './support/contracts.ts';

withCompiledContracts();

test('Every contract has a version that fits its changes since the latest published one', () => {
  assert.deepEqual(contracts().flatMap(versionProblems), []);
});

test('Published versions belong to APIs, of which a new one may have none yet', () => {
  const names = new Set(allPublishedVersions().map(({ name }) => name));
  assert.ok(names.size > 9, [...names].join());
  const apis = contracts().map(({ name }) => name);
  assert.deepEqual(
    [...names].filter((name) => !apis.includes(name)),
    [],
  );
});

/** What is wrong with a contract after a change, if the contract as it is now were published. */
function problemsAfter(name: ApiName, change: (document: Node) => void): string {
  publish(contract(name));
  const document = structuredClone(contract(name).document);
  change(document);
  return versionProblems(describeContract(name, document)).join('\n');
}

/** Breaking changes, each with what the check has to say about it. */
const mistakes: [ApiName, (document: Node) => void, string][] = [
  ['users', ({ paths }) => delete paths['/Users'].delete, 'DELETE /Users is gone'],
  [
    'users',
    ({ paths }) => {
      paths['/User/{id}'] = paths['/Users/{id}'];
      delete paths['/Users/{id}'];
    },
    'GET /Users/{id} is gone',
  ],
  [
    'users',
    ({ paths }) => (paths['/Users'].post.operationId = 'addUser'),
    'POST /Users: is now called addUser',
  ],
  [
    'users',
    ({ paths }) => paths['/Users'].delete.parameters.pop(),
    'DELETE /Users: the query parameter ExternalUserId is gone',
  ],
  [
    'accounts',
    ({ components }) => (components.parameters.Page.required = true),
    'GET /Accounts: the query parameter Page is now required',
  ],
  [
    'accounts',
    ({ components }) => (components.parameters.Page.schema = { type: 'string' }),
    'GET /Accounts: the query parameter Page is string instead of integer',
  ],
  [
    'users',
    ({ components: { schemas } }) => {
      schemas.CreateUserRequest.properties.email = { type: 'string' };
      schemas.CreateUserRequest.required.push('email');
    },
    'POST /Users: the request body.email is now required',
  ],
  [
    'analysis',
    ({ components }) => components.schemas.CreateAnalysisJobRequest.properties.engine.enum.pop(),
    'POST /analysis-jobs: the request body.engine has lost the value E1',
  ],
  [
    'consents',
    ({ components }) => delete components.schemas.Consent.properties.status,
    'GET /Consent/{id}: the response 200.status is gone',
  ],
  [
    'consents',
    ({ components }) => (components.schemas.Consent.properties.appId.type = 'string'),
    'GET /Consent/getconsents: the response 200[].appId is string instead of integer',
  ],
  [
    'transactions',
    ({ components }) => components.schemas.Transaction.required.pop(),
    'GET /Transactions: the response 200.data[].counterpartAccountNumber may be absent now',
  ],
  [
    'accounts',
    ({ components }) => (components.schemas.Account.properties.iban.type = ['string', 'null']),
    'GET /Accounts/{Id}: the response 200.iban is string or null instead of string',
  ],
  [
    'users',
    ({ paths }) => delete paths['/Users/{id}'].get.responses['404'],
    'GET /Users/{id}: the response 404 is gone',
  ],
  [
    'consents',
    ({ components }) => delete components.schemas.TransactionsFetchedEvent.properties.userId,
    'webhook transactionsFetched: the request body.userId is gone',
  ],
  [
    'users',
    ({ servers }) => (servers[0].url = 'https://api.example.com/v2'),
    'the server is https://api.example.com/v2 instead of https://api.example.com',
  ],
  [
    'users',
    ({ components: { schemas } }) => {
      schemas.CreateUserRequest = { allOf: [schemas.CreateUserRequest, { required: ['note'] }] };
    },
    'POST /Users: the request body.note is now required',
  ],
  [
    'users',
    ({ components: { schemas } }) =>
      (schemas.User.properties.id = { oneOf: [{ type: 'string' }, { type: 'integer' }] }),
    'GET /Users/{id}: the response 200.id is any type instead of string',
  ],
];

/** Changes below the choices of a request and of a response. */
const choices: [change: (choices: Node) => void, expected: string[]][] = [
  [
    (choices) => choices.pop(),
    ['the request body.choice is no longer User', 'the response 200.choice is no longer User'],
  ],
  [(choices) => choices.push({ type: 'integer' }), ['the response 200.choice may be integer now']],
  [
    (choices) => (choices[0].format = 'uuid'),
    ['the request body.choice as string has the format uuid instead of undefined'],
  ],
];

test('The check lists what breaks clients, and requires a new minor version', () => {
  for (const [name, change, expected] of mistakes) {
    const problems = problemsAfter(name, change);
    assert.ok(problems.includes(expected), problems);
    assert.match(problems, /Undo the change, or set info\.version to \d+\.\d+\.0 /);
  }
});

test('Changes of choices break those who send or receive them', () => {
  const before = structuredClone(contract('users').document) as Node;
  const { CreateUserRequest, User } = before.components.schemas;
  for (const { properties } of [CreateUserRequest, User])
    properties.choice = { oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/User' }] };
  for (const [change, expected] of choices) {
    const after = structuredClone(before);
    const { schemas } = after.components;
    for (const name of ['CreateUserRequest', 'User']) change(schemas[name].properties.choice.oneOf);
    const found = breakingChanges(describeContract('users', before), describeContract('users', after));
    const own = found.flatMap(
      (each) => /^\w+ \S+: (the \w+ \w+\.choice (?!as User).*)/.exec(each)?.[1] ?? [],
    );
    assert.deepEqual([...new Set(own)], expected);
  }
});

/** Changes that no client notices. */
const harmless: [ApiName, (document: Node) => void][] = [
  ['consents', ({ components }) => (components.schemas.Consent.properties.note = { type: 'string' })],
  ['consents', ({ components }) => components.schemas.ConsentStatus.enum.push(9)],
  ['users', ({ components }) => (components.schemas.CreateUserRequest.properties.note = { type: 'string' })],
  ['users', ({ paths }) => (paths['/Users'].post.description = 'Creates a user.')],
  [
    'consents',
    ({ components }) => (components.schemas.Consent.properties.appId = { type: 'integer', minimum: 1 }),
  ],
];

test('After any other change, the check only requires a new version', () => {
  for (const [name, change] of harmless) {
    assert.match(
      problemsAfter(name, change),
      /differs from version [\d.]+, which is published\. Increase info\.version\.$/,
    );
    const withVersion = (document: Node) => {
      change(document);
      document.info.version = `${document.info.version.replace(/\d+$/, '')}99`;
    };
    assert.equal(problemsAfter(name, withVersion), '');
  }
});

test('A breaking change with a new minor version has to be marked in the changelog', () => {
  const change = (document: Node) => {
    delete document.paths['/Providers'];
    document.info.version = '9.0.0';
  };
  const log = join(process.cwd(), 'openapi/changelog/providers.md');
  writeFileSync(log, '# Providers API\n\n## 9.0.0 – 2026-11-26\n\n- **Breaking:** no list of providers.\n');
  assert.equal(problemsAfter('providers', change), '');
  writeFileSync(log, readFileSync(log, 'utf8').replace('**Breaking:** ', ''));
  assert.match(problemsAfter('providers', change), /no change of 9\.0\.0 starts with "\*\*Breaking:\*\*"/);
});

test('npm run lint:openapi fails with the file and the change', () => {
  const file = join(process.cwd(), 'openapi/users.yaml');
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace('operationId: createUser', 'operationId: createEndUser'),
  );
  publish(contract('users'));
  const { status, stderr } = spawnSync(process.execPath, [join(projectRoot, 'src/scripts/lint-openapi.ts')], {
    encoding: 'utf8',
  });
  assert.equal(status, 1);
  assert.match(
    stderr,
    /openapi\/users\.yaml breaks clients of version [\d.]+:\n +POST \/Users: is now called createEndUser/,
  );
});
