import { createHash } from 'node:crypto';
import { consentState } from './flow.js';
import { decimalText, minorUnits } from './money.js';

const DAY = 86_400_000;
/** Banks may book payments weeks late, so each read begins this long before today or the newest stored day, if earlier. */
const OVERLAP = 90 * DAY;
/** Older data can change too, so everything is read again once a week. */
const WHOLE_READ = 7 * DAY;
/** The platform may filter by a date before the booking date, so a read's first days may be incomplete. */
const UNCERTAIN = 6 * DAY;

/**
 * End users' accounts and transactions. One rule keeps them in sync with the platform: a new read replaces the
 * data that was stored for the same days. Rows that the platform no longer lists are marked as removed, not deleted.
 */
export class BankData {
  #store;

  constructor(store) {
    this.#store = store;
  }

  /** Maps keys to a user's accounts. A key stays the same even if a renewed consent gives its account a new ID. */
  accounts(userId) {
    const rows = this.#store.all('SELECT * FROM accounts WHERE user_id = ? ORDER BY account_key', userId);
    return new Map(
      rows.map(({ account_key: key, id, consent_id: consentId, closed_at: closedAt, document }) => [
        key,
        { ...JSON.parse(document), id, consentId, closed: closedAt !== null },
      ]),
    );
  }

  /** A user's transactions, except removed ones, keyed by account key and ID. `account` is the account key. */
  transactions(userId) {
    const rows = this.#store.all(
      `SELECT account_key, transactions.id, accounts.id AS account_id, book_date, CAST(amount_minor AS TEXT) AS minor,
         transactions.currency, transactions.document
       FROM transactions JOIN accounts USING (account_key)
       WHERE user_id = ? AND removed_at IS NULL ORDER BY account_key, book_date, transactions.id`,
      userId,
    );
    return new Map(
      rows.map(({ account_key: account, id, account_id: accountId, book_date: bookDate, ...row }) => {
        const { minor, currency, document } = row;
        const amount = decimalText(BigInt(minor), this.#store.decimals(currency));
        return [`${account} ${id}`, { ...JSON.parse(document), id, accountId, bookDate, amount, account }];
      }),
    );
  }

  /** The count and exact total of a user's transactions in each currency. */
  totals(userId) {
    const rows = this.#store.all(
      `SELECT transactions.currency, COUNT(*) AS count, CAST(SUM(amount_minor) AS TEXT) AS minor
       FROM transactions JOIN accounts USING (account_key)
       WHERE user_id = ? AND removed_at IS NULL GROUP BY transactions.currency`,
      userId,
    );
    return Object.fromEntries(
      rows.map(({ currency, count, minor }) => [
        currency,
        { count, sum: decimalText(BigInt(minor), this.#store.decimals(currency)) },
      ]),
    );
  }

  /**
   * Maps account IDs to the first day to read. The day is undefined if everything must be read: once a week, or if the
   * account is new or comes from a different consent. Omits accounts that belong to a newer consent. `gone` contains the
   * keys of accounts that their own consents no longer list.
   */
  windows(userId, consent, accounts, gone, now = new Date()) {
    const { found, unlisted } = this.#match(userId, consent, accounts, gone);
    const own = accounts.filter(({ id }) => !isOwnedByNewer(found.get(id), consent));
    return new Map([
      ...own.map(({ id }) => [id, this.#dateFrom(found.get(id), consent.id, now)]),
      ...unlisted.map((account) => [account.id, this.#dateFrom(account, consent.id, now)]),
    ]);
  }

  /**
   * Stores the data from a read, all or nothing. `lists` maps account IDs to transactions. An empty list replaces
   * nothing, because banks sometimes send one by mistake. `kept` counts the accounts that kept their rows for this
   * reason, and `notes` say what wasn't stored.
   */
  store(userId, consent, { accounts, gone, windows, lists }, now = new Date()) {
    const time = now.toISOString();
    return this.#store.transaction(() => {
      const result = { added: 0, changed: 0, removed: 0, kept: 0, notes: [] };
      // Locks the user's row so that two processes don't store at the same time.
      this.#store.upsert('users', { id: userId });
      const { removal_requested: isRemoved } = this.#store.get('SELECT * FROM users WHERE id = ?', userId);
      if (isRemoved) throw new Error(`User ${userId} is being removed.`);

      const { listed, found, unlisted, similar } = this.#match(userId, consent, accounts, gone);
      for (const { account_key: key, newKey } of similar) {
        result.notes.push(`${key} and ${newKey} may be one account with a new IBAN. Ask the end user.`);
      }
      let isComplete = accounts.length > 0;
      for (const account of listed) {
        const { id, account_key: accountKey } = account;
        const known = found.get(id);
        if (!windows.has(id) || isOwnedByNewer(known, consent)) continue;
        const isRefused = !lists.has(id);
        // Read the account through the old consent until the new one delivers it.
        if (!isRefused || !known) this.#store.upsert('accounts', { account_key: accountKey }, account);
        if (isRefused) {
          isComplete = false;
          result.notes.push(`Account ${id} was refused. Kept its transactions.`);
          continue;
        }
        const from = windows.get(id);
        if (from !== undefined && !known.read_whole_at) isComplete = false; // readAgain() was called meanwhile
        const kept = this.#replace(accountKey, lists.get(id), from, time, result);
        if (kept > 0) {
          result.kept += 1;
          result.notes.push(`The list for account ${accountKey} is empty. Kept its ${kept} transactions.`);
        } else if (from === undefined) {
          this.#store.run('UPDATE accounts SET read_whole_at = ? WHERE account_key = ?', time, accountKey);
        }
      }
      for (const { id, account_key: accountKey } of unlisted) {
        if (!windows.has(id)) continue;
        this.#replace(accountKey, lists.get(id) ?? [], windows.get(id), time, result);
        this.#store.run('UPDATE accounts SET closed_at = ? WHERE account_key = ?', time, accountKey);
      }
      const { id, dateTransactionsUpdated } = consent;
      if (isComplete) {
        this.#store.run('UPDATE consents SET data_updated = ? WHERE id = ?', dateTransactionsUpdated, id);
      }
      return result;
    });
  }

  /** True if open accounts are read through the consent. */
  hasAccounts(consentId) {
    const open = 'SELECT 1 AS found FROM accounts WHERE consent_id = ? AND closed_at IS NULL';
    return this.#store.get(open, consentId) !== undefined;
  }

  /** Returns other consents' stored accounts that this consent may list under a different ID and IBAN. */
  similar(userId, consent, accounts) {
    return this.#match(userId, consent, accounts).similar;
  }

  /** Forces a full read of a consent next time, even if the platform has no newer data. */
  readAgain(consentId) {
    this.#store.run('UPDATE accounts SET read_whole_at = NULL WHERE consent_id = ?', consentId);
    this.#store.run('UPDATE consents SET data_updated = NULL WHERE id = ?', consentId);
  }

  /** True if newer consents have delivered all of a consent's accounts, so that the consent can be deleted. */
  isReplaced(userId, consent, accounts) {
    const { found, unlisted } = this.#match(userId, consent, accounts);
    const isDelivered = (known) =>
      isOwnedByNewer(known, consent) && consentState(known.owner_status) === 'ready' && known.read_whole_at;
    return (
      accounts.length > 0 && unlisted.length === 0 && accounts.every(({ id }) => isDelivered(found.get(id)))
    );
  }

  /** Deletes all of a user's data except the user's row. */
  delete(userId) {
    const consents = 'consent_id IN (SELECT id FROM consents WHERE user_id = ?)';
    const accounts = 'account_key IN (SELECT account_key FROM accounts WHERE user_id = ?)';
    const renewals = "name IN (SELECT 'renewal ' || id FROM consents WHERE user_id = ?)";
    this.#store.transaction(() => {
      this.#store.run(`DELETE FROM settings WHERE ${renewals}`, userId);
      for (const table of ['inbox', 'refreshes', 'refresh_requests']) {
        this.#store.run(`DELETE FROM ${table} WHERE ${consents}`, userId);
      }
      for (const table of ['transactions', 'unstored_transactions']) {
        this.#store.run(`DELETE FROM ${table} WHERE ${accounts}`, userId);
      }
      this.#store.run('DELETE FROM accounts WHERE user_id = ?', userId);
      this.#store.run('DELETE FROM consents WHERE user_id = ?', userId);
    });
  }

  /**
   * Returns the listed accounts' columns, and maps their IDs to stored accounts, in one pass per rule. Also returns the
   * open accounts that the consent no longer lists, and stored accounts that are similar to listed ones without a match.
   */
  #match(userId, consent, accounts, gone = new Set()) {
    const { id: consentId } = consent;
    const listed = accounts.map((account) => columnsOf(userId, consent, account));
    const stored = this.#store.all(
      `SELECT accounts.*, consents.id AS owner, consents.requested AS owner_requested, consents.status AS owner_status
       FROM accounts LEFT JOIN consents ON consents.id = consent_id AND ended_at IS NULL
       WHERE accounts.user_id = ? ORDER BY closed_at IS NOT NULL, account_key`,
      userId,
    );
    const free = new Set(stored);
    const found = new Map();
    const match = (isSame) => {
      for (const account of listed) {
        const same = found.has(account.id) ? undefined : [...free].find((each) => isSame(each, account));
        if (!same) continue;
        found.set(account.id, same);
        free.delete(same);
      }
    };
    match((known, account) => known.id === account.id);
    match((known, account) => areEqual(known, account, 'iban', 'currency'));
    match((known, account) => !(known.iban && account.iban) && areEqual(known, account, 'bban', 'currency'));
    // A providerAccountId may be unique only per login, so don't match an account that another login still lists.
    const isListedNowhere = ({ account_key: key, closed_at: closedAt, consent_id: of, owner }) =>
      closedAt !== null || of === consentId || owner === null || gone.has(key);
    // Some banks give all accounts of a login the same ID.
    const isOnly = (known) =>
      [stored, listed].every((rows) => rows.filter((each) => areSimilar(known, each)).length === 1);
    match((known, account) => isListedNowhere(known) && areSimilar(known, account) && isOnly(known));
    match((known, account) => known.account_key === account.account_key); // the key contains the account's first ID
    const similar = listed
      .filter(({ id }) => !found.has(id))
      .flatMap((account) =>
        [...free]
          .filter((known) => areSimilar(known, account))
          .map((known) => ({ ...known, newKey: account.account_key })),
      );
    for (const account of listed) {
      const known = found.get(account.id) ?? account;
      account.account_key = known.account_key;
      // Keep the stored numbers if this consent omits them.
      account.iban ??= known.iban;
      account.bban ??= known.bban;
      // An account from a different consent is read from the beginning.
      account.read_whole_at = known.consent_id === consentId ? known.read_whole_at : undefined;
    }
    // Banks sometimes send an empty list of accounts by mistake.
    const isOwn = (each) => each.consent_id === consentId && each.closed_at === null;
    return { listed, found, similar, unlisted: listed.length > 0 ? [...free].filter(isOwn) : [] };
  }

  #dateFrom(known, consentId, now) {
    if (known?.consent_id !== consentId || !known.read_whole_at) return undefined;
    if (now - Date.parse(known.read_whole_at) >= WHOLE_READ) return undefined;
    const { newest } = this.#store.get(
      'SELECT MAX(book_date) AS newest FROM transactions WHERE account_key = ? AND removed_at IS NULL',
      known.account_key,
    );
    if (newest === null) return undefined;
    // Don't count back from a future-dated payment, because earlier payments may not be booked yet.
    return dayOf(Math.min(Date.parse(newest), now) - OVERLAP);
  }

  /**
   * Replaces an account's rows from the oldest listed day onward, because the platform may no longer return older ones.
   * Marks rows as removed only after the days that may be incomplete. If nothing listed can be stored, keeps all rows
   * and returns their count.
   */
  #replace(accountKey, read, from, time, result) {
    const stored = this.#store.all(
      `SELECT id, book_date, CAST(amount_minor AS TEXT) AS amount_minor, currency, description,
         counterpart_account_number, removed_at, document
       FROM transactions WHERE account_key = ? ORDER BY book_date, id`,
      accountKey,
    );
    // A page can repeat a transaction. The last copy wins.
    const listed = new Map();
    const odd = new Map();
    for (const each of read) {
      try {
        listed.set(each?.id, rowOf(each, this.#store));
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        const document = JSON.stringify(each);
        const id = isText(each?.id) ? each.id : createHash('sha256').update(document).digest('hex');
        odd.set(id, { document, reason: error.message });
      }
    }
    this.#putAside(accountKey, odd, listed, from === undefined && read.length > 0, time, result);
    const days = [...listed.values()].map((row) => row.book_date);
    const start = days.sort().at(0) ?? from ?? '';
    const current = stored.filter((row) => row.removed_at === null && row.book_date >= start);
    if (listed.size === 0) return current.length;

    const known = new Map(stored.map((row) => [row.id, row]));
    const free = new Set(current.filter((row) => !listed.has(row.id) && !odd.has(row.id)));
    // Banks can assign a new ID. Each row matches only once, so two equal payments on one day stay separate.
    for (const statement of [statementOf, dayAndAmountOf]) {
      const equal = Map.groupBy(free, statement);
      for (const row of listed.values()) {
        const same = known.has(row.id) ? undefined : equal.get(statement(row))?.shift();
        if (!same) continue;
        known.set(row.id, same);
        free.delete(same);
      }
    }
    for (const row of listed.values()) {
      const old = known.get(row.id);
      if (old?.document === row.document && old.removed_at === null) continue;
      // Update the row even if its ID is new, so that columns you add keep their values.
      const rename = 'UPDATE transactions SET id = ? WHERE account_key = ? AND id = ?';
      if (old) this.#store.run(rename, row.id, accountKey, old.id);
      const changes = { ...row, changed_at: time, removed_at: null };
      const key = { account_key: accountKey, id: row.id };
      this.#store.upsert('transactions', key, changes, { added_at: time });
      result[old ? 'changed' : 'added'] += 1;
    }
    // The list may start in the middle of its first day.
    const uncertain = from ? dayOf(Date.parse(from) + UNCERTAIN) : '';
    const gone = [...free].filter((row) => datesOf(row).every((day) => day > start && day > uncertain));
    for (const { id } of gone) {
      this.#store.run(
        'UPDATE transactions SET removed_at = ? WHERE account_key = ? AND id = ?',
        ...[time, accountKey, id],
      );
    }
    result.removed += gone.length;
    return 0;
  }

  /**
   * Puts transactions that can't be stored into a separate table for review. They leave it once they can be stored, or
   * if a complete list no longer includes them.
   */
  #putAside(accountKey, odd, listed, isWhole, time, result) {
    const rows = this.#store.all('SELECT id FROM unstored_transactions WHERE account_key = ?', accountKey);
    const known = new Set(rows.map(({ id }) => id));
    for (const [id, row] of odd) {
      if (listed.has(id)) continue;
      const key = { account_key: accountKey, id };
      this.#store.upsert('unstored_transactions', key, row, { first_seen_at: time });
      if (!known.has(id)) result.notes.push(`Couldn't store transaction ${id}: ${row.reason}.`);
    }
    for (const id of known) {
      if (!listed.has(id) && (odd.has(id) || !isWhole)) continue;
      this.#store.run('DELETE FROM unstored_transactions WHERE account_key = ? AND id = ?', accountKey, id);
    }
  }
}

/** A transaction's columns. Throws a RangeError with a reason if it can't be stored. */
export function rowOf(transaction, store) {
  const { id, bookDate, amount, currency, description, counterpartAccountNumber, category } =
    transaction ?? {};
  const name = category?.z2?.category ?? category?.z1?.l1Name ?? category?.l1Name;
  if (!isText(id)) throw new RangeError('the ID is missing');
  if (!isText(currency)) throw new RangeError('the currency is missing');
  if (![description, counterpartAccountNumber, name].every((text) => typeof (text ?? '') === 'string')) {
    throw new RangeError("the description, counterpart, or category isn't text");
  }
  return {
    id,
    book_date: bookingDay(bookDate),
    amount_minor: String(minorUnits(amount, store.decimals(currency))),
    currency,
    description,
    counterpart_account_number: counterpartAccountNumber,
    category: name,
    document: JSON.stringify(transaction),
  };
}

const isText = (value) => typeof value === 'string' && value !== '';

/** The day of a date or a date-time. Banks send placeholders, such as year 1, for unknown dates. */
function bookingDay(bookDate) {
  const day = String(bookDate).slice(0, 10);
  const isReal = day >= '1900' && !Number.isNaN(Date.parse(day)) && dayOf(Date.parse(day)) === day;
  if (!isReal) throw new RangeError('the booking date is missing or impossible');
  return day;
}

/** A listed account's columns. */
function columnsOf(userId, { id: consentId, providerKey }, account) {
  return {
    account_key: `${userId} ${account.id}`,
    user_id: userId,
    consent_id: consentId,
    id: account.id,
    provider_key: providerKey,
    provider_account_id: account.providerAccountId,
    iban: plain(account.iban),
    bban: plain(account.bban),
    currency: account.currency,
    closed_at: null,
    document: JSON.stringify(account),
  };
}

const areSimilar = (a, b) => areEqual(a, b, 'provider_key', 'provider_account_id', 'currency');

const areEqual = (a, b, ...names) => names.every((name) => a[name] && a[name] === b[name]);

const dayOf = (time) => new Date(time).toISOString().slice(0, 10);

/** True if a newer, active consent also lists the account. Read it only through that consent. */
function isOwnedByNewer(known, { id, dateRequested }) {
  if (!known || known.consent_id === id || known.closed_at !== null) return false;
  return Date.parse(known.owner_requested) > Date.parse(dateRequested);
}

/** Returns the transaction details from the bank, which are the same under every consent. */
function statementOf(row) {
  return JSON.stringify([dayAndAmountOf(row), row.description, plain(row.counterpart_account_number)]);
}

function dayAndAmountOf({ book_date: day, amount_minor: minor, currency }) {
  return `${day} ${minor} ${currency}`;
}

/** The days of a stored row by which the platform may filter. */
function datesOf({ book_date: day, document }) {
  const { transactionDateTime: time } = JSON.parse(document);
  return typeof time === 'string' && time ? [day, time.slice(0, 10)] : [day];
}

/** An account number in uppercase without spaces, if any. */
export function plain(number) {
  return number?.replaceAll(/\s/g, '').toUpperCase() || undefined;
}
