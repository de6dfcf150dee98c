import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type ServerResponse } from 'node:http';
import { before, describe, test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { USER } from '../sandbox/support.ts';
import { localServer } from '../support/local-server.ts';
import { startDriver, succeeded } from './support/driver.ts';
import { startPlatform } from './support/platform.ts';
import {
  compileStarters,
  dailyStarters,
  databaseIn,
  isNightly,
  quickstart,
  settingsFor,
  start,
  testedStarters,
  type Starter,
} from './support/starters.ts';
import { testFolder } from '../support/test-folder.ts';

/* Tests what starters send and accept, byte by byte. */

/** Text in JSON from a bank, and the text that is stored. */
const texts: readonly [json: string, stored: string][] = [
  [String.raw`cut \ud83d`, 'cut \ufffd'],
  [String.raw`\ude00 the rest`, '\ufffd the rest'],
  [String.raw`in the m\ud83diddle`, 'in the m\ufffdiddle'],
  [String.raw`two low \ude00\ude00`, 'two low \ufffd\ufffd'],
  [String.raw`\ud83d\uD83D\uDE00`, '\ufffd😀'],
  [String.raw`escaped \\ud83d`, String.raw`escaped \ud83d`],
  [String.raw`NUL\u0000`, 'NUL\ufffd'],
  ['Latin-1 \xfc', 'Latin-1 \ufffd'],
];

/** A page with a byte order mark and a transaction for each text, which also is a field's name. */
function pageOf(): Buffer {
  const data = texts.map(
    ([text], index) => `{ "id": "${index}", "accountId": "account", "bookDate": "2026-10-28", "amount": -1.50,
      "currency": "EUR", "description": "${text}", "${text}": 1 }`,
  );
  const body = Buffer.from(`{ "data": [${data.join()}], "nextPageToken": null }`, 'latin1');
  return Buffer.concat([Buffer.from('\ufeff'), body]);
}

/** Two consents' dateRequested, of which the first is later, in formats whose order as text may differ. */
const times: readonly [later: string, earlier: string][] = [
  ['2026-10-28T05:00:00.1Z', '2026-10-28T05:00:00Z'],
  ['2026-10-28T05:00:00Z', '2026-10-28T06:00:00.000+02:00'],
  ['2026-10-28T05:00:00+00:00', '2026-10-28T04:59:59.9999999Z'],
  ['2026-10-28T05:00:00.123456789Z', '2026-10-28T05:00:00.1+00:00'],
];

/** An account, such as `{ iban: 'NL1' }`. */
type Account = Readonly<Record<string, string | null>>;

/** The accounts of a consent, of a later one, and then of the first again. The result is the stored IBANs. */
type Renewal = readonly [old: Account[], renewed: Account[], then: Account[], stored: (string | null)[]];

const renewals: Readonly<Record<string, Renewal>> = {
  'two logins with one provider ID': [
    [{ iban: 'NL1' }],
    [{ iban: 'NL2' }],
    [{ iban: 'NL1' }],
    ['NL1', 'NL2'],
  ],
  'a moved IBAN': [[{ iban: 'NL1' }], [{ iban: 'NL2' }], [{ id: 'x' }], ['NL2']],
  'a moved IBAN, while the old consent lists nothing': [
    [{ iban: 'NL1' }],
    [{ iban: 'NL2' }],
    [],
    ['NL1', 'NL2'],
  ],
  'an empty IBAN, which is no IBAN': [[{ iban: '' }], [{ iban: '' }], [{ iban: '' }], [null, null]],
  'a hidden IBAN': [[{ iban: 'NL1', bban: '1' }], [{ iban: null, bban: '1' }], [{ iban: 'NL1' }], ['NL1']],
  'a closed and a new account, while the bank gives all accounts one ID': [
    ['a', 'b'].map((id) => ({ id, iban: id })),
    ['b', 'c'].map((id) => ({ id, iban: id })),
    [{ id: 'b' }],
    ['A', 'B', 'C'],
  ],
};

/**
 * Starts a platform with one account, and with consents that were requested at the time in their ID. It refuses the
 * transactions of the account `refused`. It stops after the test.
 */
function startBank(
  context: TestContext,
  transactions: string | Buffer = '{ "data": [] }',
  accountsOf: (consentId: string) => readonly Account[] = () => [{}],
) {
  return localServer(context, ({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const [, resource = '', id = ''] = pathname.split('/').map(decodeURIComponent);
    const { Page: page, ConsentId: consentId = '', AccountId: accountId } = Object.fromEntries(searchParams);
    if (accountId === 'refused') response.writeHead(403);
    const bodies: Record<string, object> = {
      cfa: { accessToken: 'token' },
      Consent: { id, ...(id !== 'new' && { status: 4 }), providerKey: 'bank', dateRequested: id },
    };
    if (resource === 'Accounts') {
      const listed = page === '1' ? accountsOf(consentId) : [];
      bodies['Accounts'] = listed.map((each) => ({ id: 'account', currency: 'EUR', ...each }));
    }
    response.end(resource in bodies ? JSON.stringify(bodies[resource]) : transactions);
  });
}

/** Maps databases to the consents to read into them, one after the other. */
type Reads = Readonly<Record<string, readonly string[]>>;

/** Reads consents into databases. Resolves to the program's responses. */
function read(context: TestContext, starter: Starter, url: string, reads: Reads) {
  const driver = startDriver(context, starter);
  const lines = Object.entries(reads).flatMap(([database, ids]) =>
    ids.map((consentId) => ({ url, database, userId: USER, consentId, now: new Date() })),
  );
  return Array.fromAsync(lines, driver.send);
}

/** The stored descriptions and documents, in the order of the transactions. */
function storedIn(context: TestContext, { language }: Starter, folder: string): [string, string][] {
  if (language !== 'csharp')
    return databaseIn(context, folder)
      .prepare('SELECT description, document FROM transactions ORDER BY id')
      .all()
      .map((row) => [String(row['description']), String(row['document'])]);
  const { Accounts } = JSON.parse(readFileSync(`${folder}/bank.db`, 'utf8')) as {
    Accounts: Record<string, { Transactions: Record<string, { Description: string; Document: object }> }>;
  };
  return Object.values(Accounts)
    .flatMap(({ Transactions }) => Object.values(Transactions))
    .map(({ Description, Document }) => [Description, JSON.stringify(Document)]);
}

/** Sends headers for 15 seconds and a body for 35, a few bytes per second, so that no single read takes long. */
async function trickle({ socket }: ServerResponse): Promise<void> {
  socket?.write('HTTP/1.1 201 Created\r\nConnection: close\r\n');
  const parts = [...Array<string>(15).fill('X: 1\r\n'), '\r\n', ...Array<string>(35).fill(' ')];
  for (const part of parts) {
    await sleep(1_000, undefined, { ref: false });
    socket?.write(part);
  }
  socket?.end(`{ "id": "${USER}" }`);
}

describe('Starters on the wire', { concurrency: isNightly ? 12 : 4 }, () => {
  before(() => compileStarters());
  // The limit is 30 seconds.
  for (const program of isNightly ? [quickstart, ...dailyStarters, ...testedStarters] : [])
    test(`${program.label} ends an attempt at the time limit, though the response goes on`, async (context) => {
      const { url } = await startPlatform(context, {
        disturb: ({ method, url }, response) => `${method} ${url}` === 'POST /Users' && trickle(response),
      });
      const settings = await settingsFor(context, url);
      const { status, output } = await start(program, program.steps, settings).outcome;
      assert.notEqual(status, 0, output);
      assert.match(output, /POST \S+\/Users failed: /);
    });

  for (const starter of testedStarters) {
    const { label } = starter;

    test(`${label} stores a page with a byte order mark, and replaces broken characters`, async (context) => {
      const folder = testFolder(context);
      const url = await startBank(context, pageOf());
      await read(context, starter, url, { [`${folder}/bank.db`]: ['2026-10-28T05:00:00Z'] });
      const expected = texts.map(([, text]) => ({ description: text, hasField: true }));
      const stored = storedIn(context, starter, folder).map(([description, document]) => ({
        description,
        hasField: Object.hasOwn(JSON.parse(document) as object, description),
      }));
      assert.deepEqual(stored, expected);
    });

    test(`${label} compares times, whatever their zones and decimals, and handles a missing status`, async (context) => {
      const folder = testFolder(context);
      const pairs = Object.fromEntries(times.map((pair, index) => [`${folder}/${index}.db`, pair]));
      const url = await startBank(context);
      const responses = await read(context, starter, url, { ...pairs, [`${folder}/new.db`]: ['new'] });
      const owners = responses.map((each) => (each.ok ? each.accounts[0]?.consentId : each.error));
      assert.match(owners.pop() ?? '', /changed during the read/);
      const expected = times.flatMap(([later]) => [later, later]);
      assert.deepEqual(owners, expected);
    });

    test(`${label} doesn't count a refused account as read, even after its last read`, async (context) => {
      const database = `${testFolder(context)}/bank.db`;
      const lists: Account[][] = [[{}, { id: 'refused' }], [{}]];
      const url = await startBank(context, '{ "data": [] }', () => lists.shift() ?? []);
      const responses = await read(context, starter, url, { [database]: [times[0]![0], times[0]![0]] });
      for (const response of responses) {
        const whole = succeeded(response).accounts.map(({ id, isWhole }) => `${id} ${Boolean(isWhole)}`);
        assert.deepEqual(whole.sort(), ['account true', 'refused false']);
      }
    });

    for (const [name, [old, renewed, then, stored]] of Object.entries(renewals))
      test(`${label} stores ${stored.length} accounts: ${name}`, async (context) => {
        const database = `${testFolder(context)}/bank.db`;
        const [[later, earlier]] = times as [(typeof times)[0]];
        let reads = 0;
        const accountsOf = (consentId: string) => {
          const listed = consentId === later ? renewed : reads++ === 0 ? old : then;
          const id = consentId === later ? 'renewed' : 'account';
          return listed.map((each) => ({ id, providerAccountId: 'p', ...each }));
        };
        const url = await startBank(context, '{ "data": [] }', accountsOf);
        const responses = await read(context, starter, url, { [database]: [earlier, later] });
        const accounts = responses.map(succeeded).at(-1)?.accounts ?? [];
        assert.deepEqual(accounts.map(({ iban }) => iban).sort(), stored);
        assert.ok(accounts.some(({ consentId }) => consentId === later));
      });
  }
});
