import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { CONSENT } from '../sandbox/support.ts';
import { postInChunks } from '../starters/support/platform.ts';
import { freePort } from '../support/free-port.ts';
import { environment } from '../support/project-copy.ts';
import { run } from '../generators/recipe.ts';
import { blocks, titled } from './support/guide-samples.ts';
import { missing } from './support/toolchains.ts';

/* The receivers of the guides, as the built pages show them. */

const FOREIGN = '1db75893-e8c8-465e-9060-b05d5e03c68c';
const SECRET_PATH = `/hooks/${'0123456789abcdef'.repeat(2)}`;

const event = (consentId: string, eventType = 'Transactions Fetched') =>
  JSON.stringify({ eventType, consentId });

/** The commands that start the receivers, by their languages. */
const commands: Readonly<Record<string, (file: string, port: number) => [string, ...string[]]>> = {
  js: (file) => [process.execPath, file],
  python: (file) => ['/usr/bin/python3', '-B', file],
  php: (file, port) => ['php', '-S', `127.0.0.1:${port}`, file],
};

/** Starts a receiver in an empty folder, on a free port. It ends with the test. */
async function startReceiver(context: TestContext, language: string, title: string) {
  const block = titled(title);
  assert.ok(block, `No page shows ${title}.`);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'receiver-'));
  mkdirSync(join(folder, 'consents'));
  writeFileSync(join(folder, 'consents', CONSENT), '');
  writeFileSync(join(folder, title), block.code.replaceAll('8080', String(port)));
  const [command, ...parameters] = commands[language]!(title, port);
  const receiver = spawn(command, parameters, {
    cwd: folder,
    env: { ...environment, WEBHOOK_PATH: SECRET_PATH },
    stdio: 'ignore',
  });
  context.after(async () => {
    receiver.kill();
    await once(receiver, 'exit');
    rmSync(folder, { recursive: true });
  });
  const origin = `http://127.0.0.1:${port}`;
  await context.waitFor(() => fetch(origin), { interval: 50, timeout: 15_000 });
  return {
    folder,
    port,
    page: block.page,
    inbox: () => readdirSync(join(folder, 'inbox')),
    post: async (path: string, body: string) => (await fetch(origin + path, { method: 'POST', body })).status,
  };
}

describe('Receivers of the guides', { concurrency: 2 }, () => {
  for (const [language, title] of [
    ['js', 'receiver.mjs'],
    ['python', 'receiver.py'],
    ['php', 'receiver.php'],
  ] as const) {
    const skip = missing(language) ?? false;
    test(
      `${title} stores a duplicate event once, also in chunks, and rejects the rest`,
      { skip },
      async (context) => {
        const { port, post, inbox } = await startReceiver(context, language, title);
        assert.equal(await postInChunks(port, event(CONSENT)), 200);
        assert.equal(await post('/webhooks', event(CONSENT.toUpperCase())), 200);
        assert.equal(await post('/webhooks', event('../../outside')), 400);
        assert.equal(await post('/webhooks', event(FOREIGN, 'Another Event')), 200);
        for (const body of ['no JSON', '7', ' '.repeat(20_000)])
          assert.equal(await post('/webhooks', body), 400);
        assert.equal(await postInChunks(port, 'no JSON'), 400);
        assert.equal(await post('/elsewhere', event(FOREIGN)), 404);
        assert.deepEqual(inbox(), [CONSENT]);
      },
    );
  }

  for (const [language, title] of [
    ['js', 'verified-receiver.mjs'],
    ['python', 'verified_receiver.py'],
  ] as const) {
    const skip = missing(language) ?? false;
    test(
      `${title} stores only consents of the customer, and only at its secret path`,
      { skip },
      async (context) => {
        const { port, post, inbox } = await startReceiver(context, language, title);
        assert.equal(await post('/webhooks', event(CONSENT)), 404);
        assert.equal(await post('/hooks/', event(CONSENT)), 404);
        for (const body of [event(FOREIGN), event('../consents'), event(CONSENT, 'Another Event'), 'null'])
          assert.equal(await post(SECRET_PATH, body), 200, body);
        assert.equal(await post(SECRET_PATH, 'no JSON'), 400);
        assert.equal(await post(SECRET_PATH, ' '.repeat(20_000)), 413);
        assert.deepEqual(inbox(), []);
        assert.equal(await post(SECRET_PATH, event(CONSENT)), 200);
        assert.equal(await postInChunks(port, event(CONSENT), SECRET_PATH), 200);
        assert.deepEqual(inbox(), [CONSENT]);
      },
    );
  }

  test('The commands that send an event twice leave one entry', async (context) => {
    const { folder, port, inbox } = await startReceiver(context, 'js', 'receiver.mjs');
    const body = blocks.find(({ page, language }) => page === '/webhooks/structure/' && language === 'json');
    writeFileSync(join(folder, 'event.json'), body?.code ?? '');
    const commands = titled('Send the same event twice')?.code.replaceAll(
      'localhost:8080',
      `127.0.0.1:${port}`,
    );
    const { status, output } = await run('bash', ['-e', '-c', commands ?? ''], folder);
    assert.equal(status, 0, output);
    assert.equal(output.match(/HTTP\/1\.1 200 OK/g)?.length, 2, output);
    assert.equal(inbox().length, 1);
  });
});
