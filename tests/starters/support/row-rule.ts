import assert from 'node:assert/strict';
import type { Listed } from './histories.ts';

export interface StoredAccount {
  key: string;
  id: string;
  consentId: string;
  iban: string | null;
  providerAccountId: string | null;
  currency: string;
  closed: boolean;
}

export interface StoredTransaction {
  account: string;
  id: string;
  bookDate: string;
  minor: string;
  currency: string;
  removed: boolean;
}

/** What is stored for a user. `kept` counts the accounts whose list was empty by mistake in the last read. */
export interface Stored {
  accounts: StoredAccount[];
  transactions: StoredTransaction[];
  kept: number;
}

const LAST_DAY = '9999-12-31';

export const plain = (number: string | null) => (number ?? '').replaceAll(/\s/g, '').toUpperCase();
const facts = ({ id, bookDate, minor, currency }: StoredTransaction) =>
  `${id} ${bookDate} ${minor} ${currency}`;
const amountOf = ({ bookDate, minor }: StoredTransaction) => `${bookDate} ${minor}`;
const textOf = ({ day, minor, text, counterpart }: Listed) =>
  [day, minor, text, plain(counterpart)].join('|');

export const rowsOf = ({ transactions }: Stored, key: string) =>
  transactions.filter(({ account }) => account === key).sort((a, b) => (a.id < b.id ? -1 : 1));

/** What a list of an account does to its stored rows. */
export class RowRule {
  /** What each transaction said when it was read last, by account key and ID. */
  readonly #texts = new Map<string, string>();

  /** Checks the rows of an account after a list of it was read. */
  check(
    name: string,
    key: string,
    listed: readonly Listed[],
    before: StoredTransaction[],
    after: StoredTransaction[],
  ): void {
    const ids = new Set(listed.map(({ id }) => id));
    const others = before.filter(({ id }) => !ids.has(id));
    const lines = (rows: readonly StoredTransaction[]) => rows.map(facts).sort();

    // The list replaces its days. Whether the bank still has what is older is unknown, so that stays.
    const listedDays = listed.map(({ day }) => day).sort();
    const isListed = ({ bookDate }: StoredTransaction) => bookDate >= (listedDays[0] ?? LAST_DAY);
    const older = others.filter((row) => !row.removed && !isListed(row));
    const expected = listed.map(
      ({ id, day, minor, holding: { currency } }) => `${id} ${day} ${minor} ${currency}`,
    );
    const live = after.filter(({ removed }) => !removed);
    assert.deepEqual(lines(live), [...expected, ...older.map(facts)].sort(), name);

    const removed = after.filter((row) => row.removed);
    const removedBefore = new Set(lines(others.filter((row) => row.removed)));
    const leaving = removed.filter((row) => !removedBefore.has(facts(row)));
    assert.equal(removed.length, removedBefore.size + leaving.length, `${name}: a removed row changed.`);

    // A new ID takes over a row that says the same, or else one of the same day and amount.
    const known = new Set(before.map(({ id }) => id));
    const newcomers = listed.filter(({ id }) => !known.has(id));
    const texts = counts(newcomers, textOf);
    const amounts = counts(newcomers, ({ day, minor }) => `${day} ${minor}`);
    const window = others.filter((row) => !row.removed && isListed(row));
    const text = ({ id }: StoredTransaction) => this.#texts.get(`${key} ${id}`)!;
    const leavingTexts = counts(leaving, text);
    const leavingAmounts = counts(leaving, amountOf);
    assert.ok(
      leaving.every((row) => lines(window).includes(facts(row))),
      `${name}: another row was removed.`,
    );
    for (const [amount, count] of counts(window, amountOf)) {
      const most = Math.max(0, count - (amounts.get(amount) ?? 0));
      assert.equal(leavingAmounts.get(amount) ?? 0, most, `${name}: removed of ${amount}`);
    }
    for (const [said, count] of counts(window, text)) {
      const most = Math.max(0, count - (texts.get(said) ?? 0));
      assert.ok((leavingTexts.get(said) ?? 0) <= most, `${name}: removed of ${said}`);
    }
    for (const each of listed) this.#texts.set(`${key} ${each.id}`, textOf(each));
  }
}

function counts<T>(list: readonly T[], of: (each: T) => string): Map<string, number> {
  return new Map([...Map.groupBy(list, of)].map(([text, group]) => [text, group.length]));
}
