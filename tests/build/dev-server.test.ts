import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDocument } from 'yaml';
import { copy, openPage, output, request, runDevServer, until, untilPage } from './support/dev-server.ts';

runDevServer();

test('A page shows a change of its file', async () => {
  const page = 'src/content/docs/webhooks/index.mdx';
  assert.equal((await request('/webhooks/')).status, 200);
  copy.write(page, `${copy.read(page)}\nA sentence of a minute ago.\n`);
  const changed = async () => (await request('/webhooks/')).text.includes('A sentence of a minute ago.');
  await until('the sentence', changed);
});

test('A mistake on a page shows in the terminal and in the browser until it is fixed', async () => {
  const file = 'src/content/docs/webhooks/structure.mdx';
  const right = copy.read(file);
  const page = await openPage();
  copy.write(file, right.replace(/^description:.*\n/m, '').concat('\n[a](/webhooks/evnts/)\n'));
  // Astro marks code in the browser.
  const mistake = /structure\.mdx:1: add the field[^]*structure\.mdx:\d+: \/webhooks\/evnts\//;
  await until('the message', () => mistake.test(output) && page.messages.some((each) => mistake.test(each)));
  page.messages.length = 0;
  copy.write(file, right);
  await until('the browser to reload', () => page.messages.at(-1) === 'full-reload');
  page.close();
});

test('A page appears in the sidebar when src/config/sidebars.ts lists it, and goes when it no longer does', async () => {
  copy.write(
    'src/content/docs/webhooks/new.md',
    '---\ntitle: A new page\ndescription: A page that a test adds while the development server runs, and lists in a sidebar later.\n---\n',
  );
  await until('the message', () => output.includes("add 'webhooks/new' to a section"));
  const link = async () => (await request('/webhooks/')).text.includes('href="/webhooks/new/"');
  copy.edit('src/config/sidebars.ts', "webhooks: ['webhooks',", "webhooks: ['webhooks', 'webhooks/new',");
  await until('the link', link);
  copy.edit('src/config/sidebars.ts', " 'webhooks/new',", '');
  await until('the link to go', async () => (await request('/webhooks/')).status === 200 && !(await link()));
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
