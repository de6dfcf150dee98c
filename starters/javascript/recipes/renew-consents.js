// Run: node recipes/renew-consents.js <externalUserId> <days>
import { consentState, readAccounts, readConsent, remove } from '../flow.js';
import { bankData, client, store } from '../parts.js';

const DAY = 86_400_000;
const [externalUserId, days = ''] = process.argv.slice(2);
if (!externalUserId || !/^\d+$/.test(days)) {
  throw new Error('Usage: node recipes/renew-consents.js <externalUserId> <days>');
}
const { REDIRECT_URL = 'https://app.example.com/return' } = process.env;

const user = await client.call('GET', `/Users/${encodeURIComponent(externalUserId)}`);
const consents = new Map(user.consents.map((consent) => [consent.id, consent]));
for (const consent of consents.values()) store.saveConsent(user.id, consent);

for (const consent of consents.values()) {
  const { status, dateExpire, providerKey } = consent;
  const hasEnded = consentState(status) === 'ended';
  const left = Math.ceil((Date.parse(dateExpire) - Date.now()) / DAY);
  const isDue = hasEnded ? isMissed(consent) : consentState(status) !== 'waiting' && left <= Number(days);
  if (!isDue) continue;
  const end = hasEnded ? 'has ended' : `ends in ${left} ${left === 1 ? 'day' : 'days'}`;
  console.log(`The consent at ${providerKey} ${end}.`);

  const renewed = consents.get(renewalOf(consent)?.id);
  const state = renewed && consentState(renewed.status);
  if (state === 'ready') await replace(consent, renewed);
  // There's no renewal yet, or the end user canceled it.
  else if (!renewed || state === 'ended') await askAgain(consent);
  else console.log("  The new consent isn't ready yet.");
}

/** Creates the new consent. Keep the old one until the new one has data. */
async function askAgain({ id, providerKey }) {
  const providers = await client.call('GET', '/Providers');
  const { countryCode } = providers.find((each) => each.providerKey === providerKey) ?? {};
  const { consentId, consentUrl } = await client.call('POST', '/Consent', {
    body: { providerKey, countryCode, externalUserId, redirectUrl: REDIRECT_URL },
  });
  // Store this link for your app, because the platform doesn't return it again.
  const value = JSON.stringify({ id: consentId, url: consentUrl });
  store.upsert('settings', { name: `renewal ${id}` }, { value });
  consents.set(consentId, { id: consentId, providerKey });
  console.log('  Show the end user the new link.');
}

/** True if an ended consent has a renewal link, or if it had data and no other consent replaces it. */
function isMissed(consent) {
  const { id, providerKey, dateTransactionsUpdated } = consent;
  if (renewalOf(consent)) return true;
  const isActive = (each) => each.providerKey === providerKey && consentState(each.status) !== 'ended';
  const hasOther = [...consents.values()].some(isActive);
  return Boolean(dateTransactionsUpdated) && (bankData.hasAccounts(id) || !hasOther);
}

/** Reads the new consent. If it includes all of the old one's accounts, deletes the old one. */
async function replace(old, renewed) {
  const { accounts, transactions } = await readConsent(client, bankData, user.id, renewed);
  console.log(`  The new consent has ${accounts.length} accounts and ${transactions.length} transactions.`);
  const isReplaced =
    consentState(old.status) === 'ended'
      ? !bankData.hasAccounts(old.id)
      : bankData.isReplaced(user.id, old, await readAccounts(client, { ConsentId: old.id }));
  if (!isReplaced) return console.log('  Keep both: the new one lacks accounts from the old one.');
  await remove(client, `/Consent/${encodeURIComponent(old.id)}`);
  store.endConsent(old.id);
  console.log('  Deleted the old consent.');
}

function renewalOf({ id }) {
  const row = store.get('SELECT value FROM settings WHERE name = ?', `renewal ${id}`);
  return row && JSON.parse(row.value);
}
