import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { CONSENT, USER } from '../sandbox/support.ts';
import { credentials, event, FOREIGN, startPlatform } from '../starters/support/platform.ts';
import { databaseIn, isNightly, python } from '../starters/support/starters.ts';
import { whereIs } from '../support/built-pages.ts';
import { freePort } from '../../src/sandbox/grade/free-port.ts';
import { environment } from '../support/project-copy.ts';
import { testFolder } from '../support/test-folder.ts';
import { blocks, filesOfStarters, guideFiles, titled } from './support/pages.ts';
import { PATIENTLY, runCommand, startCommand } from './support/run-command.ts';

/* Tests the guides' receivers from the built pages. */

const WEBHOOK_PATH = `/hooks/${'0123456789abcdef'.repeat(2)}`;

/** The commands that start the receivers, by language. */
const commands: Readonly<Record<string, (file: string, port: number) => [string, ...string[]]>> = {
  js: (file) => [process.execPath, file],
  python: (file) => [python, '-B', file],
  php: (file, port) => ['php', '-S', `127.0.0.1:${port}`, file],
};

/** Starts a receiver in the starters' folder, on a free port. It stops after the test. */
async function startReceiver(context: TestContext, language: string, title: string) {
  const { url, requests } = await startPlatform(context);
  const port = await freePort();
  const folder = testFolder(context);
  for (const [name, content] of [...filesOfStarters, ...guideFiles])
    writeFileSync(join(folder, name), content.replaceAll('8080', String(port)));
  const [command, ...parameters] = commands[language]!(title, port);
  const env = { ...environment, ...credentials, PLATFORM_URL: url, WEBHOOK_PATH };
  const { child, outcome } = startCommand(command, parameters, folder, env);
  context.after(async () => {
    child.kill();
    // As a container's first process, a program without its own handler ignores SIGTERM.
    if (language !== 'php') assert.equal((await outcome).status, 0);
  });
  const origin = `http://127.0.0.1:${port}`;
  await context.waitFor(() => fetch(origin), PATIENTLY);
  return {
    folder,
    env,
    port,
    requests,
    post: async (path: string, body: BodyInit) =>
      // On a busy machine, a connection that is kept may be closed just before its next use.
      (await fetch(origin + path, { method: 'POST', body, headers: { connection: 'close' } })).status,
  };
}

/** Stores the example's consent, as `steps.php` does, and returns a function that lists the inbox's consents. */
function inboxIn(context: TestContext, folder: string) {
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  const database = databaseIn(context, data);
  database.prepare('INSERT INTO consents (id, user_id) VALUES (?, ?)').run(CONSENT, USER);
  const entries = database.prepare('SELECT consent_id FROM inbox');
  return () => entries.all().map(({ consent_id: id }) => id);
}

/** Tests a guide's receiver. Without a worker, the receiver reads consents itself. */
function testReceiver(language: string, title: string, { worker = false } = {}): void {
  test(`${title} reads a customer's consent after an event as its page shows, and ignores others`, async (context) => {
    assert.ok(titled(title), `No code block has the title ${title}.`);
    const { folder, env, port, requests, post } = await startReceiver(context, language, title);
    const inbox = worker ? inboxIn(context, folder) : () => [];
    assert.equal(await post('/webhooks', event(CONSENT)), 404);
    assert.equal(await post(WEBHOOK_PATH, event(FOREIGN)), 200);
    assert.equal(requests.length, 0);
    assert.deepEqual(inbox(), []);

    const body = blocks.find(
      ({ page, language: of }) => page === whereIs('/webhooks/structure/') && of === 'json',
    );
    writeFileSync(join(folder, 'event.json'), body?.code ?? '');
    const code = titled('Send the same event twice')?.code.replaceAll('localhost:8080', `127.0.0.1:${port}`);
    const { output } = await runCommand('bash', ['-e', '-c', code ?? ''], folder, { WEBHOOK_PATH });
    assert.equal(output.match(/HTTP\/1\.1 200 OK/g)?.length, 2, output);
    if (worker) {
      assert.deepEqual(inbox(), [CONSENT]);
      const runWorker = (settings = {}) => runCommand('php', ['worker.php'], folder, { ...env, ...settings });
      const denied = await runWorker({ CLIENT_SECRET: 'wrong' });
      assert.notEqual(denied.status, 0);
      assert.match(denied.output, /\b401\b/);
      assert.match((await runWorker()).output, /30 new, 0 changed, 0 removed/);
      return assert.deepEqual(inbox(), []);
    }
    const isRead = () => assert.ok(requests.includes('GET /Transactions'));
    await context.waitFor(isRead, PATIENTLY);
    assert.deepEqual(
      new Set(requests),
      new Set(['POST /cfa/connect/token', `GET /Consent/${CONSENT}`, 'GET /Accounts', 'GET /Transactions']),
    );
  });
}

if (isNightly) testReceiver('php', 'receiver.php', { worker: true });
else {
  testReceiver('js', 'receive-events.js');
  testReceiver('python', 'receive_events.py');
}
