import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDocument } from 'yaml';
import { copy, output, request, runDevServer, until, untilPage } from './support/dev-server.ts';

runDevServer();

test('A page shows a change of its file', async () => {
  const page = 'src/content/docs/webhooks/index.mdx';
  assert.equal((await request('/webhooks/')).status, 200);
  copy.write(page, `${copy.read(page)}\nA sentence of a minute ago.\n`);
  const changed = async () => (await request('/webhooks/')).text.includes('A sentence of a minute ago.');
  await until('the sentence', changed);
});

test('A folder without a page leads to its first page', async () => {
  assert.match((await request('/recipes/')).text, /<title>Check an income/);
});

test('While a contract is invalid, the server reports it and keeps the last valid pages', async () => {
  copy.edit('openapi/users.yaml', 'operationId: createUser', 'operationIdentity: createUser');
  await until('the error', () => /openapi\/users\.yaml:\d+:\d+ .*operationIdentity/.test(output));
  assert.equal((await request('/api/users/operations/createuser/')).status, 200);
});

test('An operation that is renamed in its contract gets a new page', async () => {
  copy.edit('openapi/users.yaml', 'operationIdentity: createUser', 'operationId: createPerson');
  const renamed = async () => (await request('/api/users/operations/createperson/')).status === 200;
  await until('the new page', renamed);
  const gone = async () => (await request('/api/users/operations/createuser/')).status === 404;
  await until('the old page to go', gone);
});

const USERS = 'openapi/users.yaml';

/** Changes a value of the contract of the users API. */
function editUsers(path: string[], value: unknown): void {
  const document = parseDocument(copy.read(USERS));
  document.setIn(path, value);
  copy.write(USERS, document.toString());
}

test('A saved contract shows: a changed description and a new operation', async () => {
  const post = ['paths', '/Users', 'post'];
  const operationId = parseDocument(copy.read(USERS)).getIn([...post, 'operationId']) as string;
  const changed = `/api/users/operations/${operationId.toLowerCase()}/`;
  editUsers([...post, 'description'], 'Creates a user, in words of a minute ago.');
  await untilPage(changed, 200, 'in words of a minute ago');
  editUsers(['paths', '/Users', 'patch'], {
    operationId: 'changeUser',
    tags: ['Users'],
    summary: 'Change a user',
    description: 'Changes a user.',
    responses: { 204: { description: 'The user is changed.' } },
  });
  await untilPage('/api/users/operations/changeuser/', 200, 'Changes a user.');
  await untilPage(changed, 200, 'Change a user');
});
