// Run: node recipes/adds-up.js <externalUserId>
import { consentState, readConsent } from '../flow.js';
import { decimalText, minorUnits } from '../money.js';
import { bankData, client, store } from '../parts.js';

const DAY = 86_400_000;
const [externalUserId] = process.argv.slice(2);
if (!externalUserId) throw new Error('Usage: node recipes/adds-up.js <externalUserId>');

const user = await client.call('GET', `/Users/${encodeURIComponent(externalUserId)}`);
for (const consent of user.consents) {
  store.saveConsent(user.id, consent);
  if (consentState(consent.status) === 'ready') await readConsent(client, bankData, user.id, consent);
}
const stored = Map.groupBy(bankData.transactions(user.id).values(), ({ account }) => account);
for (const [key, account] of bankData.accounts(user.id)) {
  console.log(`${account.id}: ${check(account, stored.get(key) ?? [])}`);
}

/** Adds up an account's stored transactions day by day and compares the sums with the bank's balances. */
function check({ currency, accountBalance }, transactions) {
  const decimals = store.decimals(currency);
  const minor = (amount) => minorUnits(amount, decimals);
  const text = (amount) => `${decimalText(amount, decimals)} ${currency}`;
  const own = transactions.filter((each) => each.currency === currency);
  // Keep dates as strings, such as 2026-10-26. They sort chronologically and have no time zone.
  const days = [...Map.groupBy(own, ({ bookDate }) => bookDate)].sort(([a], [b]) => (a < b ? -1 : 1));

  let first;
  let previous;
  const closing = new Map();
  for (const [day, rows] of days) {
    const sum = rows.reduce((total, { amount }) => total + minor(amount), 0n);
    const known = rows.filter((row) => row.balanceAfterTransaction != null);
    const after = known.map((row) => minor(row.balanceAfterTransaction));
    const before = known.map((row, index) => after[index] - minor(row.amount));
    if (!first) {
      // The order within a day is unknown. Only the opening balance isn't the result of a transaction on that day.
      const [opening, ...others] = before.filter((balance) => !after.includes(balance));
      if (known.length < rows.length || opening === undefined || others.length > 0) continue;
      first = { day, opening };
      previous = { day, balance: opening };
    }
    const balance = previous.balance + sum;
    if (after.length > 0 && !after.includes(balance)) {
      const bank = after.find((each) => !before.includes(each)) ?? after[0];
      return `${day} ends with ${text(bank)}, not ${text(balance)}. Compare the days since ${previous.day}.`;
    }
    previous = { day, balance };
    closing.set(day, balance);
  }
  if (!first) return 'no day has balances to compare.';

  const { day, balance } = previous;
  const added = `${text(first.opening)} on ${first.day} + ${text(balance - first.opening)} = ${text(balance)} on ${day}`;
  return isBalance(accountBalance, closing, minor) ? added : `${added}, but the bank's balance differs.`;
}

/** True if the bank's balance equals the closing balance on its date or an adjacent day (the date is in UTC). */
function isBalance(accountBalance, closing, minor) {
  if (!accountBalance) return true;
  const at = Date.parse(accountBalance.date);
  return [-DAY, 0, DAY].some((shift) => {
    const until = new Date(at + shift).toISOString().slice(0, 10);
    const balance = [...closing].findLast(([day]) => day <= until)?.[1];
    return balance === minor(accountBalance.amount);
  });
}
