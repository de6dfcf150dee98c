import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { selectAll } from 'css-select';
import { parseDocument as parseHtml } from 'htmlparser2';
import { parseDocument } from 'yaml';
import type { Element } from '../support/built-pages.ts';
import { freePort } from '../support/free-port.ts';
import { environment, ProjectCopy, projectRoot } from '../support/project-copy.ts';

/** The time limit for a page to show a change, in milliseconds. */
const PATIENCE = 60_000;

/** A copy of the project that tests change while its development server runs. */
let copy: ProjectCopy;
/** The server's output since the test began. */
let output = '';
let origin: string;
let server: ChildProcess;

before(async () => {
  copy = new ProjectCopy('portal-', 'in a workspace');
  copy.addHistory();
  server = spawn(process.execPath, [copy.astro, 'dev', '--port', String(await freePort())], {
    cwd: copy.folder,
    env: environment,
  });
  for (const stream of [server.stdout!, server.stderr!])
    stream.on('data', (data: Buffer) => (output += stripVTControlCharacters(data.toString())));
  await until('the server to start', () => /http:\/\/localhost:\d+\//.test(output));
  [origin] = /http:\/\/localhost:\d+/.exec(output)!;
});
after(async () => {
  server.kill();
  await once(server, 'exit');
  copy.remove();
});
beforeEach(() => (output = ''));

/** Waits until a condition is true, and fails if it takes too long. */
async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const start = performance.now();
  while (!(await holds())) {
    const passed = performance.now() - start;
    assert.ok(passed < PATIENCE, `Waited ${PATIENCE} ms for ${what}.\n${output.slice(-2000)}`);
    await wait(250);
  }
}

/** Requests a page. A restarting server may not respond or may close the connection. */
async function request(path: string): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(origin + path);
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: '' };
  }
}

/** Connects to the server as an open page does. Collects `full-reload` and the errors that the page would show. */
async function openPage(): Promise<{ messages: string[]; close: () => void }> {
  const [, token] = /wsToken = "([\w-]+)"/.exec((await request('/@vite/client')).text)!;
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/?token=${token}`, 'vite-hmr');
  const messages: string[] = [];
  socket.addEventListener('message', ({ data }) => {
    const { type, err } = JSON.parse(String(data)) as { type: string; err?: { message: string } };
    messages.push(err?.message ?? type);
  });
  await once(socket, 'open');
  return { messages, close: () => socket.close() };
}

type Node = ReturnType<typeof parseHtml>['children'][number];

/** The elements of a page's content with their attributes, except what only a server or a build adds. */
const contentOf = (html: string): string[] =>
  selectAll<Node, Element>('main, main *:not(link, script, style, time)', parseHtml(html)).map(
    ({ name, attribs: { class: classes = '', ...attributes } }) => {
      const own = classes.split(' ').filter((each) => each !== '' && !each.startsWith('astro-'));
      const others = Object.entries(attributes).filter(([each]) => !each.startsWith('data-astro-'));
      return JSON.stringify([name, own, others.sort()]);
    },
  );

for (const page of ['/glossary/', '/networks/', '/api/consents/operations/createconsent/'])
  test(`${page} has the same elements as in a build`, async () => {
    const built = readFileSync(join(projectRoot, 'dist', page, 'index.html'), 'utf8');
    assert.deepEqual(contentOf((await request(page)).text), contentOf(built));
  });

test('A page shows a change to its file', async () => {
  const page = 'src/content/docs/webhooks/index.mdx';
  assert.equal((await request('/webhooks/')).status, 200);
  copy.write(page, `${copy.read(page)}\nA sentence from a minute ago.\n`);
  const changed = async () => (await request('/webhooks/')).text.includes('A sentence from a minute ago.');
  await until('the sentence', changed);
});

test("A mistake on a page appears in the terminal and in the browser until it's fixed", async () => {
  const file = 'src/content/docs/webhooks/structure.mdx';
  const right = copy.read(file);
  const page = await openPage();
  copy.write(file, right.replace(/^description:.*\n/m, '').concat('\n[a](/webhooks/evnts/)\n'));
  // In the browser, Astro's overlay adds markup to code, so the pattern contains no backticks.
  const mistake = /structure\.mdx:1: add the field[^]*structure\.mdx:\d+: \/webhooks\/evnts\//;
  await until('the message', () => mistake.test(output) && page.messages.some((each) => mistake.test(each)));
  page.messages.length = 0;
  copy.write(file, right);
  await until('the browser to reload', () => page.messages.at(-1) === 'full-reload');
  page.close();
});

test('While a contract is invalid, the server reports it and keeps the last valid pages', async () => {
  copy.edit('openapi/users.yaml', 'operationId: createUser', 'operationIdentity: createUser');
  await until('the error', () => /openapi\/users\.yaml:\d+:\d+ .*operationIdentity/.test(output));
  assert.equal((await request('/api/users/operations/createuser/')).status, 200);
});

test('After a contract is saved, the server says what needs a restart', async () => {
  copy.edit('openapi/users.yaml', 'operationIdentity: createUser', 'operationId: createPerson');
  await until('the message', () => output.includes('restart the server'));
  copy.edit('openapi/users.yaml', 'operationId: createPerson', 'operationId: createUser');
});

test('Pages show changes to a contract', async () => {
  const contract = parseDocument(copy.read('openapi/users.yaml'));
  contract.setIn(['paths', '/Users', 'post', 'description'], 'Creates a user, as of a minute ago.');
  copy.write('openapi/users.yaml', contract.toString());
  const page = async () => (await request('/api/users/operations/createuser/')).text;
  await until('the words', async () => (await page()).includes('as of a minute ago'));
});

// This test comes last, because the server restarts and may miss files saved at that moment.
test('A page appears in the sidebar when src/config/sidebars.ts lists it', async () => {
  copy.write(
    'src/content/docs/webhooks/new.md',
    '---\ntitle: A new page\ndescription: A page that a test adds while the development server runs, and lists in a sidebar later.\n---\n',
  );
  await until('the message', () => output.includes("add 'webhooks/new' to a section"));
  const link = async () => (await request('/webhooks/')).text.includes('href="/webhooks/new/"');
  copy.edit('src/config/sidebars.ts', "webhooks: ['webhooks',", "webhooks: ['webhooks', 'webhooks/new',");
  await until('the link', link);
});
