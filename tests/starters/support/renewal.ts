import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, test, type TestContext } from 'node:test';
import { signedIn } from './calls.ts';
import { Driver } from './drivers.ts';
import type { Stored, StoredAccount } from './row-rule.ts';
import { startPlatform } from './platform.ts';
import { compileStarters, testFolder } from './starters.ts';

/** Changes of an IBAN at the bank, as steps of a plan. */
const changes: Readonly<Record<string, (iban: string) => string>> = {
  spaces: (iban) => iban.toLowerCase().replaceAll(/.{4}/g, '$& '),
  without: () => '',
  other: (iban) => iban.replace(/\d{4}$/, '0000'),
};

/**
 * What a starter has stored after consents of one user were read in an order. `A`, `B`, and `C` read a consent, each
 * newer than the one before. `delete` deletes the latest, `close` closes the second account, `coffee` adds two equal
 * payments to the first, `restore` undoes changes of IBANs, and other steps are such {@link changes}.
 */
async function storedAfter(context: TestContext, label: string, plan: string, stableIds = false) {
  const { url, control, sandbox } = await startPlatform(context, { pace: 0 });
  sandbox.settings.stableIds = stableIds;
  const call = await signedIn(url);
  const userId = String((await call('POST', '/Users', { externalUserId: 'renewal' }))['id']);
  Object.assign(sandbox.settings, { clientId: 'driver', clientSecret: 'driver' });
  const driver = new Driver(label);
  context.after(() => driver.kill());
  const database = join(testFolder(context), 'bank.db');
  const line = () => ({ database, url, userId, now: new Date().toISOString() });

  const consents = new Map<string, string>();
  const ibans = new Map<Record<string, unknown>, string>();
  let stored: Stored = { accounts: [], transactions: [], kept: 0 };
  for (const step of plan.split(' ')) {
    const [first, second] = inOrder(stored.accounts);
    if (step === 'close') await control('DELETE', `accounts/${second!.id}`);
    else if (step === 'delete') {
      const [, latest = ''] = [...consents].at(-1)!;
      await call('DELETE', `/Consent/${latest}`);
      stored = await driver.stored({ ...line(), removeConsent: latest });
    } else if (step === 'coffee') {
      const coffee = { accountId: first!.id, amount: -3.8, description: 'Coffee' };
      for (let count = 0; count < 2; count++) await control('POST', 'transactions', coffee);
    } else if (step === 'restore') {
      for (const [account, iban] of ibans) account['iban'] = iban;
    } else if (changes[step]) {
      for (const { bank } of sandbox.state.consents.values())
        for (const account of bank.accounts) {
          ibans.set(account, String(account['iban']));
          account['iban'] = changes[step](String(account['iban']));
        }
    } else {
      const known = consents.get(step);
      const redirectUrl = 'https://app.example.com/';
      const created = { providerKey: 'sandbox-nl', redirectUrl, userIdGuid: userId };
      const consentId = known ?? String((await call('POST', '/Consent', created))['consentId']);
      if (known) await call('POST', `/Consent/${consentId}/refresh`);
      else sandbox.state.consents.get(consentId)!.requested -= (10 - consents.size) * 60_000;
      consents.set(step, consentId);
      while ((await call('GET', `/Consent/${consentId}`))['status'] !== 4);
      const answer = await driver.send({ ...line(), consentId });
      assert.ok(answer.ok, answer.ok ? '' : answer.error);
      stored = answer;
    }
  }

  const nameOf = new Map([...consents].map(([name, id]) => [id, name]));
  const { accounts, transactions } = stored;
  const live = transactions.filter(({ removed }) => !removed);
  return {
    accounts: inOrder(accounts).map(
      ({ key, consentId, closed }) =>
        `${nameOf.get(consentId)}${closed ? ', closed' : ''}: ${live.filter(({ account }) => account === key).length}`,
    ),
    coffees: live.filter(({ minor }) => minor === '-380').length,
    removed: transactions.length - live.length,
  };
}

/** The sandbox's accounts have IDs of the provider in this order, whatever their other IDs are. */
const inOrder = (accounts: readonly StoredAccount[]) =>
  accounts.toSorted((a, b) => (a.providerAccountId! < b.providerAccountId! ? -1 : 1));

/** Tests what some starters, by their labels, have stored after renewals in the sandbox. */
export function testRenewals(labels: readonly string[]): void {
  describe('Each account and each transaction is stored once', { concurrency: 3 }, () => {
    // Now, because the compiler blocks this process and with it the sandbox.
    before(() => compileStarters(labels));
    for (const label of labels) {
      const check = async (context: TestContext, plan: string, accounts: string[], coffees = 0) => {
        for (const stableIds of [false, true]) {
          const stored = await storedAfter(context, label, plan, stableIds);
          assert.deepEqual(stored, { accounts, coffees, removed: 0 }, `${plan}, stable IDs: ${stableIds}`);
        }
      };

      test(`${label}: a renewed consent takes over`, async (context) => {
        await check(context, 'A B', ['B: 29', 'B: 1']);
        await check(context, 'A spaces B', ['B: 29', 'B: 1']);
      });

      test(`${label}: the provider's ID identifies an account only if one of both has no IBAN`, async (context) => {
        await check(context, 'A without B restore C', ['C: 29', 'C: 1']);
      });

      test(`${label}: an account is read through the newest of its consents`, async (context) => {
        await check(context, 'A B coffee A B', ['B: 31', 'B: 1'], 2);
        await check(context, 'A B delete A coffee A', ['A: 31', 'A: 1'], 2);
      });

      test(`${label}: a closed account stays, with its transactions`, async (context) => {
        await check(context, 'A close A', ['A: 29', 'A, closed: 1']);
        await check(context, 'A close B', ['B: 29', 'A: 1']);
        await check(context, 'A close B A', ['B: 29', 'A, closed: 1']);
      });
    }
  });
}
