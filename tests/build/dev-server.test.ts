import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, rmSync } from 'node:fs';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { parseDocument } from 'yaml';
import { freePort } from '../support/free-port.ts';
import { environment, ProjectCopy } from '../support/project-copy.ts';

/** Maximum time, in milliseconds, until a change shows. */
const PATIENCE = 60_000;

let copy: ProjectCopy;
let server: ChildProcess;
let origin: string;
let output = '';

before(async () => {
  copy = new ProjectCopy('portal-', 'in a workspace');
  server = spawn(process.execPath, [copy.astro, 'dev', '--port', String(await freePort())], {
    cwd: copy.folder,
    env: environment,
  });
  for (const stream of [server.stdout!, server.stderr!])
    stream.on('data', (data: Buffer) => (output += stripVTControlCharacters(data.toString())));
  await until('the server to start', () => /http:\/\/localhost:\d+\//.test(output));
  origin = /http:\/\/localhost:\d+/.exec(output)![0];
});

after(async () => {
  server.kill();
  await once(server, 'exit');
  copy.remove();
});

beforeEach(() => (output = ''));

/** Waits until something holds. */
async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const start = performance.now();
  while (!(await holds())) {
    const passed = performance.now() - start;
    assert.ok(passed < PATIENCE, `Waited ${PATIENCE} ms for ${what}.\n${output.slice(-2000)}`);
    await wait(250);
  }
}

/** Waits until a page has a status and, if given, a string. */
function untilPage(path: string, status: number, text = ''): Promise<void> {
  return until(`${path} to have status ${status}${text && ` and "${text}"`}`, async () => {
    const page = await request(path);
    return page.status === status && page.text.includes(text);
  });
}

/** Requests a page. While the server restarts, it may not respond, or close the connection. */
async function request(path: string): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(origin + path);
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: '' };
  }
}

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

const fileOf = (slug: string) => `src/content/docs/${slug}.mdx`;

const pageWith = (title: string) => `---
title: ${title}
description: A page that the test of the development server adds, renames and deletes while the server runs.
section: webhooks
---

The text of ${title}.
`;

/**
 * Changes a sidebar, and waits until the server says that it and the pages differ. Vite may miss a file that changes
 * while a request runs modules again because of another one.
 */
async function changeSidebar(from: string, to: string): Promise<void> {
  copy.edit('src/config/sidebars.ts', from, to);
  await untilPage('/webhooks/', 500);
}

test('A term that is no longer linked loses its links', async () => {
  const linked = async () => (await request('/webhooks/')).text.includes('href="/glossary/#consent"');
  await until('the page with the link', linked);
  copy.edit('src/content/glossary.yaml', '- id: consent\n', '- id: consent\n  link: false\n');
  const unlinked = async () => {
    const { status, text } = await request('/webhooks/');
    return status === 200 && !text.includes('href="/glossary/#consent"');
  };
  await until('the page without the link', unlinked);
});

test('After the restart for the glossary, pages that are added, changed, renamed and deleted still arrive', async () => {
  const slug = 'webhooks/new-page';
  const renamed = `${slug}-renamed`;
  await changeSidebar(`'webhooks/events'`, `'webhooks/events', '${slug}'`);
  copy.write(fileOf(slug), pageWith('A new page'));
  await untilPage(`/${slug}/`, 200, 'The text of A new page.');

  copy.write(fileOf(slug), pageWith('Another title'));
  await untilPage('/webhooks/', 200, 'Another title');

  await changeSidebar(slug, renamed);
  renameSync(copy.path(fileOf(slug)), copy.path(fileOf(renamed)));
  await untilPage(`/${renamed}/`, 200, 'The text of Another title.');
  await untilPage(`/${slug}/`, 404);

  await changeSidebar(`, '${renamed}'`, '');
  rmSync(copy.path(fileOf(renamed)));
  await untilPage('/webhooks/', 200);
  await untilPage(`/${renamed}/`, 404);
  assert.doesNotMatch((await request('/webhooks/')).text, /Another title/);
});
