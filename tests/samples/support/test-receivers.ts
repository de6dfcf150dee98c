import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { CONSENT } from '../../sandbox/support.ts';
import { postInChunks } from '../../starters/support/platform.ts';
import { freePort } from '../../support/free-port.ts';
import { environment } from '../../support/project-copy.ts';
import { titled } from './guide-samples.ts';
import { python } from './toolchains.ts';

/* The receivers of the guides, as the built pages show them. */

export const FOREIGN = '1db75893-e8c8-465e-9060-b05d5e03c68c';
export const SECRET_PATH = `/hooks/${'0123456789abcdef'.repeat(2)}`;

export const event = (consentId: string, eventType = 'Transactions Fetched') =>
  JSON.stringify({ eventType, consentId });

/** The commands that start the receivers, by their languages. */
const commands: Readonly<Record<string, (file: string, port: number) => [string, ...string[]]>> = {
  js: (file) => [process.execPath, file],
  python: (file) => [python, '-B', file],
  php: (file, port) => ['php', '-S', `127.0.0.1:${port}`, file],
};

/** Starts a receiver in an empty folder, on a free port. It ends with the test. */
export async function startReceiver(context: TestContext, language: string, title: string) {
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

/** Tests a receiver of the guides that stores every event. */
export function testReceiver(language: string, title: string): void {
  test(`${title} stores a duplicate event once, also in chunks, and rejects the rest`, async (context) => {
    const { port, post, inbox } = await startReceiver(context, language, title);
    assert.equal(await postInChunks(port, event(CONSENT)), 200);
    assert.equal(await post('/webhooks', event(CONSENT.toUpperCase())), 200);
    assert.equal(await post('/webhooks', event('../../outside')), 400);
    assert.equal(await post('/webhooks', event(FOREIGN, 'Another Event')), 200);
    for (const body of ['no JSON', '7', ' '.repeat(20_000)]) assert.equal(await post('/webhooks', body), 400);
    assert.equal(await postInChunks(port, 'no JSON'), 400);
    assert.equal(await post('/elsewhere', event(FOREIGN)), 404);
    assert.deepEqual(inbox(), [CONSENT]);
  });
}
