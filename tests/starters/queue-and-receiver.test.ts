import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { CONSENT } from '../sandbox/support.ts';
import { freePort } from '../support/free-port.ts';
import { postInChunks, startPlatform } from './support/platform.ts';
import { startProgram, starters, testFolder } from './support/starters.ts';

const FOREIGN = '1db75893-e8c8-465e-9060-b05d5e03c68c';

/** Requests seven refreshes of a consent, and completes each one that was sent. */
const queuePrograms: Record<string, (folder: string) => string> = {
  js: (folder) => `
import { Client } from '${folder}/client.js';
import { RefreshQueue } from '${folder}/refresh-queue.js';
import { Store } from '${folder}/store.js';
const consentId = process.env.CONSENT_ID;
const queue = new RefreshQueue(new Client(), new Store(process.env.DATA_DIR + '/refreshes.json'));
for (let count = 1; count <= 7; count += 1) {
  queue.enqueue(consentId);
  await queue.sendDue();
  console.log(queue.state(consentId));
  if (queue.state(consentId) === 'sent') queue.complete(consentId);
}`,
  python: (folder) => `
import logging, os, sys
sys.path.insert(0, '${folder}')
from client import Client
from refresh_queue import RefreshQueue
from store import Store
logging.basicConfig(format='%(message)s')
consent_id = os.environ['CONSENT_ID']
queue = RefreshQueue(Client(), Store(os.environ['DATA_DIR'] + '/starter.db', 'refreshes'))
for _ in range(7):
    queue.enqueue(consent_id)
    queue.send_due()
    print(queue.state(consent_id))
    if queue.state(consent_id) == 'sent':
        queue.complete(consent_id)`,
};

/** Receives events of one consent. Reading it fails the first time. */
const receiverPrograms: Record<string, (folder: string) => string> = {
  js: (folder) => `
import { createReceiver } from '${folder}/receiver.js';
import { Store } from '${folder}/store.js';
let calls = 0;
const { server, retry } = createReceiver({
  path: '/webhooks',
  inbox: new Store(process.env.DATA_DIR + '/inbox.json'),
  isKnown: (id) => id === '${CONSENT}',
  async work(id) {
    calls += 1;
    if (calls === 1 && process.env.FAILS) throw new Error('down');
    console.log('read ' + id);
  },
});
server.listen(Number(process.env.WEBHOOK_PORT), '127.0.0.1', () => { retry(); console.log('ready'); });`,
  python: (folder) => `
import os, sys, threading
sys.path.insert(0, '${folder}')
from receiver import Receiver
from store import Store
calls = []
def work(consent_id):
    calls.append(consent_id)
    if len(calls) == 1 and os.environ.get('FAILS'):
        raise RuntimeError('down')
    print('read ' + consent_id)
Receiver(int(os.environ['WEBHOOK_PORT']), '/webhooks', Store(os.environ['DATA_DIR'] + '/starter.db', 'inbox'),
    lambda id: id == '${CONSENT}', work).start()
print('ready')
threading.Event().wait()`,
};

async function until(context: TestContext, isDone: () => boolean) {
  await context.waitFor(() => assert.ok(isDone()), { interval: 20, timeout: 10_000 });
}

for (const starter of starters.filter(({ receives }) => receives)) {
  const { label, language } = starter;

  test(`${label}: the queue sends six refreshes of a consent in 24 hours, also after a restart`, async (context) => {
    const { url, count } = await startPlatform(context);
    const settings = { PLATFORM_URL: url, DATA_DIR: testFolder(context), CONSENT_ID: CONSENT };
    const run = () => startProgram(starter, queuePrograms[language], settings).outcome;
    const first = await run();
    assert.equal(first.output, `${'sent\n'.repeat(6)}queued\n`);
    const second = await run();
    assert.equal(second.output, 'queued\n'.repeat(7));
    assert.equal(count(/\/refresh$/), 6);
  });

  test(`${label}: a refused refresh waits a day, and a consent that is gone leaves the queue`, async (context) => {
    const { url, count, control } = await startPlatform(context);
    await control('POST', 'faults', { operationId: 'refreshConsent', status: 429 });
    const run = async (CONSENT_ID: string) => {
      const settings = { PLATFORM_URL: url, DATA_DIR: testFolder(context), CONSENT_ID };
      const { output } = await startProgram(starter, queuePrograms[language], settings).outcome;
      return output.replace(/^POST .* returned \d+.*\n/gm, '');
    };
    assert.equal(await run(CONSENT), 'queued\n'.repeat(7));
    assert.equal(count(/\/refresh$/), 1);
    assert.doesNotMatch(await run(FOREIGN), /sent|queued/);
    assert.equal(count(/\/refresh$/), 8);
  });

  test(`${label}: the receiver rejects what is not an event, and ignores consents that are not known`, async (context) => {
    const port = await freePort();
    const settings = { WEBHOOK_PORT: String(port), DATA_DIR: testFolder(context) };
    const { child, output } = startProgram(starter, receiverPrograms[language], settings);
    context.after(() => child.kill());
    await until(context, () => output().includes('ready'));
    const event = (consentId: string, eventType = 'Transactions Fetched') =>
      JSON.stringify({ eventType, consentId });
    assert.equal(await postInChunks(port, 'no JSON'), 400);
    assert.equal(await postInChunks(port, event(CONSENT), '/elsewhere'), 404);
    for (const body of [
      'null',
      '[]',
      '{}',
      event(FOREIGN),
      event('__proto__'),
      event(CONSENT, 'Another Event'),
    ])
      assert.equal(await postInChunks(port, body), 200, body);
    const post = (headers: Record<string, string>, body: string) =>
      fetch(`http://127.0.0.1:${port}/webhooks`, { method: 'POST', headers, body });
    assert.equal((await post({}, ' '.repeat(17 * 1024))).status, 413);
    assert.equal(output(), 'ready\n');
    assert.equal((await post({}, event(CONSENT.toUpperCase()))).status, 200);
    await until(context, () => output() === `ready\nread ${CONSENT}\n`);
  });

  test(`${label}: a consent that could not be read is read after a restart`, async (context) => {
    const port = await freePort();
    const settings = { WEBHOOK_PORT: String(port), DATA_DIR: testFolder(context) };
    const first = startProgram(starter, receiverPrograms[language], { ...settings, FAILS: '1' });
    await until(context, () => first.output().includes('ready'));
    await postInChunks(port, JSON.stringify({ eventType: 'Transactions Fetched', consentId: CONSENT }));
    await until(context, () => first.output().includes('failed: down'));
    first.child.kill();
    await first.outcome;
    const second = startProgram(starter, receiverPrograms[language], settings);
    context.after(() => second.child.kill());
    await until(context, () => second.output().includes(`read ${CONSENT}`));
  });
}
