// Run: node recipes/categorize-month.js <consentId> <month> [z1|z2]
import { plain, rowOf } from '../bank-data.js';
import { Client, endOnErrors } from '../client.js';
import { readAccounts, readTransactions, waitForJob } from '../flow.js';
import { decimalText } from '../money.js';
import { Store } from '../store.js';

endOnErrors();
const [consentId, month, engine = 'z2'] = process.argv.slice(2);
if (!consentId || !/^\d{4}-\d{2}$/.test(month) || !['z1', 'z2'].includes(engine)) {
  throw new Error('Usage: node recipes/categorize-month.js <consentId> <month> [z1|z2]');
}
const client = new Client();

const { data: jobId } = await client.call('POST', '/v2/categorization-jobs', {
  body: { consentId, engine },
});
const jobPath = `/v2/categorization-jobs/${encodeURIComponent(jobId)}`;
await waitForJob(async () => (await client.call('GET', jobPath)).data);

/** z2 returns one category; z1 returns four levels (assumed), of which the second is detailed enough for a summary. */
const nameOf = (category) => (engine === 'z2' ? category?.z2?.category : category?.z1?.l1Name);

// A transfer between two of the end user's accounts isn't spending.
const accounts = await readAccounts(client, { ConsentId: consentId });
const ownNumbers = new Set(accounts.flatMap(({ iban, bban }) => [plain(iban), plain(bban)]));
ownNumbers.delete(undefined);

// The store, which stays in memory, provides each currency's number of decimals.
const store = new Store(':memory:');
const transactions = new Map();
for await (const each of readTransactions(client, { ConsentId: consentId })) {
  transactions.set(`${each?.accountId} ${each?.id}`, each); // A page can repeat a transaction.
}
const sums = new Map();
const today = new Date().toISOString().slice(0, 10);
for (const each of transactions.values()) {
  let row;
  try {
    row = rowOf(each, store);
  } catch (error) {
    console.warn(`Skipped transaction ${each?.id}: ${error.message}.`);
    continue;
  }
  const { book_date: day, amount_minor: minor, currency, counterpart_account_number: counterpart } = row;
  const spent = -BigInt(minor);
  const isDue = day.startsWith(month) && day <= today; // A scheduled payment isn't spent yet.
  if (!isDue || spent <= 0n || ownNumbers.has(plain(counterpart))) continue;
  const group = JSON.stringify([currency, nameOf(each.category) ?? 'Without a category']);
  sums.set(group, (sums.get(group) ?? 0n) + spent);
}

console.log(`Spending in ${month}, by ${engine}`);
for (const [group, sum] of [...sums].sort(([, a], [, b]) => Number(b - a))) {
  const [currency, name] = JSON.parse(group);
  console.log(`${decimalText(sum, store.decimals(currency)).padStart(10)} ${currency} ${name}`);
}
