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

test('While a contract is invalid, the server reports it and keeps the last valid pages', async () => {
  copy.edit('openapi/users.yaml', 'operationId: createUser', 'operationIdentity: createUser');
  await until('the error', () => /openapi\/users\.yaml:\d+:\d+ .*operationIdentity/.test(output));
  assert.equal((await request('/api/users/operations/createuser/')).status, 200);
});

test('After a saved contract, the server says what needs a restart', async () => {
  copy.edit('openapi/users.yaml', 'operationIdentity: createUser', 'operationId: createPerson');
  await until('the message', () => output.includes('restart the server'));
  copy.edit('openapi/users.yaml', 'operationId: createPerson', 'operationId: createUser');
});

test('A saved contract shows', async () => {
  const contract = parseDocument(copy.read('openapi/users.yaml'));
  contract.setIn(['paths', '/Users', 'post', 'description'], 'Creates a user, in words of a minute ago.');
  copy.write('openapi/users.yaml', contract.toString());
  await untilPage('/api/users/operations/createuser/', 200, 'in words of a minute ago');
});
