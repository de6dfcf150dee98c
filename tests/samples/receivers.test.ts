import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CONSENT } from '../sandbox/support.ts';
import { postInChunks } from '../starters/support/platform.ts';
import { blocks, titled } from './support/guide-samples.ts';
import { runCommand } from './support/run-command.ts';
import { event, FOREIGN, SECRET_PATH, startReceiver, testReceiver } from './support/test-receivers.ts';

testReceiver('js', 'receiver.mjs');
testReceiver('python', 'receiver.py');

for (const [language, title] of [
  ['js', 'verified-receiver.mjs'],
  ['python', 'verified_receiver.py'],
] as const) {
  test(`${title} stores only consents of the customer, and only at its secret path`, async (context) => {
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
  });
}

test('The commands that send an event twice leave one entry', async (context) => {
  const { folder, port, inbox } = await startReceiver(context, 'js', 'receiver.mjs');
  const body = blocks.find(({ page, language }) => page === '/webhooks/structure/' && language === 'json');
  writeFileSync(join(folder, 'event.json'), body?.code ?? '');
  const commands = titled('Send the same event twice')?.code.replaceAll(
    'localhost:8080',
    `127.0.0.1:${port}`,
  );
  const { status, output } = await runCommand('bash', ['-e', '-c', commands ?? ''], folder);
  assert.equal(status, 0, output);
  assert.equal(output.match(/HTTP\/1\.1 200 OK/g)?.length, 2, output);
  assert.equal(inbox().length, 1);
});
