import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { before, describe, test, type TestContext } from 'node:test';
import { compileCsharp } from '../../support/dotnet/dotnet.ts';
import { signedIn } from './calls.ts';
import { startPlatform } from './platform.ts';
import {
  compiledCsharp,
  compiledJava,
  compileStarters,
  start,
  starters,
  testFolder,
  type Starter,
} from './starters.ts';

/** What is stored for a user, as one of the programs below prints it. */
interface Stored {
  accounts: { ids: string[]; consentId: string; closed: boolean }[];
  transactions: { ids: string[]; amount: unknown; consentId: string }[];
}

/** Stores what one consent has now, and prints all that is stored for the user. */
const programs: Record<string, (folder: string) => string> = {
  js: (folder) => `
import { BankData } from '${folder}/bank-data.js';
import { Client } from '${folder}/client.js';
import { readAccounts, readTransactions, waitForConsent } from '${folder}/flow.js';
import { Store } from '${folder}/store.js';
const { DATA_DIR, USER_ID, CONSENT_ID } = process.env;
const client = new Client();
const data = new BankData(new Store(DATA_DIR + '/accounts.json'), new Store(DATA_DIR + '/transactions.json'));
const consent = await waitForConsent(client, CONSENT_ID);
const transactions = [];
for await (const each of readTransactions(client, consent.id)) transactions.push(each);
data.store(USER_ID, consent, await readAccounts(client, consent.id), transactions);
const stored = (entries) => [...entries.values()].map((each) => ({ ...each, ids: [each.id] }));
console.log(JSON.stringify({ accounts: stored(data.accounts(USER_ID)), transactions: stored(data.transactions(USER_ID)) }));`,
  python: (folder) => `
import json, os, sys
sys.path.insert(0, '${folder}')
from bank_data import BankData
from client import Client
from flow import read_accounts, read_transactions, wait_for_consent
from store import Store
client = Client()
database, user = os.environ['DATA_DIR'] + '/starter.db', os.environ['USER_ID']
data = BankData(Store(database, 'accounts'), Store(database, 'transactions'))
consent = wait_for_consent(client, os.environ['CONSENT_ID'])
transactions = list(read_transactions(client, consent['id']))
data.store(user, consent, read_accounts(client, consent['id']), transactions)
stored = lambda entries: [{**each, 'ids': [each['id']]} for each in entries.values()]
print(json.dumps({'accounts': stored(data.accounts(user)), 'transactions': stored(data.transactions(user))}))`,
  php: (folder) => `<?php
foreach (['Client', 'Store', 'flow'] as $file) require "${folder}/$file.php";
$client = new Client();
$store = new Store(getenv('DATA_DIR') . '/store.json');
$user = getenv('USER_ID');
$consent = waitForConsent($client, getenv('CONSENT_ID'));
$transactions = iterator_to_array(readTransactions($client, $consent['id']), false);
$store->save($user, $consent, readAccounts($client, $consent['id']), $transactions);
echo json_encode(['accounts' => $store->accounts($user), 'transactions' => $store->transactions($user)]);`,
  java: () => `
public class Program {
    public static void main(String[] arguments) throws Exception {
        var client = new Client();
        var store = new Store(java.nio.file.Path.of(System.getenv("DATA_DIR"), "store.json"));
        var user = System.getenv("USER_ID");
        var consent = Flow.waitForConsent(client, System.getenv("CONSENT_ID"));
        var id = (String) consent.get("id");
        store.save(user, consent, Flow.readAccounts(client, id), Flow.readTransactions(client, id));
        System.out.print(Json.write(java.util.Map.of(
                "accounts", store.accounts(user), "transactions", store.transactions(user))));
    }
}`,
  csharp: () => `
string Setting(string name) => Environment.GetEnvironmentVariable(name)!;
var client = new Client();
var store = new Store(Path.Combine(Setting("DATA_DIR"), "store.json"));
var user = Setting("USER_ID");
var consent = await Flow.WaitForConsentAsync(client, Setting("CONSENT_ID"));
var id = consent["id"]!.ToString();
var transactions = new List<System.Text.Json.Nodes.JsonNode>();
await foreach (var each in Flow.ReadTransactionsAsync(client, id)) transactions.Add(each);
store.Save(user, consent, await Flow.ReadAccountsAsync(client, id), transactions);
Console.Write(System.Text.Json.JsonSerializer.Serialize(
    new { accounts = store.Accounts(user), transactions = store.Transactions(user) }));`,
};

/** Compiles the program in C#, once for all tests. It has the starter's files, except the one with the steps. */
function csharpProgram({ folder }: Starter): string {
  const assemblies = compiledCsharp();
  const program = join(assemblies, 'program.dll');
  if (!existsSync(program)) {
    const main = join(assemblies, 'Program.cs');
    writeFileSync(main, programs['csharp']!(folder));
    compileCsharp({ [program]: [main, ...globSync(join(folder, '!(Steps).cs'))] });
  }
  return basename(program);
}

/** Writes the program of a starter to a folder, and compiles it if it has to be. */
function programOf(starter: Starter, folder: string): Pick<Starter, 'folder' | 'run'> & { program: string } {
  if (starter.language === 'csharp') return { folder, run: starter.run, program: csharpProgram(starter) };
  const isJava = starter.language === 'java';
  const files: Record<string, string> = { java: 'Program.java', js: 'program.mjs' };
  const program = join(folder, files[starter.language] ?? 'program');
  writeFileSync(program, programs[starter.language]!(starter.folder));
  if (!isJava) return { folder, run: starter.run, program };
  const classes = compiledJava();
  execFileSync('javac', ['-cp', classes, '-d', folder, program]);
  return {
    folder,
    run: (main) => ['java', '-XX:TieredStopAtLevel=1', '-cp', `${folder}:${classes}`, main],
    program: 'Program',
  };
}

/** Changes of an IBAN at the bank, as steps of a plan. */
const changes: Readonly<Record<string, (iban: string) => string>> = {
  spaces: (iban) => iban.toLowerCase().replaceAll(/.{4}/g, '$& '),
  without: () => '',
  other: (iban) => iban.replace(/\d{4}$/, '0000'),
};

/**
 * What a starter has stored after consents of one user were read in an order. `A`, `B` and `C` read a consent, `close`
 * closes the second account, `coffee` adds two equal payments to the first, `restore` undoes changes of IBANs, and other
 * steps are such {@link changes}.
 */
async function storedAfter(context: TestContext, starter: Starter, plan: string, stableIds = false) {
  const { url, control, sandbox } = await startPlatform(context, { pace: 0 });
  sandbox.settings.stableIds = stableIds;
  const folder = testFolder(context);
  const { program, ...runner } = programOf(starter, folder);

  const call = await signedIn(url);
  const userId = String((await call('POST', '/Users', { externalUserId: 'renewal' }))['id']);
  const consents = new Map<string, string>();
  const ibans = new Map<Record<string, unknown>, string>();
  let stored: Stored = { accounts: [], transactions: [] };
  for (const step of plan.split(' ')) {
    const accountIds = stored.accounts.map(({ ids }) => ids.at(-1));
    if (step === 'close') await control('DELETE', `accounts/${accountIds[1]}`);
    else if (step === 'coffee') {
      const coffee = { accountId: accountIds[0], amount: -3.8, description: 'Coffee' };
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
      const created = {
        providerKey: 'sandbox-nl',
        redirectUrl: 'https://app.example.com/',
        userIdGuid: userId,
      };
      const consentId = known ?? String((await call('POST', '/Consent', created))['consentId']);
      consents.set(step, consentId);
      if (known) await call('POST', `/Consent/${consentId}/refresh`);
      while (known && (await call('GET', `/Consent/${consentId}`))['status'] !== 4);
      const settings = { PLATFORM_URL: url, DATA_DIR: folder, USER_ID: userId, CONSENT_ID: consentId };
      const { status, output } = await start({ ...starter, ...runner }, program, settings).outcome;
      assert.equal(status, 0, output);
      stored = JSON.parse(output) as Stored;
    }
  }
  const nameOf = new Map([...consents].map(([name, id]) => [id, name]));
  const { accounts, transactions } = stored;
  const ids = transactions.flatMap((transaction) => transaction.ids);
  assert.equal(new Set(ids).size, ids.length, 'Each ID belongs to one transaction.');
  return {
    accounts: accounts.map(({ consentId, closed }) => `${nameOf.get(consentId)}${closed ? ', closed' : ''}`),
    transactions: Object.fromEntries(
      [...nameOf]
        .map(([id, name]) => [name, transactions.filter(({ consentId }) => consentId === id).length] as const)
        .filter(([, count]) => count > 0),
    ),
    coffees: transactions.filter(({ amount }) => Number(amount) === -3.8).length,
  };
}

/** Tests what some starters have stored after renewals, by their labels. */
export function testRenewals(labels: readonly string[]): void {
  describe('Each account and each transaction is stored once', { concurrency: 3 }, () => {
    // Now, because the compiler blocks this process and with it the sandbox.
    before(() => compileStarters(labels));
    for (const starter of starters.filter(({ label }) => labels.includes(label))) {
      const { label } = starter;

      test(`${label}: a renewed consent takes over, with new IDs and with stable IDs`, async (context) => {
        const once = { accounts: ['B', 'B'], transactions: { B: 30 }, coffees: 0 };
        assert.deepEqual(await storedAfter(context, starter, 'A B'), once);
        assert.deepEqual(await storedAfter(context, starter, 'A B', true), once);
        assert.deepEqual(await storedAfter(context, starter, 'A spaces B'), once);
      });

      test(`${label}: the provider's ID identifies an account only if one of both has no IBAN`, async (context) => {
        const once = { accounts: ['C', 'C'], transactions: { C: 30 }, coffees: 0 };
        assert.deepEqual(await storedAfter(context, starter, 'A without B restore C'), once);
        const apart = { accounts: ['A', 'A', 'B', 'B'], transactions: { A: 30, B: 30 }, coffees: 0 };
        assert.deepEqual(await storedAfter(context, starter, 'A other B'), apart);
      });

      test(`${label}: two consents share the accounts, and two equal payments stay two`, async (context) => {
        for (const stableIds of [false, true]) {
          assert.deepEqual(await storedAfter(context, starter, 'A B coffee A B', stableIds), {
            accounts: ['B', 'B'],
            transactions: { B: 32 },
            coffees: 2,
          });
        }
      });

      test(`${label}: a closed account stays, with its transactions`, async (context) => {
        const stayed = { accounts: ['A', 'A, closed'], transactions: { A: 30 }, coffees: 0 };
        assert.deepEqual(await storedAfter(context, starter, 'A close A'), stayed);
        const renewed = { accounts: ['B', 'A'], transactions: { A: 1, B: 29 }, coffees: 0 };
        assert.deepEqual(await storedAfter(context, starter, 'A close B'), renewed);
      });
    }
  });
}
