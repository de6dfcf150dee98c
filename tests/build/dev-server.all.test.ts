import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, beforeEach, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { selectAll } from 'css-select';
import { parseDocument as parseHtml } from 'htmlparser2';
import { parseDocument } from 'yaml';
import { builtText, type Element } from '../support/built-pages.ts';
import { freePort } from '../../src/sandbox/grade/free-port.ts';
import { environment, ProjectCopy } from '../support/project-copy.ts';

/** How long a page may take to show a change, in milliseconds. */
const PATIENTLY = { interval: 250, timeout: 60_000 };

/** A copy of the project that tests change while its development server runs. */
const copy = new ProjectCopy('portal-', 'in a workspace');
copy.addHistory();
const port = String(await freePort());
const server = spawn(process.execPath, [copy.astro, 'dev', '--port', port], {
  cwd: copy.folder,
  env: environment,
});
/** The server's output since the test began. */
let output = '';
for (const stream of [server.stdout, server.stderr])
  stream.on('data', (data: Buffer) => (output += stripVTControlCharacters(data.toString())));

before(async () => {
  while (!output.includes(`http://localhost:${port}/`)) await once(server.stdout, 'data');
});
beforeEach(() => (output = ''));
after(async () => {
  server.kill();
  await once(server, 'exit');
  copy.remove();
});

/** Requests a page. Fails if the server is restarting. */
async function load(path: string): Promise<string> {
  const response = await fetch(`http://localhost:${port}${path}`);
  assert.equal(response.status, 200);
  return response.text();
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
    assert.deepEqual(contentOf(await load(page)), contentOf(builtText(`${page}index.html`)));
  });

test('A page shows a change to its file', async (context) => {
  const page = 'src/content/docs/webhooks/index.mdx';
  await load('/webhooks/');
  copy.write(page, `${copy.read(page)}\nA sentence from a minute ago.\n`);
  const changed = async () => assert.match(await load('/webhooks/'), /A sentence from a minute ago\./);
  await context.waitFor(changed, PATIENTLY);
});

test("A mistake on a page appears in the terminal and in the browser until it's fixed", async (context) => {
  const file = 'src/content/docs/webhooks/structure.mdx';
  const right = copy.read(file);
  // Connect as an open page does. Collect `full-reload` and the errors that the page would show.
  const [, token] = /wsToken = "([\w-]+)"/.exec(await load('/@vite/client'))!;
  const page = new WebSocket(`ws://localhost:${port}/?token=${token}`, 'vite-hmr');
  const messages: string[] = [];
  page.addEventListener('message', ({ data }) => {
    const { type, err } = JSON.parse(String(data)) as { type: string; err?: { message: string } };
    messages.push(err?.message ?? type);
  });
  await once(page, 'open');
  copy.write(file, right.replace(/^description:.*\n/m, '').concat('\n[a](/webhooks/evnts/)\n'));
  // In the browser, Astro's overlay adds markup to code, so the pattern contains no backticks.
  const mistake = /structure\.mdx:1: add the field[^]*structure\.mdx:\d+: \/webhooks\/evnts\//;
  await context.waitFor(() => {
    assert.match(output, mistake);
    assert.ok(messages.some((each) => mistake.test(each)));
  }, PATIENTLY);
  messages.length = 0;
  copy.write(file, right);
  await context.waitFor(() => assert.equal(messages.at(-1), 'full-reload'), PATIENTLY);
  page.close();
});

test('While a contract is invalid, the server reports it and keeps the last valid pages', async (context) => {
  copy.edit('openapi/users.yaml', 'operationId: createUser', 'operationIdentity: createUser');
  const reported = () => assert.match(output, /openapi\/users\.yaml:\d+:\d+ .*operationIdentity/);
  await context.waitFor(reported, PATIENTLY);
  await load('/api/users/operations/createuser/');
});

test('After a contract is saved, the server says what needs a restart', async (context) => {
  copy.edit('openapi/users.yaml', 'operationIdentity: createUser', 'operationId: createPerson');
  await context.waitFor(() => assert.match(output, /restart the server/), PATIENTLY);
  copy.edit('openapi/users.yaml', 'operationId: createPerson', 'operationId: createUser');
});

test('Pages show changes to a contract', async (context) => {
  const contract = parseDocument(copy.read('openapi/users.yaml'));
  contract.setIn(['paths', '/Users', 'post', 'description'], 'Creates a user, as of a minute ago.');
  copy.write('openapi/users.yaml', contract.toString());
  const changed = async () =>
    assert.match(await load('/api/users/operations/createuser/'), /as of a minute ago/);
  await context.waitFor(changed, PATIENTLY);
});

// This test comes last, because the server restarts and may miss files saved at that moment.
test('A page appears in the sidebar when src/config/sidebars.ts lists it', async (context) => {
  copy.write(
    'src/content/docs/webhooks/new.md',
    '---\ntitle: A new page\ndescription: A page that a test adds while the development server runs, and lists in a sidebar later.\n---\n',
  );
  await context.waitFor(() => assert.match(output, /add 'webhooks\/new' to a section/), PATIENTLY);
  const linked = async () => assert.match(await load('/webhooks/'), /href="\/webhooks\/new\/"/);
  copy.edit('src/config/sidebars.ts', "webhooks: ['webhooks',", "webhooks: ['webhooks', 'webhooks/new',");
  await context.waitFor(linked, PATIENTLY);
});
