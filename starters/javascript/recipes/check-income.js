// Run: node recipes/check-income.js <externalUserId>
import { Client, endOnErrors } from '../client.js';

endOnErrors();
const DAY = 86_400_000;
/** For each frequency, the longest gap between two payments in days, and the payments per month. */
const PERIODS = {
  Weekly: { days: 7, perMonth: 52 / 12 },
  'Quad Weekly': { days: 28, perMonth: 13 / 12 },
  Monthly: { days: 31, perMonth: 1 },
  Quarterly: { days: 92, perMonth: 1 / 3 },
};

const [externalUserId] = process.argv.slice(2);
if (!externalUserId) throw new Error('Usage: node recipes/check-income.js <externalUserId>');
const client = new Client();
const query = { ExternalUserId: externalUserId };

// The date when the data was read. A payment is missing only if it was due before then.
const consents = await client.call('GET', '/Consent/getconsents', { query });
const times = consents.flatMap(({ dateTransactionsUpdated: time }) => (time ? Date.parse(time) : []));
const readOn = new Date(times.length > 0 ? Math.max(...times) : Date.now()).toISOString().slice(0, 10);
console.log(`Income in the data from ${readOn}:`);

const { incomeSequences } = await client.call('GET', '/Sequencing', { query });
const totals = new Map();
const counted = new Set();
incomeSequences.sort((a, b) => b.timeConsistency.lastSeen.localeCompare(a.timeConsistency.lastSeen));
for (const sequence of incomeSequences) {
  const { periodicity, transactions, amountMatchPercentage, timelinessMatchPercentage } = sequence;
  const { lastSeen: last, transactionCount } = sequence.timeConsistency;
  const { medianAmount } = sequence.amountConsistency?.statisticsL3M ?? {};
  const lastSeen = last.slice(0, 10);
  const period = PERIODS[periodicity];
  if (!period || !medianAmount) continue;
  const amount = Number(medianAmount); // precise enough for an average

  // During a renewal, both consents may report the same sequence.
  const payments = transactions.map(paymentOf);
  if (payments.some((payment) => counted.has(payment))) continue;
  for (const payment of payments) counted.add(payment);

  const [{ counterpartDescription, currency }] = transactions;
  console.log(`- ${periodicity} from ${counterpartDescription || 'unknown'}`);
  console.log(`  ${amount.toFixed(2)} ${currency}, last on ${lastSeen}`);
  console.log(`  ${transactionCount} payments`);
  console.log(`  Matches: amount ${amountMatchPercentage}%, day ${timelinessMatchPercentage}%`);

  // Allow a week of grace for weekends and holidays.
  if (Date.parse(readOn) - Date.parse(lastSeen) > (period.days + 7) * DAY) {
    console.log('  Not counted: the next payment is missing');
  } else {
    totals.set(currency, (totals.get(currency) ?? 0) + amount * period.perMonth);
  }
}
if (totals.size === 0) console.log('No regular income');
for (const [currency, total] of totals) console.log(`Per month: ${total.toFixed(2)} ${currency}`);

/** Returns the payment details from the bank, which are the same under every consent. */
function paymentOf({ counterpartAccountNumber: payer, counterpartDescription: name, ...transaction }) {
  const { accountNumber, bookDate, amount, currency } = transaction;
  return JSON.stringify([accountNumber, bookDate, amount, currency, payer || name]);
}
