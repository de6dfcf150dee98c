import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BankData } from './bank-data.js';
import { Client } from './client.js';
import { readAccounts, readTransactions, waitForConsent, waitForJob } from './flow.js';
import { createReceiver, secretPath } from './receiver.js';
import { RefreshQueue } from './refresh-queue.js';
import { Store } from './store.js';

const {
  PROVIDER_KEY,
  EXTERNAL_USER_ID = `starter-${Date.now()}`,
  REDIRECT_URL = 'https://app.example.com/return',
  WEBHOOK_PORT = '8080',
  WEBHOOK_PATH,
  EVENT_WAIT = '3600',
  DATA_DIR = 'data',
} = process.env;

const client = new Client();
const consents = new Store(join(DATA_DIR, 'consents.json'));
const bankData = new BankData(
  new Store(join(DATA_DIR, 'accounts.json')),
  new Store(join(DATA_DIR, 'transactions.json')),
);
const queue = new RefreshQueue(client, new Store(join(DATA_DIR, 'refreshes.json')));

// #region store
/** Reads all that a consent has now, and stores each account and transaction once, however often it is read. */
async function storeConsent(consent) {
  const transactions = [];
  for await (const each of readTransactions(client, consent.id)) transactions.push(each);
  const accounts = await readAccounts(client, consent.id);
  const known = consents.get(consent.id); // unless the user was deleted meanwhile
  if (known) {
    bankData.store(known.userId, consent, accounts, transactions);
    consents.upsert([[consent.id, { ...known, updated: consent.dateTransactionsUpdated }]]);
  }
  return { accounts, transactions };
}
// #endregion store

/** Reads a consent after a refresh or an event. A repeated event brings nothing new. */
async function readNewData(consentId) {
  const consent = await waitForConsent(client, consentId, 60_000);
  const { dateTransactionsUpdated: updated } = consent;
  if (queue.state(consentId) !== 'sent' && updated && updated === consents.get(consentId)?.updated) {
    console.log(`Ignored an event of consent ${consentId}: it has nothing new.`);
    return;
  }
  const { transactions } = await storeConsent(consent);
  queue.complete(consentId);
  console.log(`Stored ${transactions.length} transactions after a refresh.`);
}

const path = WEBHOOK_PATH ?? secretPath(new Store(join(DATA_DIR, 'settings.json')));
const receiver = createReceiver({
  path,
  inbox: new Store(join(DATA_DIR, 'inbox.json')),
  isKnown: (consentId) => consents.get(consentId) !== undefined,
  work: readNewData,
});

async function refresh(consentId) {
  queue.enqueue(consentId);
  await queue.sendDue();
}

receiver.server.listen(Number(WEBHOOK_PORT), '127.0.0.1');
await once(receiver.server, 'listening');
await receiver.retry();
console.log(`The receiver is at http://127.0.0.1:${WEBHOOK_PORT}${path}. Register it with your public host.`);

await client.token();
console.log('1. Received a token.');

const providers = await client.call('GET', '/Providers');
const provider = providers.find(({ providerKey }) => providerKey === (PROVIDER_KEY ?? providerKey));
if (!provider) throw new Error(`There is no provider ${PROVIDER_KEY ?? ''}.`);
console.log(`2. Listed ${providers.length} providers. Using ${provider.providerKey}.`);

const user = await client.call('POST', '/Users', { body: { externalUserId: EXTERNAL_USER_ID } });
console.log(`3. Created the user ${user.id}.`);

const { consentId, consentUrl } = await client.call('POST', '/Consent', {
  body: {
    providerKey: provider.providerKey,
    countryCode: provider.countryCode,
    externalUserId: EXTERNAL_USER_ID,
    redirectUrl: REDIRECT_URL,
  },
});
consents.upsert([[consentId, { userId: user.id }]]);
console.log(`4. Created a consent. Open this URL in your browser and give consent:\n${consentUrl}`);

const consent = await waitForConsent(client, consentId);
console.log(`5. The consent has the status ${consent.status}.`);

const { accounts, transactions } = await storeConsent(consent);
console.log(`6. Listed ${accounts.length} accounts and stored ${transactions.length} transactions.`);

await refresh(consentId);
const end = Date.now() + Number(EVENT_WAIT) * 1_000;
if (queue.state(consentId) === 'sent') console.log(`Waiting up to ${EVENT_WAIT} seconds for the event.`);
while (queue.state(consentId) === 'sent' && Date.now() < end) await sleep(100);
if (queue.state(consentId) === 'sent') {
  console.warn(`No event arrived within ${EVENT_WAIT} seconds. Does the platform know your receiver's URL?`);
  await readNewData(consentId);
}
const { size } = bankData.transactions(user.id);
console.log(
  queue.state(consentId) === 'queued'
    ? '7. The queue refreshes the consent later.'
    : `7. Refreshed the consent and stored ${size} transactions.`,
);

const { incomeSequences, expenseSequences } = await client.call('GET', '/Sequencing', {
  query: { ConsentId: consentId },
});
console.log(
  `8. Read the sequences: ${incomeSequences.length} of income, ${expenseSequences.length} of expenses.`,
);

const { data: jobId } = await client.call('POST', '/v2/categorization-jobs', {
  body: { engine: 'z2', profile: 'RETAIL', consentId },
});
await waitForJob(async () => (await client.call('GET', `/v2/categorization-jobs/${jobId}`)).data);
const read = await storeConsent(await waitForConsent(client, consentId));
const categorized = read.transactions.filter(({ category }) => category);
console.log(`9. Stored ${categorized.length} categorized transactions.`);

const analysis = await client.call('POST', '/analysis-jobs', {
  body: {
    reference: `starter-${consentId}`,
    engine: 'Z2',
    profile: 'RETAIL',
    input: { consentIds: [consentId] },
  },
});
const completed = await waitForJob(() => client.call('GET', `/analysis-jobs/${analysis.id}`));
console.log(`10. The analysis has ${Object.keys(completed.analysis).join(', ')}.`);

await client.call('DELETE', '/Users', { query: { UserId: user.id } });
queue.remove(consentId);
consents.delete(consentId);
bankData.delete(user.id);
console.log('11. Deleted the user.');
receiver.server.close();
