import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ApiName } from '../../src/config/apis.ts';
import { contract, contracts, describeContract } from '../../src/contract/index.ts';
import { allPublishedVersions, publish, versionProblems } from '../../src/contract/releases/index.ts';
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
const mistakes: [ApiName, string, (document: Node) => void, string][] = [
  ['users', 'a removed operation', ({ paths }) => delete paths['/Users'].delete, 'DELETE /Users is gone'],
  [
    'users',
    'a renamed path',
    ({ paths }) => {
      paths['/User/{id}'] = paths['/Users/{id}'];
      delete paths['/Users/{id}'];
    },
    'GET /Users/{id} is gone',
  ],
  [
    'users',
    'a renamed operation',
    ({ paths }) => (paths['/Users'].post.operationId = 'addUser'),
    'POST /Users: is now called addUser',
  ],
  [
    'users',
    'a removed parameter',
    ({ paths }) => paths['/Users'].delete.parameters.pop(),
    'DELETE /Users: the query parameter ExternalUserId is gone',
  ],
  [
    'accounts',
    'a parameter that becomes required',
    ({ components }) => (components.parameters.Page.required = true),
    'GET /Accounts: the query parameter Page is now required',
  ],
  [
    'accounts',
    'a parameter with another type',
    ({ components }) => (components.parameters.Page.schema = { type: 'string' }),
    'GET /Accounts: the query parameter Page is string instead of integer',
  ],
  [
    'users',
    'a new required field of a request',
    ({ components: { schemas } }) => {
      schemas.CreateUserRequest.properties.email = { type: 'string' };
      schemas.CreateUserRequest.required.push('email');
    },
    'POST /Users: the request body.email is now required',
  ],
  [
    'analysis',
    'a value that a request loses',
    ({ components }) => components.schemas.CreateAnalysisJobRequest.properties.engine.enum.pop(),
    'POST /analysis-jobs: the request body.engine has lost the value E1',
  ],
  [
    'consents',
    'a removed field of a response',
    ({ components }) => delete components.schemas.Consent.properties.status,
    'GET /Consent/{id}: the response 200.status is gone',
  ],
  [
    'consents',
    'a field of a list with another type',
    ({ components }) => (components.schemas.Consent.properties.appId.type = 'string'),
    'GET /Consent/getconsents: the response 200[].appId is string instead of integer',
  ],
  [
    'transactions',
    'a field that may be absent',
    ({ components }) => components.schemas.Transaction.required.pop(),
    'GET /Transactions: the response 200.data[].counterpartAccountNumber may be absent now',
  ],
  [
    'accounts',
    'a field that can be null',
    ({ components }) => (components.schemas.Account.properties.iban.type = ['string', 'null']),
    'GET /Accounts/{Id}: the response 200.iban is string or null instead of string',
  ],
  [
    'users',
    'a removed response',
    ({ paths }) => delete paths['/Users/{id}'].get.responses['404'],
    'GET /Users/{id}: the response 404 is gone',
  ],
  [
    'consents',
    'a field that a webhook loses',
    ({ components }) => delete components.schemas.TransactionsFetchedEvent.properties.userId,
    'webhook transactionsFetched: the request body.userId is gone',
  ],
  [
    'users',
    'another base URL',
    ({ servers }) => (servers[0].url = 'https://api.example.com/v2'),
    'the server is https://api.example.com/v2 instead of https://api.example.com',
  ],
];

for (const [name, title, change, expected] of mistakes) {
  test(`The check lists ${title}, and requires a new minor version`, () => {
    const problems = problemsAfter(name, change);
    assert.ok(problems.includes(expected), problems);
    assert.match(problems, /Undo the change, or set info\.version to \d+\.\d+\.0 /);
  });
}

/** Changes that no client notices. */
const harmless: [ApiName, string, (document: Node) => void][] = [
  [
    'consents',
    'a new field of a response',
    ({ components }) => (components.schemas.Consent.properties.note = { type: 'string' }),
  ],
  [
    'consents',
    'a new value of an enum that is extensible',
    ({ components }) => components.schemas.ConsentStatus.enum.push(9),
  ],
  [
    'users',
    'a new optional field of a request',
    ({ components }) => (components.schemas.CreateUserRequest.properties.note = { type: 'string' }),
  ],
  ['users', 'other words', ({ paths }) => (paths['/Users'].post.description = 'Creates a user.')],
];

for (const [name, title, change] of harmless) {
  test(`With ${title}, the check only requires a new version`, () => {
    assert.match(
      problemsAfter(name, change),
      /differs from version [\d.]+, which is published\. Increase info\.version\.$/,
    );
    assert.equal(
      problemsAfter(name, (document) => {
        change(document);
        document.info.version = `${document.info.version.replace(/\d+$/, '')}99`;
      }),
      '',
    );
  });
}

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
