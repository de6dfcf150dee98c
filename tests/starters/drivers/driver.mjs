/* For each line of JSON, reads and stores a consent with the JavaScript starter and prints a line of JSON. */

import { createInterface } from 'node:readline';
import { BankData } from '../../../starters/javascript/bank-data.js';
import { Client } from '../../../starters/javascript/client.js';
import { readConsent } from '../../../starters/javascript/flow.js';
import { Store } from '../../../starters/javascript/store.js';

const stores = new Map();
const clients = new Map();

async function answer({ database, url, userId, consentId, removeConsent, now, method = 'GET' }) {
  const store = stores.get(database) ?? new Store(database);
  stores.set(database, store);
  let kept = 0;
  if (removeConsent) store.endConsent(removeConsent);
  else {
    const client = clients.get(url) ?? new Client({ url, clientId: 'driver', clientSecret: 'driver' });
    clients.set(url, client);
    const consent = await client.call(method, `/Consent/${encodeURIComponent(consentId)}`);
    store.saveConsent(userId, consent);
    ({ kept } = await readConsent(client, new BankData(store), userId, consent, new Date(now)));
  }
  const accounts = store.all(
    `SELECT account_key AS key, id, consent_id AS consentId, iban, provider_account_id AS providerAccountId,
       currency, closed_at AS closed, read_whole_at IS NOT NULL AS isWhole
     FROM accounts WHERE user_id = ? ORDER BY account_key`,
    userId,
  );
  const transactions = store.all(
    `SELECT account_key AS account, transactions.id, book_date AS bookDate, CAST(amount_minor AS TEXT) AS minor,
       transactions.currency, removed_at AS removed
     FROM transactions JOIN accounts USING (account_key) WHERE user_id = ?`,
    userId,
  );
  const aside = store.all(
    `SELECT account_key || ' ' || unstored_transactions.id AS line
     FROM unstored_transactions JOIN accounts USING (account_key) WHERE user_id = ?`,
    userId,
  );
  return {
    accounts: accounts.map((row) => ({ ...row, closed: row.closed !== null })),
    transactions: transactions.map((row) => ({ ...row, removed: row.removed !== null })),
    aside: aside.map(({ line }) => line),
    kept,
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  const result = await answer(JSON.parse(line)).then(
    (stored) => ({ ok: true, ...stored }),
    (error) => ({ ok: false, error: error.message }),
  );
  console.log(JSON.stringify(result));
}
