import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { environment } from '../support/project-copy.ts';
import { pages } from './support/pages.ts';

const OURS = '204f37e5-775e-4a54-a895-a88c4c164c0d';
const FOREIGN = '1db75893-e8c8-465e-9060-b05d5e03c68c';
const SECRET_PATH = `/hooks/${'0123456789abcdef'.repeat(2)}`;

const event = (consentId: string, eventType = 'Transactions Fetched') =>
  JSON.stringify({ eventType, consentId });

/** Runs a receiver of the guides in an empty folder. `post` resolves to the status code of the response. */
async function withReceiver(
  file: string,
  check: (post: (path: string, body: string) => Promise<number>, inbox: () => string[]) => Promise<void>,
) {
  const fence = pages.flatMap(({ fences }) => fences).find(({ meta }) => meta.includes(`title="${file}"`));
  assert.ok(fence, `No guide shows ${file}.`);
  const folder = mkdtempSync(join(tmpdir(), 'receiver-'));
  mkdirSync(join(folder, 'consents'));
  writeFileSync(join(folder, 'consents', OURS), '');
  const anyPort = `.listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;
  const code = fence.code.replace(`.listen(8080, '127.0.0.1');`, anyPort);
  writeFileSync(join(folder, file), code);
  const receiver = spawn(process.execPath, [file], {
    cwd: folder,
    env: { ...environment, WEBHOOK_PATH: SECRET_PATH },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const [port] = (await once(receiver.stdout, 'data')) as [Buffer];
    const origin = `http://127.0.0.1:${port.toString().trim()}`;
    const post = async (path: string, body: string) =>
      (await fetch(origin + path, { method: 'POST', body })).status;
    await check(post, () => readdirSync(join(folder, 'inbox')));
  } finally {
    receiver.kill();
    await once(receiver, 'exit');
    rmSync(folder, { recursive: true });
  }
}

test('The receiver stores a duplicate event once and rejects what is not an event', () =>
  withReceiver('receiver.mjs', async (post, inbox) => {
    assert.equal(await post('/webhooks', event(OURS)), 200);
    assert.equal(await post('/webhooks', event(OURS.toUpperCase())), 200);
    assert.equal(await post('/webhooks', event('../../outside')), 400);
    assert.equal(await post('/webhooks', 'no JSON'), 400);
    assert.equal(await post('/elsewhere', event(FOREIGN)), 404);
    assert.deepEqual(inbox(), [OURS]);
  }));

test('The verifying receiver stores only consents of the customer, and only at its secret path', () =>
  withReceiver('verified-receiver.mjs', async (post, inbox) => {
    assert.equal(await post('/webhooks', event(OURS)), 404);
    assert.equal(await post('/hooks/', event(OURS)), 404);
    assert.deepEqual(inbox(), []);
    assert.equal(await post(SECRET_PATH, event(FOREIGN)), 200);
    assert.equal(await post(SECRET_PATH, event('../consents')), 200);
    assert.equal(await post(SECRET_PATH, event(OURS, 'Another Event')), 200);
    assert.equal(await post(SECRET_PATH, 'null'), 200);
    assert.equal(await post(SECRET_PATH, 'no JSON'), 400);
    assert.deepEqual(inbox(), []);
    assert.equal(await post(SECRET_PATH, event(OURS)), 200);
    assert.equal(await post(SECRET_PATH, event(OURS)), 200);
    assert.deepEqual(inbox(), [OURS]);
  }));
