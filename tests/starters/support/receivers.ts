import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { CONSENT, USER } from '../../sandbox/support.ts';
import { freePort } from '../../support/free-port.ts';
import { startProgram, testFolder, type Starter } from './starters.ts';

/** Receives events of stored consents. Reading a consent in `FAILS` fails. */
const programs: Record<string, (folder: string) => string> = {
  js: (folder) => `
import { createReceiver } from '${folder}/receiver.js';
import { Store } from '${folder}/store.js';
const store = new Store(process.env.DATA_DIR + '/bank.db');
const { server, retry } = createReceiver({
  path: '/webhooks',
  inbox: store,
  isKnown: (id) => store.get('SELECT id FROM consents WHERE id = ?', id) !== undefined,
  async work(id) {
    if (process.env.FAILS.includes(id)) throw new Error('down');
    console.log('read ' + id);
  },
});
server.listen(Number(process.env.WEBHOOK_PORT), '127.0.0.1', () => { retry(); console.log('ready'); });`,
  python: (folder) => `
import logging, os, sys, threading
sys.path.insert(0, '${folder}')
from receiver import Receiver
from store import Store
logging.basicConfig(format='%(message)s')
def work(consent_id):
    if consent_id in os.environ['FAILS']:
        raise RuntimeError('down')
    print('read ' + consent_id)
store = Store(os.environ['DATA_DIR'] + '/bank.db')
is_known = lambda id: store.get('SELECT id FROM consents WHERE id = ?', id) is not None
Receiver(int(os.environ['WEBHOOK_PORT']), '/webhooks', store, is_known, work).start()
print('ready')
threading.Event().wait()`,
};

export const event = (consentId: unknown, eventType: unknown = 'Transactions Fetched') =>
  JSON.stringify({ eventType, consentId });

/** The database of a starter. All have the same tables. */
export function databaseIn(folder: string): DatabaseSync {
  return new DatabaseSync(`${folder}/bank.db`, { timeout: 5_000 });
}

/** Stores that consents belong to the user of the example. */
export function knowConsents(folder: string, ...consentIds: string[]): void {
  const database = databaseIn(folder);
  for (const id of consentIds) {
    database.prepare('INSERT INTO consents (id, user_id) VALUES (?, ?)').run(id, USER);
  }
  database.close();
}

/** A receiver that knows the consent of the example. It ends with the test. */
export async function startReceiver(
  context: TestContext,
  starter: Starter,
  { folder = testFolder(context), fails = '' } = {},
) {
  const port = await freePort();
  const settings = { WEBHOOK_PORT: String(port), DATA_DIR: folder, FAILS: fails };
  const { child, output, outcome } = startProgram(starter, programs[starter.language], settings);
  context.after(() => child.kill());
  const until = (isDone: () => boolean) =>
    context.waitFor(() => assert.ok(isDone(), output()), { interval: 20, timeout: 10_000 });
  await until(() => output().includes('ready'));
  const post = async (body: string | Buffer<ArrayBuffer>) =>
    (await fetch(`http://127.0.0.1:${port}/webhooks`, { method: 'POST', body })).status;
  const stop = async () => {
    child.kill();
    await outcome;
  };
  return { folder, port, child, output, until, post, stop };
}

/** The folder of a new receiver, with the tables and the consent of the example. */
export async function receiverFolder(context: TestContext, starter: Starter): Promise<string> {
  const { folder, stop } = await startReceiver(context, starter);
  await stop();
  knowConsents(folder, CONSENT);
  return folder;
}
