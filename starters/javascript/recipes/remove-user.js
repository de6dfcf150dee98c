// Run: node recipes/remove-user.js <externalUserId>
import { join } from 'node:path';
import { BankData } from '../bank-data.js';
import { Client } from '../client.js';
import { RefreshQueue } from '../refresh-queue.js';
import { Store } from '../store.js';

const storeOf = (name) => new Store(join(process.env.DATA_DIR ?? 'data', `${name}.json`));
const client = new Client();
const consents = storeOf('consents');
const bankData = new BankData(storeOf('accounts'), storeOf('transactions'));
const queue = new RefreshQueue(client, storeOf('refreshes'));
const removals = storeOf('removals');

/** Sends a request. Resolves to undefined after a 404. */
async function ifFound(method, path, query) {
  try {
    return (await client.call(method, path, { query })) ?? true;
  } catch (error) {
    if (error.status !== 404) throw error;
    return undefined;
  }
}

// Record the removal first, so that the next run completes it if this one fails.
const [externalUserId = ''] = process.argv.slice(2);
const user = await ifFound('GET', `/Users/${encodeURIComponent(externalUserId)}`);
if (user) {
  const consentIds = user.consents.map(({ id }) => id);
  removals.upsert([[user.id, { consentIds, requested: new Date().toISOString() }]]);
} else console.log(`There is no user ${externalUserId}.`);

for (const userId of removals.keys()) {
  const removal = removals.get(userId);
  if (removal.completed) continue;
  // Stop refreshes and ignore events, so that a late one can't restore the data.
  for (const id of removal.consentIds) {
    queue.remove(id);
    consents.delete(id);
  }
  const isNew = await ifFound('DELETE', '/Users', { UserId: userId });
  console.log(`User ${userId} ${isNew ? 'is deleted' : 'was already deleted'}.`);
  bankData.delete(userId);

  const paths = [
    `/Users/${userId}`,
    ...removal.consentIds.map((id) => `/Consent/${id}`),
    `/Accounts?UserId=${userId}`,
  ];
  for (const path of paths) {
    if (await ifFound('GET', path)) throw new Error(`GET ${path} still returns data.`);
    console.log(`GET ${path} returns 404.`);
  }
  const [accounts, transactions] = [bankData.accounts(userId).size, bankData.transactions(userId).size];
  console.log(`Local copy: ${accounts} accounts, ${transactions} transactions.`);
  removals.upsert([[userId, { ...removal, completed: new Date().toISOString() }]]);
}
