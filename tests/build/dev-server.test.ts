import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { freePort } from '../support/free-port.ts';
import { environment, ProjectCopy } from '../support/project-copy.ts';

/** Longest time, in milliseconds, in which the server has to take a change over. */
const PATIENCE = 60_000;

let copy: ProjectCopy;
let server: ChildProcess;
let address: string;
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
  address = /http:\/\/localhost:\d+/.exec(output)![0];
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
    assert.ok(performance.now() < end, `Waited in vain for ${what}.\n${output.slice(-2000)}`);
    await wait(200);
  }
}

/** What the server answers now; while it begins anew, it may not answer at all, or break off. */
async function ask(path: string): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(address + path);
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: '' };
  }
}

test('A page shows what its writer has changed', async () => {
  const page = 'src/content/docs/webhooks/index.mdx';
  assert.equal((await ask('/webhooks/')).status, 200);
  copy.write(page, `${copy.read(page)}\nA sentence of a minute ago.\n`);
  const changed = async () => (await ask('/webhooks/')).text.includes('A sentence of a minute ago.');
  await until('the sentence', changed);
});

test('While a contract is not valid, its fault is told and the last pages stay', async () => {
  copy.edit('openapi/users.yaml', 'operationId: createUser', 'operationIdentity: createUser');
  await until('the fault', () => /openapi\/users\.yaml:\d+:\d+ .*operationIdentity/.test(output));
  assert.equal((await ask('/api/users/operations/createuser/')).status, 200);
});

test('An operation with another name in its contract gets another page', async () => {
  copy.edit('openapi/users.yaml', 'operationIdentity: createUser', 'operationId: createPerson');
  const renamed = async () => (await ask('/api/users/operations/createperson/')).status === 200;
  await until('the new page', renamed);
  const gone = async () => (await ask('/api/users/operations/createuser/')).status === 404;
  await until('the old page to go', gone);
});

test('A term that is no longer linked loses its links', async () => {
  const linked = async () => (await ask('/webhooks/')).text.includes('href="/glossary/#customer-app"');
  await until('the page with the link', linked);
  copy.edit('src/content/glossary.yaml', '- id: customer-app\n', '- id: customer-app\n  link: false\n');
  const unlinked = async () => {
    const { status, text } = await ask('/webhooks/');
    return status === 200 && !text.includes('href="/glossary/#customer-app"');
  };
  await until('the page without the link', unlinked);
});
