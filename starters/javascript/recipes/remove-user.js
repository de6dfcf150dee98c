// Run: node recipes/remove-user.js <externalUserId>
import { readAccounts, remove } from '../flow.js';
import { bankData, client, queue, store } from '../parts.js';

/** Resolves to a request's result, or to undefined after a 404. */
async function ifFound(request) {
  try {
    return await request;
  } catch (error) {
    if (error.status !== 404) throw error;
    return undefined;
  }
}

// Record the removal first so that the next run completes it if this one fails. From now on, nothing more is stored.
const [externalUserId = ''] = process.argv.slice(2);
const user = await ifFound(client.call('GET', `/Users/${encodeURIComponent(externalUserId)}`));
if (user) {
  for (const consent of user.consents) store.saveConsent(user.id, consent);
  const removal = { removal_requested: new Date().toISOString(), removal_completed: null };
  store.upsert('users', { id: user.id }, removal);
} else console.log(`User not found: ${externalUserId}.`);

const isDone = 'removal_requested IS NULL OR removal_completed IS NOT NULL';
for (const { id: userId } of store.all(`SELECT id FROM users WHERE NOT (${isDone})`)) {
  const consentIds = store.all('SELECT id FROM consents WHERE user_id = ?', userId).map(({ id }) => id);
  for (const id of consentIds) queue.remove(id);
  await deleteAnalysisJobs(userId, consentIds);
  const isNew = await remove(client, '/Users', { UserId: userId });
  console.log(`User ${userId} ${isNew ? 'is deleted' : 'was already deleted'}.`);

  for (const id of consentIds) await proveGone(`/Consent/${encodeURIComponent(id)}`);
  for (const path of ['/Accounts?Page=1&Size=50', '/Transactions?PageSize=100']) {
    await proveGone(`${path}&UserId=${userId}`);
  }
  bankData.delete(userId);
  const [accounts, transactions] = [bankData.accounts(userId).size, bankData.transactions(userId).size];
  console.log(`Local copy: ${accounts} accounts, ${transactions} transactions.`);
  store.run('UPDATE users SET removal_completed = ? WHERE id = ?', new Date().toISOString(), userId);
}

/** Deletes a user's analysis jobs while its accounts and consents can still be looked up. */
async function deleteAnalysisJobs(userId, consentIds) {
  const listed = (await ifFound(readAccounts(client, { UserId: userId }))) ?? [];
  const accountIds = [...listed, ...bankData.accounts(userId).values()].map(({ id }) => id);
  const ofUser = new Set([userId, ...consentIds, ...accountIds]);
  for (const job of (await ifFound(client.call('GET', '/analysis-jobs'))) ?? []) {
    const { id, status, input } = job;
    const analyzed = [job.accountIds, input?.consentIds, input?.userIds].flatMap((ids) => ids ?? []);
    if (!analyzed.some((each) => ofUser.has(each))) continue;
    if (['COMPLETED', 'FAILED'].includes(status)) {
      await remove(client, `/analysis-jobs/${encodeURIComponent(id)}`);
      console.log(`Deleted analysis job ${id}.`);
    } else console.log(`Analysis job ${id} is in status ${status}. Delete it later.`);
  }
}

async function proveGone(path) {
  const found = await ifFound(client.call('GET', path));
  const rows = found?.data ?? found;
  if (rows && rows.length !== 0) throw new Error(`GET ${path} still returns data.`);
  console.log(`GET ${path} returns ${found ? 'no data' : 404}.`);
}
