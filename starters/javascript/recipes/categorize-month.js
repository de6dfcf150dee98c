// Run: node recipes/categorize-month.js <consentId> <month> [z1|z2]
import { Client } from '../client.js';
import { readAccounts, readTransactions, waitForJob } from '../flow.js';

const [consentId, month, engine = 'z2'] = process.argv.slice(2);
if (!consentId || !/^\d{4}-\d{2}$/.test(month) || !['z1', 'z2'].includes(engine)) {
  throw new Error('Usage: node recipes/categorize-month.js <consentId> <month> [z1|z2]');
}
const client = new Client();

const { data: jobId } = await client.call('POST', '/v2/categorization-jobs', {
  body: { consentId, engine, profile: 'RETAIL' },
});
await waitForJob(async () => (await client.call('GET', `/v2/categorization-jobs/${jobId}`)).data);

/** z2 has one category, z1 a path of up to four names. The second is detailed enough for a summary. */
const nameOf = (category) => (engine === 'z2' ? category?.z2?.category : category?.z1?.l1Name);

// Money that moves between two accounts of the end user isn't spent.
const accounts = await readAccounts(client, consentId);
const ownNumbers = new Set(accounts.flatMap(({ iban }) => iban ?? []));

const cents = new Map();
for await (const each of readTransactions(client, consentId)) {
  const { bookDate, amount, currency, category, counterpartAccountNumber } = each;
  if (!bookDate.startsWith(month) || amount >= 0 || ownNumbers.has(counterpartAccountNumber)) continue;
  const group = `${currency} ${nameOf(category) ?? 'Without a category'}`;
  cents.set(group, (cents.get(group) ?? 0) - Math.round(amount * 100));
}

console.log(`Spending in ${month}, by ${engine}`);
for (const [group, sum] of [...cents].sort(([, a], [, b]) => b - a)) {
  console.log(`${(sum / 100).toFixed(2).padStart(10)} ${group}`);
}
