// Run: node recipes/keep-fresh.js <externalUserId>
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BankData } from '../bank-data.js';
import { Client } from '../client.js';
import { readAccounts, waitForConsent } from '../flow.js';
import { createReceiver, secretPath } from '../receiver.js';
import { RefreshQueue } from '../refresh-queue.js';
import { Store } from '../store.js';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const { DATA_DIR = 'data', WEBHOOK_PORT = '8080', WEBHOOK_PATH } = process.env;
const storeOf = (name) => new Store(join(DATA_DIR, `${name}.json`));
const client = new Client();
const consents = storeOf('consents');
const bankData = new BankData(storeOf('accounts'), storeOf('transactions'));
const queue = new RefreshQueue(client, storeOf('refreshes'));
const user = () => client.call('GET', `/Users/${encodeURIComponent(process.argv[2] ?? '')}`);
const { id: userId } = await user();

/** Stores what a consent has since a week before its newest stored transaction, or all of a new consent. */
async function update(consentId) {
  const consent = await waitForConsent(client, consentId, MINUTE);
  const stored = [...bankData.transactions(userId).values()];
  const days = stored.flatMap((each) => (each.consentId === consentId ? each.bookDate : []));
  const newest = days.sort().at(-1);
  const query = { ConsentId: consentId, PageSize: '100' };
  if (newest) query.DateFrom = new Date(Date.parse(newest) - 7 * DAY).toISOString().slice(0, 10);
  const transactions = [];
  do {
    const { data, nextPageToken } = await client.call('GET', '/Transactions', { query });
    if (nextPageToken && nextPageToken === query.PageToken) throw new Error('The page token repeats.');
    transactions.push(...data);
    query.PageToken = nextPageToken;
  } while (query.PageToken);
  bankData.store(userId, consent, await readAccounts(client, consentId), transactions);
  queue.complete(consentId);
  const [accounts, all] = [bankData.accounts(userId).size, bankData.transactions(userId).size];
  const scope = newest ? `since ${query.DateFrom}` : 'of a new consent';
  console.log(`Read ${transactions.length} transactions ${scope}.`);
  console.log(`Stored: ${accounts} accounts, ${all} transactions.`);
}

/** Reads new consents, queues a refresh of each, and reports those that end. */
async function checkConsents() {
  for (const { id, status, providerKey, dateExpire } of (await user()).consents) {
    const hasStopped = [5, 7, 8].includes(status);
    const endsSoon = dateExpire && Date.parse(dateExpire) < Date.now() + 14 * DAY;
    if (hasStopped || endsSoon) console.log(`The end user must renew the consent at ${providerKey}.`);
    if (hasStopped) queue.remove(id);
    if (status !== 4) continue;
    if (!consents.get(id)) {
      consents.upsert([[id, { userId }]]);
      await update(id);
    }
    queue.enqueue(id);
  }
}

/** Without its event, a refresh is complete once the data is newer, or after a day. */
async function checkLate() {
  for (const { consentId, sentAt } of queue.overdue()) {
    const consent = await client.call('GET', `/Consent/${encodeURIComponent(consentId)}`);
    if (Date.parse(consent.dateTransactionsUpdated) > sentAt) await update(consentId);
    else if (sentAt < Date.now() - DAY) queue.complete(consentId);
  }
}

const path = WEBHOOK_PATH ?? secretPath(storeOf('settings'));
const isKnown = (consentId) => consents.get(consentId) !== undefined;
const { server, retry } = createReceiver({ path, inbox: storeOf('inbox'), isKnown, work: update });
server.listen(Number(WEBHOOK_PORT), '127.0.0.1');
await retry(); // Read what an earlier run left behind.
for (let minute = 0, checkAt = 0; ; minute += 1, await sleep(MINUTE)) {
  try {
    if (Date.now() >= checkAt) {
      await checkConsents();
      checkAt = Date.now() + DAY;
    }
    await queue.sendDue();
    if (minute % 60 === 0) await checkLate();
  } catch (error) {
    console.warn(error.message);
  }
}
