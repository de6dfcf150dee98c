import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { CONSENT, DAY } from '../sandbox/support.ts';
import { postInChunks, startPlatform } from './support/platform.ts';
import { databaseIn, event, knowConsents, receiverFolder, startReceiver } from './support/receivers.ts';
import { startProgram, starters, testFolder } from './support/starters.ts';

const HOUR = DAY / 24;
const FOREIGN = '1db75893-e8c8-465e-9060-b05d5e03c68c';

/** Requests seven refreshes of a consent, and completes each one that was sent. */
const queuePrograms: Record<string, (folder: string) => string> = {
  js: (folder) => `
import { Client } from '${folder}/client.js';
import { RefreshQueue } from '${folder}/refresh-queue.js';
import { Store } from '${folder}/store.js';
const consentId = process.env.CONSENT_ID;
const queue = new RefreshQueue(new Client(), new Store(process.env.DATA_DIR + '/bank.db'));
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
queue = RefreshQueue(Client(), Store(os.environ['DATA_DIR'] + '/bank.db'))
for _ in range(7):
    queue.enqueue(consent_id)
    queue.send_due()
    print(queue.state(consent_id))
    if queue.state(consent_id) == 'sent':
        queue.complete(consent_id)`,
};

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
      return output.replace(/^(?:GET|POST) .* returned \d+.*\n/gm, '');
    };
    assert.equal(await run(CONSENT), 'queued\n'.repeat(7));
    assert.equal(count(/\/refresh$/), 1);
    assert.doesNotMatch(await run(FOREIGN), /sent|queued/);
    assert.equal(count(new RegExp(`^GET /Consent/${FOREIGN}$`)), 7);
    assert.equal(count(/\/refresh$/), 1);
  });

  test(`${label}: a consent that could not be read is read after a restart`, async (context) => {
    const folder = await receiverFolder(context, starter);
    const first = await startReceiver(context, starter, { folder, fails: CONSENT });
    assert.equal(await postInChunks(first.port, event(CONSENT)), 200);
    await first.until(() => first.output().includes('failed: down'));
    await first.stop();
    const second = await startReceiver(context, starter, { folder });
    await second.until(() => second.output().includes(`read ${CONSENT}\n`));
  });

  test(`${label}: nobody waits for consents that can't be read, and a day later they are given up`, async (context) => {
    const folder = await receiverFolder(context, starter);
    const failing = Array.from({ length: 60 }, () => randomUUID());
    knowConsents(folder, ...failing);
    const database = databaseIn(folder);
    context.after(() => database.close());
    const [old = ''] = failing;
    const now = Date.now();
    const add = database.prepare('INSERT INTO inbox VALUES (?, 1, ?, ?, ?)');
    add.run(old, now - DAY - 1, now, 30);
    for (const consentId of failing.slice(1)) add.run(consentId, now, now, 20);

    const { output, post, until } = await startReceiver(context, starter, { folder, fails: failing.join() });
    await until(() => output().split('failed: down').length > 60);
    const sentAt = Date.now();
    assert.equal(await post(event(CONSENT)), 200);
    await until(() => output().includes(`read ${CONSENT}\n`));
    assert.ok(Date.now() - sentAt < 3_000, 'It was read at once.');

    assert.match(output(), new RegExp(`^Gave up .*${old}`, 'm'));
    const waiting = database.prepare('SELECT * FROM inbox').all();
    assert.equal(waiting.length, 59);
    for (const { attempts, due_at: dueAt } of waiting) {
      assert.equal(attempts, 21);
      assert.ok(
        Number(dueAt) > now + HOUR / 2 && Number(dueAt) <= Date.now() + HOUR,
        'It is due within an hour.',
      );
    }
  });
}
