import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from './client.js';
import { readTransactions, waitForConsent, waitForJob } from './flow.js';
import { createReceiver } from './receiver.js';
import { RefreshQueue } from './refresh-queue.js';
import { Store } from './store.js';

const {
  PROVIDER_KEY,
  EXTERNAL_USER_ID = `starter-${Date.now()}`,
  REDIRECT_URL = 'https://app.example.com/return',
  WEBHOOK_PORT = '8080',
  WEBHOOK_PATH = '/webhooks',
  DATA_DIR = 'data',
} = process.env;

const client = new Client();
const consents = new Store(join(DATA_DIR, 'consents.json'));
const transactions = new Store(join(DATA_DIR, 'transactions.json'));
const queue = new RefreshQueue(client, new Store(join(DATA_DIR, 'refreshes.json')));

// #region store
/** Stores each transaction of a consent once, however often it is read. */
async function storeTransactions(consentId) {
  const read = new Map();
  for await (const each of readTransactions(client, consentId))
    read.set(`${each.accountId} ${each.id}`, each);
  transactions.upsert(read);
  return [...read.values()];
}
// #endregion store

const receiver = createReceiver({
  path: WEBHOOK_PATH,
  inbox: new Store(join(DATA_DIR, 'inbox.json')),
  isKnown: (consentId) => consents.get(consentId) !== undefined,
  isExpected: (consentId) => queue.state(consentId) === 'sent',
  async work(consentId) {
    await waitForConsent(client, consentId, { refresh, timeLimit: 60_000 });
    const { length } = await storeTransactions(consentId);
    queue.complete(consentId);
    console.log(`Stored ${length} transactions after an event.`);
  },
});

async function refresh(consentId) {
  queue.enqueue(consentId);
  await queue.sendDue();
}

receiver.server.listen(Number(WEBHOOK_PORT), '127.0.0.1');
await once(receiver.server, 'listening');
await receiver.retry();

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

const { status } = await waitForConsent(client, consentId, { refresh });
console.log(`5. The consent has the status ${status}.`);

const accounts = await client.call('GET', '/Accounts', {
  query: { ConsentId: consentId, Page: '1', Size: '100' },
});
const stored = await storeTransactions(consentId);
console.log(`6. Listed ${accounts.length} accounts and stored ${stored.length} transactions.`);

await refresh(consentId);
const end = Date.now() + 120_000;
while (queue.state(consentId) === 'sent' && Date.now() < end) await sleep(100);
const state = queue.state(consentId);
if (state === 'sent') throw new Error('No event arrived. Does the platform know the URL of your receiver?');
console.log(
  `7. ${state ? 'The queue refreshes the consent later' : 'Refreshed the consent and received its event'}.`,
);

const { data: jobId } = await client.call('POST', '/v2/categorization-jobs', {
  body: { engine: 'z2', profile: 'RETAIL', consentId },
});
await waitForJob(async () => (await client.call('GET', `/v2/categorization-jobs/${jobId}`)).data);
const categorized = (await storeTransactions(consentId)).filter(({ category }) => category);
console.log(`8. Stored ${categorized.length} categorized transactions.`);

const analysis = await client.call('POST', '/analysis-jobs', {
  body: {
    reference: `starter-${consentId}`,
    engine: 'Z2',
    profile: 'RETAIL',
    input: { consentIds: [consentId] },
  },
});
const completed = await waitForJob(() => client.call('GET', `/analysis-jobs/${analysis.id}`));
console.log(`9. The analysis has ${Object.keys(completed.analysis).join(', ')}.`);

await client.call('DELETE', '/Users', { query: { UserId: user.id } });
queue.remove(consentId);
consents.delete(consentId);
transactions.delete(...stored.map(({ accountId, id }) => `${accountId} ${id}`));
console.log('10. Deleted the user.');
receiver.server.close();
