// Run: node recipes/keep-fresh.js <externalUserId>
import { setTimeout as sleep } from 'node:timers/promises';
import { consentState, readAccounts, remove } from '../flow.js';
import * as parts from '../parts.js';
import { createReceiver, endOnSignals } from '../receiver.js';
import { readFromInbox } from '../worker.js';

const { client, store, bankData, queue } = parts;
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const { WEBHOOK_PORT = '8080', WEBHOOK_PATH } = process.env;
endOnSignals();
const user = () => client.call('GET', `/Users/${encodeURIComponent(process.argv[2] ?? '')}`);
const { id: userId } = await user();

/** Reads a consent from the inbox. The consent is new, or its event has arrived or is late. */
async function work(consentId) {
  const read = await readFromInbox(parts, consentId);
  if (!read) return;
  const { added, changed, removed } = read;
  console.log(
    `Read ${read.transactions.length} transactions: ${added} new, ${changed} changed, ${removed} removed.`,
  );
  const [accounts, transactions] = [bankData.accounts(userId).size, bankData.transactions(userId).size];
  console.log(`Stored: ${accounts} accounts, ${transactions} transactions.`);
  await deleteReplaced();
}

/** After a renewal, deletes the old consent once the new one has delivered the same accounts. */
async function deleteReplaced() {
  const empty = store.all(
    `SELECT * FROM consents WHERE user_id = ? AND ended_at IS NULL AND data_updated IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM accounts WHERE consent_id = consents.id AND closed_at IS NULL)`,
    userId,
  );
  for (const { id, provider_key: providerKey, requested: dateRequested } of empty) {
    const accounts = await readAccounts(client, { ConsentId: id });
    if (!bankData.isReplaced(userId, { id, providerKey, dateRequested }, accounts)) continue;
    await remove(client, `/Consent/${encodeURIComponent(id)}`);
    store.endConsent(id);
    queue.remove(id);
    console.log(`Deleted consent ${id} because a newer one has its accounts.`);
  }
}

/** Puts new consents into the inbox, queues refreshes, and reports consents that have ended or will end soon. */
async function checkConsents() {
  const { consents } = await user();
  for (const consent of consents) {
    const { id, status, providerKey, dateExpire } = consent;
    store.saveConsent(userId, consent);
    const state = consentState(status);
    // After a renewal, the new consent has the old one's accounts.
    const endsSoon = dateExpire && Date.parse(dateExpire) < Date.now() + 14 * DAY;
    if (state === 'ended' ? bankData.hasAccounts(id) : endsSoon)
      console.log(`The end user must renew the consent at ${providerKey}.`);
    if (state === 'ended') queue.remove(id);
    if (state !== 'ready') continue;
    if (!store.consent(id).data_updated) store.addEvent(id);
    queue.enqueue(id);
  }
  const listed = new Set(consents.map(({ id }) => id));
  for (const { id } of store.all('SELECT id FROM consents WHERE user_id = ?', userId)) {
    if (!listed.has(id)) store.endConsent(id);
  }
}

const { server, retry } = createReceiver({
  path: WEBHOOK_PATH ?? store.webhookPath(),
  inbox: store,
  work,
});
server.listen(Number(WEBHOOK_PORT), '127.0.0.1');
for (let minute = 0, checkAt = 0; ; minute += 1, await sleep(MINUTE)) {
  try {
    if (Date.now() >= checkAt) {
      await checkConsents();
      checkAt = Date.now() + DAY;
    }
    await retry();
    await queue.sendDue();
    if (minute % 60 !== 0) continue;
    // A consent in the inbox keeps its pause and its time limit.
    for (const id of await queue.overdue()) if (!store.isInInbox(id)) store.addEvent(id);
  } catch (error) {
    console.warn(error.message);
  }
}
