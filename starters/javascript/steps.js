import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { consentState, readAccounts, remove, waitForConsent, waitForJob } from './flow.js';
import * as parts from './parts.js';
import { createReceiver, endOnSignals } from './receiver.js';
import { readFromInbox } from './worker.js';

const { client, store, bankData, queue } = parts;
const {
  PROVIDER_KEY,
  EXTERNAL_USER_ID = `starter-${Date.now()}`,
  REDIRECT_URL = 'https://app.example.com/return',
  WEBHOOK_PORT = '8080',
  WEBHOOK_PATH,
  EVENT_WAIT = '3600',
} = process.env;

const TWO_WEEKS = 14 * 86_400_000;
endOnSignals(1);

const path = WEBHOOK_PATH ?? store.webhookPath();
const receiver = createReceiver({
  path,
  inbox: store,
  async work(consentId) {
    const read = await readFromInbox(parts, consentId);
    if (!read) return;
    const { transactions, added, changed, removed } = read;
    console.log(
      `Read ${transactions.length} transactions: ${added} new, ${changed} changed, ${removed} removed.`,
    );
  },
});

/** Reads a consent through the inbox, like after an event, so two reads never overlap. */
async function storeConsent(consentId) {
  store.addEvent(consentId);
  await receiver.retry();
  while (store.isInInbox(consentId)) await sleep(100);
}

receiver.server.listen(Number(WEBHOOK_PORT), '127.0.0.1');
await once(receiver.server, 'listening');
await receiver.retry();
console.log(
  `The receiver is at http://127.0.0.1:${WEBHOOK_PORT}${path}. Register its public URL, with the same path.`,
);

await client.token();
console.log('1. Received a token.');

const providers = await client.call('GET', '/Providers');
const provider = providers.find(({ providerKey }) => providerKey === (PROVIDER_KEY ?? providerKey));
if (!provider) throw new Error(`Provider not found: ${PROVIDER_KEY ?? ''}.`);
console.log(`2. Listed ${providers.length} providers. Using ${provider.providerKey}.`);

const user = await client.call('POST', '/Users', { body: { externalUserId: EXTERNAL_USER_ID } });
console.log(`3. Created the user ${user.id}.`);

async function createConsent() {
  const { consentId: id, consentUrl } = await client.call('POST', '/Consent', {
    body: {
      providerKey: provider.providerKey,
      countryCode: provider.countryCode,
      externalUserId: EXTERNAL_USER_ID,
      redirectUrl: REDIRECT_URL,
    },
  });
  store.saveConsent(user.id, { id, providerKey: provider.providerKey });
  return { id, consentUrl };
}
let { id: consentId, consentUrl } = await createConsent();
console.log(`4. Created a consent. Open this URL in your browser and give consent:\n${consentUrl}`);

let consent = await waitForConsent(client, consentId);
console.log(`5. The consent is in status ${consent.status}.`);

await storeConsent(consentId);
const transactions = () => [...bankData.transactions(user.id).values()];

/** Prints what is stored, in the format that `sandbox.mjs --grade` reads. */
function printTotals() {
  const months = {};
  for (const { bookDate } of transactions()) {
    const month = bookDate.slice(0, 7);
    months[month] = (months[month] ?? 0) + 1;
  }
  const accounts = [...bankData.accounts(user.id).values()].filter(({ closed }) => !closed).length;
  console.log(JSON.stringify({ totals: bankData.totals(user.id), months, accounts }));
}

console.log(
  `6. Stored ${bankData.accounts(user.id).size} accounts and ${transactions().length} transactions.`,
);
printTotals();

queue.enqueue(consentId);
await queue.sendDue();
const end = Date.now() + Number(EVENT_WAIT) * 1_000;
if (queue.state(consentId) === 'sent') console.log(`Waiting up to ${EVENT_WAIT} seconds for the event.`);
while (queue.state(consentId) === 'sent' && Date.now() < end) await sleep(100);
if (queue.state(consentId) === 'sent') {
  console.warn(`No event arrived within ${EVENT_WAIT} seconds. Does the platform know your receiver's URL?`);
  await storeConsent(consentId);
}
consent = await client.call('GET', `/Consent/${encodeURIComponent(consentId)}`);
let outcome = `Refreshed the consent and stored ${transactions().length} transactions.`;
if (queue.state(consentId) === 'queued') outcome = 'The queue will refresh the consent later.';
if (consentState(consent.status) === 'ended')
  outcome = `Didn't refresh the consent, because it has ended in status ${consent.status}.`;
console.log(`7. ${outcome}`);
printTotals();

if (consent.dateExpire && Date.parse(consent.dateExpire) < Date.now() + TWO_WEEKS) {
  ({ id: consentId, consentUrl } = await createConsent());
  console.log(`The consent must be renewed. Open this URL in your browser:\n${consentUrl}`);
  await waitForConsent(client, consentId);
  await storeConsent(consentId);
  const accounts = await readAccounts(client, { ConsentId: consent.id });
  // Delete the old consent only after the new one has delivered the same accounts.
  if (bankData.isReplaced(user.id, consent, accounts)) {
    await remove(client, `/Consent/${encodeURIComponent(consent.id)}`);
    store.endConsent(consent.id);
  }
  printTotals();
} else await waitForConsent(client, consentId); // If it has ended, the program stops here.

const { incomeSequences, expenseSequences } = await client.call('GET', '/Sequencing', {
  query: { ConsentId: consentId },
});
console.log(`8. Found sequences: ${incomeSequences.length} income, ${expenseSequences.length} expense.`);

const { data: jobId } = await client.call('POST', '/v2/categorization-jobs', {
  body: { engine: 'z2', consentId },
});
await waitForJob(
  async () => (await client.call('GET', `/v2/categorization-jobs/${encodeURIComponent(jobId)}`)).data,
);
bankData.readAgain(consentId); // The job also categorized old transactions.
await storeConsent(consentId);
const categorized = transactions().filter(({ category }) => category);
console.log(`9. Stored ${categorized.length} categorized transactions.`);

const analysis = await client.call('POST', '/analysis-jobs', {
  body: {
    reference: `starter-${consentId}`,
    engine: 'Z2',
    profile: 'RETAIL',
    input: { consentIds: [consentId] },
  },
});
const completed = await waitForJob(() =>
  client.call('GET', `/analysis-jobs/${encodeURIComponent(analysis.id)}`),
);
console.log(`10. The analysis includes ${Object.keys(completed.analysis).join(', ')}.`);

// Delete the job first. Once the user is deleted, its accounts and consents can no longer be looked up.
await remove(client, `/analysis-jobs/${encodeURIComponent(analysis.id)}`);
await remove(client, '/Users', { UserId: user.id });
bankData.delete(user.id);
store.run('DELETE FROM users WHERE id = ?', user.id);
printTotals();
console.log('11. Deleted the user.');
receiver.server.close();
