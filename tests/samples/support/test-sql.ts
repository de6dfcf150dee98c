import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { projectRoot } from '../../support/project-copy.ts';
import { titled } from './guide-samples.ts';

/** A database, as `node:sqlite` and the tests' driver for PostgreSQL give it. */
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): { all(...values: unknown[]): unknown[] };
}

type Row = Record<string, unknown>;

const USER = 'user';
const ACCOUNT = 'user account';
const [MONDAY, TUESDAY] = ['2026-10-26T12:00:00.000Z', '2026-10-27T12:00:00.000Z'];

/** Tests the SQL of the guide in a database: its statements store some days twice, and its queries show the result. */
export function testSql(name: string, open: (context: TestContext) => Database | Promise<Database>): void {
  test(`The SQL of the guide stores bank data once and exactly in ${name}`, async (context) => {
    const database = await open(context);
    const schema = readFileSync(join(projectRoot, 'starters/schema.sql'), 'utf8');
    database.exec(schema);
    database.exec(schema); // The schema can run at each start.

    /** Runs the code block with a title. */
    const run = (title: string, values: Row): Row[] => {
      const names: string[] = [];
      const sql = titled(title)!.code.replaceAll(/:(\w+)/g, (_, key: string) => {
        names.push(key);
        return '?';
      });
      const rows = database.prepare(sql).all(...names.map((key) => values[key])) as Row[];
      // SQLite has numbers where PostgreSQL has texts, for sums.
      return rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([key, value]) => [key, shown(key, value)])),
      );
    };
    const store = (now: string, id: string, day: string, minor: bigint, text: string, more: Row = {}) =>
      run('Upsert a transaction', {
        account_key: ACCOUNT,
        id,
        book_date: day,
        amount_minor: minor,
        currency: 'EUR',
        description: text,
        counterpart_account_number: null,
        category: null,
        document: JSON.stringify({ id, day, minor: String(minor), text }),
        now,
        ...more,
      });
    for (const [key, iban] of [
      [ACCOUNT, 'NL00SELF'],
      ['user savings', 'NL11SELF'],
    ])
      database
        .prepare(
          `INSERT INTO accounts (account_key, user_id, consent_id, id, iban, currency, document)
           VALUES (?, ?, 'consent', ?, ?, 'EUR', '{}')`,
        )
        .all(key, USER, key, iban);

    store(MONDAY, 'rent', '2026-10-01', -115_000n, 'Rent', { category: 'Rent' });
    store(MONDAY, 'coffee-1', '2026-10-24', -310n, 'Coffee');
    store(MONDAY, 'coffee-2', '2026-10-24', -310n, 'Coffee');
    store(MONDAY, 'pending', '2026-10-25', -2_000n, 'Card', { category: 'Groceries' });
    store(MONDAY, 'mistake', '2026-10-25', -999n, 'Mistake');
    store(MONDAY, 'large', '2026-10-25', 9_007_199_254_740_991n, 'Large');
    store(MONDAY, 'saved', '2026-10-25', -5_000n, 'Savings', { counterpart_account_number: 'nl11 self' });

    // On Tuesday, the pending payment has another ID and text, and the mistake is gone.
    const first = { account_key: ACCOUNT, first_day: '2026-10-24' };
    assert.equal(run('Stored rows of the days', first).length, 6);
    run('Take over a row', { account_key: ACCOUNT, stored_id: 'pending', id: 'booked' });
    store(TUESDAY, 'coffee-1', '2026-10-24', -310n, 'Coffee');
    store(TUESDAY, 'coffee-2', '2026-10-24', -310n, 'Coffee');
    store(TUESDAY, 'booked', '2026-10-25', -2_000n, 'Supermarket', { category: 'Groceries' });
    store(TUESDAY, 'late', '2026-10-24', -1n, 'Late');
    run('Mark a row as removed', { account_key: ACCOUNT, id: 'mistake', now: TUESDAY });

    assert.deepEqual(
      run('What changed since yesterday', { user_id: USER, since: TUESDAY }).map(({ what, description }) => [
        what,
        description,
      ]),
      [
        ['changed', 'Supermarket'],
        ['removed', 'Mistake'],
        ['added', 'Late'],
      ],
    );
    assert.deepEqual(run('A month by category', { user_id: USER, month: '2026-10' }), [
      { category: 'Rent', currency: 'EUR', spent_minor: '115000' },
      { category: 'Groceries', currency: 'EUR', spent_minor: '2000' },
      { category: 'Uncategorized', currency: 'EUR', spent_minor: '621' },
    ]);
    run('Mark a row as removed', { account_key: ACCOUNT, id: 'large', now: TUESDAY });
    const balances = { account_key: ACCOUNT, balance_minor: 100_000n, today: '2026-10-27' };
    assert.deepEqual(run('Balance per day', balances), [
      { book_date: '2026-10-01', balance_minor: '107621' },
      { book_date: '2026-10-24', balance_minor: '107000' },
      { book_date: '2026-10-25', balance_minor: '100000' },
    ]);
    // A removed row that is listed again is back, once.
    store(TUESDAY, 'mistake', '2026-10-25', -999n, 'Mistake');
    assert.equal(run('Stored rows of the days', first).length, 6);
  });
}

const shown = (key: string, value: unknown) => (key.endsWith('_minor') ? String(value) : value);
