import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, describe, test, type TestContext } from 'node:test';
import { CONSENT, USER } from '../sandbox/support.ts';
import {
  compileStarters,
  databaseIn,
  start,
  testedStarters,
  testFolder,
  type Starter,
} from './support/starters.ts';

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

/** Starts a platform that returns these transactions for a consent with one account. It stops after the test. */
async function platformWith(context: TestContext, transactions: Buffer): Promise<string> {
  const time = '2026-10-28T09:00:00Z';
  const bodies: Record<string, unknown> = {
    cfa: { accessToken: 'token' },
    Consent: {
      id: CONSENT,
      status: 4,
      providerKey: 'bank',
      dateRequested: time,
      dateTransactionsUpdated: time,
    },
    Accounts: [{ id: 'account', currency: 'EUR' }],
  };
  const server = createServer(({ url }, response) => {
    const body = bodies[url?.split(/[/?]/)[1] ?? ''];
    response.end(body === undefined ? transactions : JSON.stringify(body));
  });
  context.after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Reads the example's consent into a folder, and resolves to the program's response. */
async function read(context: TestContext, starter: Starter, url: string, folder: string) {
  const settings = { url, database: `${folder}/bank.db`, userId: USER, consentId: CONSENT };
  const { child, outcome } = start(starter, starter.driver, {});
  child.stdin.end(`${JSON.stringify({ ...settings, now: new Date().toISOString() })}\n`);
  const { output } = await outcome;
  assert.match(output, /"ok": ?true/);
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

describe('Starters on the wire', { concurrency: 8 }, () => {
  before(() => compileStarters());
  for (const starter of testedStarters) {
    const { label } = starter;

    test(`${label} stores a page with a byte order mark, and replaces broken characters`, async (context) => {
      const url = await platformWith(context, pageOf());
      const folder = testFolder(context);
      await read(context, starter, url, folder);
      const expected = texts.map(([, text]) => ({ description: text, hasField: true }));
      const stored = storedIn(context, starter, folder).map(([description, document]) => ({
        description,
        hasField: Object.hasOwn(JSON.parse(document) as object, description),
      }));
      assert.deepEqual(stored, expected);
    });
  }
});
