import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { DAY, dayOf, shift } from './bank.ts';
import { accountsIn, listIn, type History, type Listed } from './history.ts';
import { transactionIn, type Visit } from './server.ts';

interface StoredAccount {
  key: string;
  id: string;
  consentId: string;
  iban: string | null;
  providerAccountId: string | null;
  currency: string;
  closed: boolean;
  /** True if the account has been read completely. Some languages write 0 or 1. */
  isWhole: boolean | number;
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
  /** The account key and ID of each transaction that was put aside. */
  aside: string[];
  kept: number;
}

const OVERLAP = 90;
const WHOLE_EVERY = 7 * DAY;

const nothing: Stored = { accounts: [], transactions: [], aside: [], kept: 0 };

/**
 * The data that a starter must have stored after each read of a history. The oracle knows the bank's holdings and
 * payments, while a starter can only compare consents' lists.
 */
export class Oracle {
  readonly #history: History;
  readonly #stored = new Map<string, Stored>();
  /** The IDs of the consents that have ended. */
  readonly ended = new Set<string>();
  /** The time of each account's last complete read, by key. Lists that were empty by mistake don't count. */
  readonly #wholeAt = new Map<string, number | undefined>();
  /** Each transaction as last listed, by account key and ID. */
  readonly #listed = new Map<string, Listed>();
  /** The transactions that were put aside, by account key. One without an ID is represented by its document. */
  readonly #aside = new Map<string, Set<string>>();

  constructor(history: History) {
    this.#history = history;
  }

  stored = (userId: string) => this.#stored.get(userId) ?? nothing;

  /** True if the stored data hasn't changed since the last read. */
  equals(userId: string, stored: Stored): boolean {
    return isDeepStrictEqual(contents(stored), contents(this.stored(userId)));
  }

  /** Remembers that an interrupted read may have completed, which the stored data doesn't show. */
  interrupted({ read, looks }: Visit): void {
    if (looks < 2) return;
    for (const { key } of this.stored(read.consent.userId).accounts) this.#wholeAt.set(key, undefined);
  }

  /** Checks the read and the stored data, then expects the next read to start from there. */
  succeeded(visit: Visit, after: Stored, isKeptKnown = true): void {
    const { read, view, windows: requested } = visit;
    const { consent } = read;
    const before = this.stored(consent.userId);
    const keys = new Set<string>();
    let kept = 0;

    const accounts = accountsIn(read, view);
    for (const account of accounts) {
      const known = before.accounts.find(({ id }) => this.#history.holdingOf.get(id) === account.holding);
      const key = known?.key ?? `${consent.userId} ${account.id}`;
      keys.add(key);
      const name = this.#nameOf(key, account.id);
      const owner = known && known.consentId !== consent.id ? known.consentId : undefined;
      const isNewer = owner !== undefined && this.#history.consents.get(owner)!.requested > consent.requested;
      const isTaken = isNewer && !known?.closed && !this.ended.has(owner);
      if (isTaken) assert.ok(!requested.has(account.id), `${name} belongs to a newer consent.`);
      const stored = after.accounts.find((each) => each.key === key);
      if (isTaken || (known && read.refused === account.id)) {
        assert.deepEqual(stored, known, name);
        assert.deepEqual(rowsOf(after, key), rowsOf(before, key), name);
        continue;
      }
      assert.ok(stored, `${name} must be stored.`);
      const { id, iban, providerAccountId } = account;
      const { currency } = account.holding;
      const expected = { id, consentId: consent.id, providerAccountId, currency, closed: false };
      assert.partialDeepStrictEqual(stored, expected, name);
      if (iban !== '') assert.equal(plain(stored.iban), plain(iban), name);
      if (read.refused === account.id) continue;
      const isNew = !known || owner !== undefined;
      if (this.#checkAccount(visit, after, key, id, isNew)) kept++;
    }

    for (const known of before.accounts.filter(({ key }) => !keys.has(key))) {
      const name = this.#nameOf(known.key, known.id);
      keys.add(known.key);
      const stored = after.accounts.find(({ key }) => key === known.key);
      const leaves = known.consentId === consent.id && !known.closed && accounts.length > 0;
      assert.deepEqual(stored, { ...known, closed: leaves || known.closed }, name);
      if (leaves) {
        this.#checkAccount(visit, after, known.key, known.id, false);
        // A closed account's last read may or may not count as complete.
        if (requested.get(known.id) === undefined) this.#wholeAt.delete(known.key);
      } else {
        assert.deepEqual(rowsOf(after, known.key), rowsOf(before, known.key), name);
        if (known.consentId === consent.id) assert.ok(!requested.has(known.id), `${name} must stay closed.`);
      }
    }
    assert.deepEqual(after.accounts.map(({ key }) => key).sort(), [...keys].sort(), 'Accounts');
    assert.ok(after.transactions.every(({ account }) => keys.has(account)));
    const aside = [...keys].flatMap((key) => [...(this.#aside.get(key) ?? [])].map((id) => `${key} ${id}`));
    assert.deepEqual(asideOf(after.aside), asideOf(aside), 'Transactions put aside');
    if (isKeptKnown) assert.equal(after.kept, kept, 'Accounts whose list was empty by mistake');
    this.#stored.set(consent.userId, after);
  }

  /** Returns true if the account's list was empty by mistake. */
  #checkAccount(visit: Visit, after: Stored, key: string, id: string, isNew: boolean): boolean {
    const { read, view, windows } = visit;
    const name = this.#nameOf(key, id);
    const rows = rowsOf(this.stored(read.consent.userId), key);
    const live = rows.filter(({ removed }) => !removed);

    const days = live.map(({ bookDate }) => bookDate);
    const newest = days.sort().at(-1);
    const today = dayOf(read.now);
    const dateFrom = shift(newest !== undefined && newest < today ? newest : today, -OVERLAP);
    assert.ok(windows.has(id), `${name} must be read.`);
    const from = windows.get(id);
    const wholeAt = this.#wholeAt.get(key);
    const isDue = isNew || (wholeAt !== undefined && read.now - wholeAt >= WHOLE_EVERY);
    // Either window is right for an account without payments and after an interruption.
    const isOpen = !isDue && (newest === undefined || wholeAt === undefined);
    if (!isOpen || from !== undefined) assert.equal(from, isDue ? undefined : dateFrom, `${name}: DateFrom`);

    const all = listIn(read, view, id, from);
    const { odd = [], listed = [] } = Object.groupBy(all, (each) =>
      each.id === read.spoiled?.id ? 'odd' : 'listed',
    );
    const oddIds = odd.map((each) =>
      read.spoiled?.field === '"id": null' ? transactionIn(read, id, each) : each.id,
    );
    const aside = from === undefined && all.length > 0 ? [] : (this.#aside.get(key) ?? []);
    const stored = new Set(listed.map((each) => each.id));
    this.#aside.set(key, new Set([...aside, ...oddIds]).difference(stored));
    const isKept = listed.length === 0 && live.some(({ bookDate }) => from === undefined || bookDate >= from);
    if (from === undefined && !isKept) this.#wholeAt.set(key, read.now);
    else if (isNew) this.#wholeAt.set(key, -Infinity);
    this.#checkRows(visit, after, key, id, oddIds);
    return isKept;
  }

  /** Checks how an account's list changes its stored rows. `oddIds` are those put aside. */
  #checkRows(visit: Visit, stored: Stored, key: string, id: string, oddIds: readonly string[]): void {
    const { read, view, windows } = visit;
    const name = this.#nameOf(key, id);
    const from = windows.get(id);
    const canStore = (each: Listed) => each.id !== read.spoiled?.id;
    const listed = listIn(read, view, id, from).filter(canStore);
    const before = rowsOf(this.stored(read.consent.userId), key);
    const after = rowsOf(stored, key);
    const listedIds = new Set(listed.map(({ id }) => id));
    const ids = listedIds.union(new Set(oddIds));
    const others = before.filter(({ id }) => !listedIds.has(id));
    const lines = (rows: readonly StoredTransaction[]) => rows.map(facts).sort();

    // Rows before the list's first day stay, because the bank may still have them. Others are removed only if the list
    // is certainly complete for both of their dates.
    const oldest = listed.map(({ day }) => day).sort()[0] ?? LAST_DAY;
    const starts = [shift(oldest, 1), ...(from === undefined ? [] : [shift(from, 7)])];
    const lastListed = ({ id }: StoredTransaction) => this.#listed.get(`${key} ${id}`)!;
    const isCertain = (row: StoredTransaction) =>
      starts.every((start) => row.bookDate >= start && lastListed(row).time.slice(0, 10) >= start);
    const isInWindow = ({ id, bookDate }: StoredTransaction) => bookDate >= oldest && !ids.has(id);
    const current = others.filter(({ removed }) => !removed);
    const window = current.filter(isInWindow);
    const outside = current.filter((row) => !isInWindow(row));
    const expected = listed.map(
      ({ id, day, minor, holding: { currency } }) => `${id} ${day} ${minor} ${currency}`,
    );
    const uncertain = new Set(lines(window.filter((row) => !isCertain(row))));
    const live = after.filter(({ removed }) => !removed);
    const staying = live.filter((row) => uncertain.has(facts(row)));
    assert.deepEqual(lines(live), [...expected, ...[...outside, ...staying].map(facts)].sort(), name);

    const removed = after.filter((row) => row.removed);
    const removedBefore = new Set(lines(others.filter((row) => row.removed)));
    const leaving = removed.filter((row) => !removedBefore.has(facts(row)));
    assert.equal(removed.length, removedBefore.size + leaving.length, `${name}: a removed row changed.`);
    const certain = new Set(lines(window.filter(isCertain)));
    const isRight = leaving.every((row) => certain.has(facts(row)));
    assert.ok(isRight, `${name}: another row was removed.`);
    // The bank has these payments, whether listed or not.
    const real = (view.lists.get(id) ?? []).filter(canStore);
    const atBank = new Set(real.map((each) => `${each.id} ${each.day}`));
    const isReal = leaving.some(({ id, bookDate }) => atBank.has(`${id} ${bookDate}`));
    assert.ok(!isReal, `${name}: a real row was removed.`);

    // A payment with a new ID takes over an identical row, or else a row with the same day and amount.
    const known = new Set(before.map(({ id }) => id));
    const newcomers = listed.filter(({ id }) => !known.has(id));
    const texts = counts(newcomers, textOf);
    const amounts = counts(newcomers, ({ day, minor }) => `${day} ${minor}`);
    const text = (row: StoredTransaction) => textOf(lastListed(row));
    const left = [...staying, ...leaving];
    const leftTexts = counts(left, text);
    const leftAmounts = counts(left, amountOf);
    for (const [amount, count] of counts(window, amountOf)) {
      const most = Math.max(0, count - (amounts.get(amount) ?? 0));
      assert.equal(leftAmounts.get(amount) ?? 0, most, `${name}: unlisted rows with ${amount}`);
    }
    for (const [said, count] of counts(window, text)) {
      const most = Math.max(0, count - (texts.get(said) ?? 0));
      assert.ok((leftTexts.get(said) ?? 0) <= most, `${name}: unlisted rows with ${said}`);
    }
    for (const each of listed) this.#listed.set(`${key} ${each.id}`, each);
  }

  #nameOf = (key: string, id: string) => `Account ${this.#history.holdingOf.get(id)?.number} (${key})`;
}

/** The stored data, sorted, without the last read's report. */
function contents({ accounts, transactions, aside }: Stored) {
  const lines = (list: readonly object[]) => list.map((each) => JSON.stringify(each)).sort();
  return { accounts: lines(accounts), transactions: lines(transactions), aside: [...aside].sort() };
}

/** Sorts what was put aside. Each language has its own digest for a document, so these are only counted. */
const asideOf = (lines: readonly string[]) =>
  lines.map((line) => (line.length > 3 * 36 + 2 ? line.slice(0, 2 * 36 + 2) : line)).sort();

const LAST_DAY = '9999-12-31';

const plain = (number: string | null) => (number ?? '').replaceAll(/\s/g, '').toUpperCase();
const facts = ({ id, bookDate, minor, currency }: StoredTransaction) =>
  `${id} ${bookDate} ${minor} ${currency}`;
const amountOf = ({ bookDate, minor }: StoredTransaction) => `${bookDate} ${minor}`;
const textOf = ({ day, minor, text, counterpart }: Listed) =>
  [day, minor, text, plain(counterpart)].join('|');

const rowsOf = ({ transactions }: Stored, key: string) =>
  transactions.filter(({ account }) => account === key).sort((a, b) => (a.id < b.id ? -1 : 1));

function counts<T>(list: readonly T[], of: (each: T) => string): Map<string, number> {
  return new Map([...Map.groupBy(list, of)].map(([text, group]) => [text, group.length]));
}
