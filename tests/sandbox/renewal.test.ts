import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startedSandbox } from './support.ts';

interface Item {
  id: string;
  iban?: string;
  providerAccountId?: string;
}

/** A sandbox in which a user gives consent for a provider twice or more. */
async function renewals(context: Parameters<typeof startedSandbox>[0], stableIds: boolean) {
  const { call, clock } = await startedSandbox(context, { consentGiven: true, stableIds });
  return async (providerKey = 'sandbox-nl', countryCode = 'NL', externalUserId = 'customer-1042') => {
    const { body } = await call('POST', '/Consent', {
      ...{ providerKey, countryCode, externalUserId },
      redirectUrl: 'https://app.example.com/done',
    });
    clock.forward(60_000);
    const query = `ConsentId=${body.consentId}&PageSize=100`;
    const accounts: Item[] = (await call('GET', `/Accounts?ConsentId=${body.consentId}`)).body;
    const transactions: Item[] = (await call('GET', `/Transactions?${query}`)).body.data;
    return {
      accounts: accounts.map(({ id }) => id),
      bank: accounts.map(({ iban, providerAccountId }) => `${iban} ${providerAccountId}`),
      transactions: transactions.map(({ id }) => id),
    };
  };
}

test('A renewed consent has the same bank accounts with new IDs', async (context) => {
  const renew = await renewals(context, false);
  const [first, second] = [await renew(), await renew()];
  assert.deepEqual(second.bank, first.bank);
  assert.equal(new Set([...first.accounts, ...second.accounts]).size, 4);
  assert.equal(new Set([...first.transactions, ...second.transactions]).size, 60);
});

test('With stable IDs, a renewed consent has the same IDs', async (context) => {
  const renew = await renewals(context, true);
  assert.deepEqual(await renew(), await renew());
  assert.deepEqual(await renew('sandbox-es', 'ES'), await renew('sandbox-es', 'ES'));
});

test('Accounts at two providers have different numbers, with valid check digits', async (context) => {
  const renew = await renewals(context, false);
  const seen = new Set<string>();
  for (const [key, country] of [
    ['sandbox-nl', 'NL'],
    ['sandbox-be', 'BE'],
    ['sandbox-de', 'DE'],
    ['sandbox-es', 'ES'],
  ]) {
    for (const account of (await renew(key, country)).bank) {
      const [iban = ''] = account.split(' ');
      const digits = [...`${iban.slice(4)}${iban.slice(0, 4)}`].map((sign) => parseInt(sign, 36)).join('');
      assert.equal(BigInt(digits) % 97n, 1n, iban);
      seen.add(account);
    }
  }
  assert.equal(seen.size, 8);
});

test('One provider has no accounts, and one has thousands of transactions', async (context) => {
  const { call, clock } = await startedSandbox(context, { consentGiven: true });
  const read = async (providerKey: string) => {
    const { body } = await call('POST', '/Consent', { providerKey, redirectUrl: 'https://app.example.com/' });
    clock.forward(60_000);
    const accounts = await call('GET', `/Accounts?ConsentId=${body.consentId}`);
    const path = `/Transactions?ConsentId=${body.consentId}&PageSize=100`;
    const ids = new Set<string>();
    for (let page = (await call('GET', path)).body; ;) {
      for (const { id } of page.data as Item[]) ids.add(id);
      if (page.nextPageToken === undefined) return [accounts.status, accounts.body.length, ids.size];
      page = (await call('GET', `${path}&PageToken=${page.nextPageToken}`)).body;
    }
  };
  assert.deepEqual(await read('sandbox-empty'), [200, 0, 0]);
  assert.deepEqual(await read('sandbox-many'), [200, 2, 2520]);
});
