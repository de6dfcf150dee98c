import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { freePort } from '../support/free-port.ts';
import { environment, ProjectCopy } from '../support/project-copy.ts';

/** Maximum time, in milliseconds, until a change shows. */
const PATIENCE = 60_000;

let copy: ProjectCopy;
let server: ChildProcess;
let origin: string;
let output = '';

before(async () => {
  copy = new ProjectCopy();
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

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE;
  while (!(await holds())) {
    assert.ok(performance.now() < end, `Timed out waiting for ${what}.\n${output.slice(-2000)}`);
    await wait(200);
  }
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

test('Pages lose the links to a term that sets `link: false`', async () => {
  const linked = async () => (await request('/webhooks/')).text.includes('href="/glossary/#customer-app"');
  await until('the page with the link', linked);
  copy.edit('src/content/glossary.yaml', '- id: customer-app\n', '- id: customer-app\n  link: false\n');
  const unlinked = async () => {
    const { status, text } = await request('/webhooks/');
    return status === 200 && !text.includes('href="/glossary/#customer-app"');
  };
  await until('the page without the link', unlinked);
});
