import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { DAY, dayOf, shift, type History, type Listed } from './bank.ts';
import type { Visit } from './server.ts';

interface StoredAccount {
  key: string;
  id: string;
  consentId: string;
  iban: string | null;
  providerAccountId: string | null;
  currency: string;
  closed: boolean;
}

interface StoredTransaction {
  account: string;
  id: string;
  bookDate: string;
  minor: string;
  currency: string;
  removed: boolean;
}

/** A user's stored data. `kept` counts the accounts whose list was empty by mistake in the last read. */
export interface Stored {
  accounts: StoredAccount[];
  transactions: StoredTransaction[];
  kept: number;
}

const OVERLAP = 90;
const WHOLE_EVERY = 7 * DAY;
/** A client starts over at most three times. */
const MOST_TRIES = 4;

const nothing: Stored = { accounts: [], transactions: [], kept: 0 };

/**
 * The data that a starter must have stored after each read of a history. The oracle knows the bank's holdings and
 * payments, while a starter can only compare consents' lists.
 */
export class Oracle {
  readonly #history: History;
  readonly #stored = new Map<string, Stored>();
  readonly #ended = new Set<string>();
  /** The time of each account's last complete read, by key. Lists that were empty by mistake don't count. */
  readonly #wholeAt = new Map<string, number | undefined>();
  readonly #rows = new RowRule();

  constructor(history: History) {
    this.#history = history;
  }

  stored = (userId: string) => this.#stored.get(userId) ?? nothing;

  ends(consentId: string): void {
    this.#ended.add(consentId);
  }

  /** True if the trouble during a read must make the read fail. */
  mustFail({ read: { trouble }, isTroubled }: Visit): boolean {
    return isTroubled && trouble !== 'changes' && trouble !== 'hiccup';
  }

  /** True if the stored data hasn't changed since the last read. */
  equals(userId: string, stored: Stored): boolean {
    return isDeepStrictEqual(contents(stored), contents(this.stored(userId)));
  }

  /** Remembers that an interrupted read may have completed, which the stored data doesn't show. */
  interrupted({ read, requests }: Visit): void {
    const looks = requests.filter(({ path }) => path.startsWith('/Consent/')).length;
    if (looks < 2) return;
    for (const { key } of this.stored(read.consent.userId).accounts) this.#wholeAt.set(key, undefined);
  }

  /** Checks that the client gave up an endless read in time. */
  gaveUp({ tries }: Visit): void {
    assert.ok(tries.length > 1 && tries.length <= MOST_TRIES, `The client tried ${tries.length} times.`);
  }

  /** Checks the read and the stored data, then expects the next read to start from there. */
  succeeded(visit: Visit, after: Stored, isKeptKnown = true): void {
    const { read, view } = visit;
    const { consent } = read;
    const before = this.stored(consent.userId);
    const requested = visit.windows();
    const keys = new Set<string>();
    let kept = 0;

    for (const account of view.accounts) {
      const known = before.accounts.find(({ id }) => this.#history.holdingOf.get(id) === account.holding);
      const key = known?.key ?? `${consent.userId} ${account.id}`;
      keys.add(key);
      const name = `Account ${account.holding.number} (${key})`;
      const owner = known && known.consentId !== consent.id ? known.consentId : undefined;
      const isNewer = owner !== undefined && this.#history.consents.get(owner)!.requested > consent.requested;
      const stored = after.accounts.find((each) => each.key === key);
      if (isNewer && !this.#ended.has(owner)) {
        assert.ok(!requested.has(account.id), `${name} belongs to a newer consent.`);
        assert.deepEqual(stored, known, name);
        assert.deepEqual(rowsOf(after, key), rowsOf(before, key), name);
        continue;
      }
      assert.ok(stored, `${name} must be stored.`);
      const { id, consentId, currency, closed } = stored;
      assert.deepEqual(
        { id, consentId, currency, closed },
        { id: account.id, consentId: consent.id, currency: account.holding.currency, closed: false },
        name,
      );
      if (account.iban !== '') assert.equal(plain(stored.iban), plain(account.iban), name);
      assert.equal(stored.providerAccountId, account.providerAccountId, name);
      const isNew = !known || owner !== undefined;
      if (this.#checkAccount(visit, name, key, account.id, isNew, requested, before, after)) kept++;
    }

    for (const known of before.accounts.filter(({ key }) => !keys.has(key))) {
      const name = `Account ${this.#history.holdingOf.get(known.id)?.number} (${known.key})`;
      keys.add(known.key);
      const stored = after.accounts.find(({ key }) => key === known.key);
      const leaves = known.consentId === consent.id && !known.closed;
      assert.deepEqual(stored, { ...known, closed: leaves || known.closed }, name);
      if (leaves) {
        this.#checkAccount(visit, name, known.key, known.id, false, requested, before, after);
        // A closed account's last read may or may not count as complete.
        if (requested.get(known.id) === undefined) this.#wholeAt.delete(known.key);
      } else {
        assert.deepEqual(rowsOf(after, known.key), rowsOf(before, known.key), name);
        if (known.consentId === consent.id) assert.ok(!requested.has(known.id), `${name} must stay closed.`);
      }
    }
    assert.deepEqual(after.accounts.map(({ key }) => key).sort(), [...keys].sort(), 'Accounts');
    assert.ok(after.transactions.every(({ account }) => keys.has(account)));
    if (isKeptKnown) assert.equal(after.kept, kept, 'Accounts whose list was empty by mistake');
    this.#stored.set(consent.userId, after);
  }

  /** Returns true if the account's list was empty by mistake. */
  #checkAccount(
    { read, view }: Visit,
    name: string,
    key: string,
    id: string,
    isNew: boolean,
    requested: ReadonlyMap<string, string | undefined>,
    before: Stored,
    after: Stored,
  ): boolean {
    const rows = rowsOf(before, key);
    const live = rows.filter(({ removed }) => !removed);

    const newest = live
      .map(({ bookDate }) => bookDate)
      .sort()
      .at(-1);
    const today = dayOf(read.now);
    const dateFrom = shift(newest !== undefined && newest < today ? newest : today, -OVERLAP);
    assert.ok(requested.has(id), `${name} must be read.`);
    const from = requested.get(id);
    const wholeAt = this.#wholeAt.get(key);
    const isDue = isNew || (wholeAt !== undefined && read.now - wholeAt >= WHOLE_EVERY);
    // Either window is right for an account without payments and after an interruption.
    const isOpen = !isDue && (newest === undefined || wholeAt === undefined);
    if (!isOpen || from !== undefined) assert.equal(from, isDue ? undefined : dateFrom, `${name}: DateFrom`);

    const all = read.emptied === id ? [] : (view.lists.get(id) ?? []);
    const listed = all.filter(({ day }) => from === undefined || day >= from);
    const isKept = listed.length === 0 && live.some(({ bookDate }) => from === undefined || bookDate >= from);
    if (from === undefined && !isKept) this.#wholeAt.set(key, read.now);
    else if (isNew) this.#wholeAt.set(key, -Infinity);
    this.#rows.check(name, key, listed, rows, rowsOf(after, key));
    return isKept;
  }
}

/** The stored data, sorted, without the last read's report. */
function contents({ accounts, transactions }: Stored) {
  const lines = (list: readonly object[]) => list.map((each) => JSON.stringify(each)).sort();
  return { accounts: lines(accounts), transactions: lines(transactions) };
}

const LAST_DAY = '9999-12-31';

const plain = (number: string | null) => (number ?? '').replaceAll(/\s/g, '').toUpperCase();
const facts = ({ id, bookDate, minor, currency }: StoredTransaction) =>
  `${id} ${bookDate} ${minor} ${currency}`;
const amountOf = ({ bookDate, minor }: StoredTransaction) => `${bookDate} ${minor}`;
const textOf = ({ day, minor, text, counterpart }: Listed) =>
  [day, minor, text, plain(counterpart)].join('|');

const rowsOf = ({ transactions }: Stored, key: string) =>
  transactions.filter(({ account }) => account === key).sort((a, b) => (a.id < b.id ? -1 : 1));

/** Checks how an account's list changes its stored rows. */
class RowRule {
  /** Each transaction's content in the last read, by account key and ID. */
  readonly #texts = new Map<string, string>();

  /** Checks an account's rows after its list was read. */
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

    // The list replaces all rows for the days it covers. Older rows stay, because the bank may still have them.
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

    // A payment with a new ID takes over an identical row, or else a row with the same day and amount.
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
      assert.equal(leavingAmounts.get(amount) ?? 0, most, `${name}: removed rows with ${amount}`);
    }
    for (const [said, count] of counts(window, text)) {
      const most = Math.max(0, count - (texts.get(said) ?? 0));
      assert.ok((leavingTexts.get(said) ?? 0) <= most, `${name}: removed rows with ${said}`);
    }
    for (const each of listed) this.#texts.set(`${key} ${each.id}`, textOf(each));
  }
}

function counts<T>(list: readonly T[], of: (each: T) => string): Map<string, number> {
  return new Map([...Map.groupBy(list, of)].map(([text, group]) => [text, group.length]));
}
