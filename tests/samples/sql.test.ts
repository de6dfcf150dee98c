import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { isNightly } from '../starters/support/starters.ts';
import { startPostgres } from '../support/postgres.ts';
import { projectRoot } from '../support/project-copy.ts';
import type { Node } from '../support/published-contracts.ts';
import { fromTools } from '../support/tools.ts';
import { titled } from './support/pages.ts';

type Value = string | bigint | null;
type Row = Record<string, unknown>;

/** Runs one statement with values as `$1`, or several without values. */
type Query = (sql: string, values?: Value[]) => Promise<Row[]>;

const USER = 'user';
const ACCOUNT = 'user account';
const MONDAY = '2026-10-26T12:00:00.000Z';
const TUESDAY = '2026-10-27T12:00:00.000Z';
const WEDNESDAY = '2026-10-28T12:00:00.000Z';

/** Tests the guide's SQL in a database: its statements store some days twice, and its queries check the result. */
function testSql(name: string, open: (context: TestContext) => Query | Promise<Query>): void {
  test(`The guide's SQL stores bank data once and exactly in ${name}`, async (context) => {
    const query = await open(context);
    const schema = readFileSync(join(projectRoot, 'starters/schema.sql'), 'utf8');
    await query(schema);
    await query(schema); // Programs may run the schema at each start.

    /** Runs the code block with the given title. */
    const run = async (title: string, values: Record<string, Value>): Promise<Row[]> => {
      const names: string[] = [];
      const sql = titled(title)!.code.replaceAll(/:(\w+)/g, (_, key: string) => {
        names.push(key);
        return `$${names.length}`;
      });
      const rows = await query(
        sql,
        names.map((name) => values[name] ?? null),
      );
      // SQLite returns sums as numbers, PostgreSQL's driver as strings.
      const shown = (key: string, value: unknown) => (key.endsWith('_minor') ? String(value) : value);
      return rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([key, value]) => [key, shown(key, value)])),
      );
    };
    type Booking = [id: string, day: string, minor: bigint, text: string];
    const store = (now: string, [id, day, minor, text]: Booking, more: Record<string, Value> = {}) =>
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
    for (const [key, iban] of Object.entries({ [ACCOUNT]: 'NL00SELF', 'user savings': 'NL11SELF' }))
      await query(
        `INSERT INTO accounts (account_key, user_id, consent_id, id, iban, currency, document)
         VALUES ($1, $2, 'consent', $3, $4, 'EUR', '{}')`,
        [key, USER, key, iban],
      );

    await store(MONDAY, ['rent', '2026-10-01', -115_000n, 'Rent'], { category: 'Rent' });
    await store(MONDAY, ['coffee-1', '2026-10-24', -310n, 'Coffee']);
    await store(MONDAY, ['coffee-2', '2026-10-24', -310n, 'Coffee']);
    await store(MONDAY, ['pending', '2026-10-25', -2_000n, 'Card'], { category: 'Groceries' });
    await store(MONDAY, ['mistake', '2026-10-25', -999n, 'Mistake']);
    await store(MONDAY, ['large', '2026-10-25', 9_007_199_254_740_991n, 'Large']);
    const ownIban = { counterpart_account_number: 'nl11 self' };
    await store(MONDAY, ['saved', '2026-10-25', -5_000n, 'Savings'], ownIban);

    // On Tuesday, the pending payment has a new ID and description, and the mistake is corrected.
    const stored = async () =>
      (await run('Stored rows', { account_key: ACCOUNT })).filter(({ removed_at: at }) => at === null).length;
    assert.equal(await stored(), 7);
    await run('Reuse a row', { account_key: ACCOUNT, stored_id: 'pending', id: 'booked' });
    await store(TUESDAY, ['coffee-1', '2026-10-24', -310n, 'Coffee']);
    await store(TUESDAY, ['coffee-2', '2026-10-24', -310n, 'Coffee']);
    await store(TUESDAY, ['booked', '2026-10-25', -2_000n, 'Supermarket'], { category: 'Groceries' });
    await store(TUESDAY, ['late', '2026-10-24', -1n, 'Late']);
    await run('Mark a row as removed', { account_key: ACCOUNT, id: 'mistake', now: TUESDAY });

    const changes = await run('What changed since yesterday', { user_id: USER, since: TUESDAY });
    assert.deepEqual(
      changes.map(({ what, description }) => `${what}: ${description}`),
      ['changed: Supermarket', 'removed: Mistake', 'added: Late'],
    );
    const month = { user_id: USER, month: '2026-10', today: '2026-10-31' };
    assert.deepEqual(await run('A month by category', month), [
      { category: 'Rent', currency: 'EUR', spent_minor: '115000' },
      { category: 'Groceries', currency: 'EUR', spent_minor: '2000' },
      { category: 'Uncategorized', currency: 'EUR', spent_minor: '621' },
    ]);
    await run('Mark a row as removed', { account_key: ACCOUNT, id: 'large', now: TUESDAY });
    const balances = { account_key: ACCOUNT, balance_minor: 100_000n, today: '2026-10-27' };
    assert.deepEqual(await run('Balance per day', balances), [
      { book_date: '2026-10-01', balance_minor: '107621' },
      { book_date: '2026-10-24', balance_minor: '107000' },
      { book_date: '2026-10-25', balance_minor: '100000' },
    ]);
    // A row that is already removed keeps the time of its removal.
    await run('Mark a row as removed', { account_key: ACCOUNT, id: 'large', now: WEDNESDAY });
    const large = (await run('Stored rows', { account_key: ACCOUNT })).find(({ id }) => id === 'large');
    assert.equal(large?.['removed_at'], TUESDAY);
    // If the platform lists a removed row again, the row returns only once.
    await store(TUESDAY, ['mistake', '2026-10-25', -999n, 'Mistake']);
    assert.equal(await stored(), 7);
  });
}

function openSqlite(): Query {
  const database = new DatabaseSync(':memory:');
  return async (sql, values) => {
    if (values) return database.prepare(sql.replaceAll(/\$\d+/g, '?')).all(...(values as SQLInputValue[]));
    database.exec(sql);
    return [];
  };
}

async function openPostgres(context: TestContext): Promise<Query> {
  const { Client } = fromTools('pg');
  let client: Node = null;
  context.after(() => client?.end()); // Before the server stops, to avoid an error.
  client = new Client(await startPostgres(context));
  await client.connect();
  return async (sql, values) => (await client.query(sql, values)).rows;
}

if (isNightly) testSql('PostgreSQL', openPostgres);
else testSql('SQLite', openSqlite);
