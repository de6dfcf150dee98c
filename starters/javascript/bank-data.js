/**
 * The accounts and transactions of end users, each stored once. IDs identify them within a consent. A renewed consent,
 * or a second one for the same account, may give them other IDs, so what the bank states identifies them across consents.
 *
 * Amounts stay numbers: a double keeps up to 15 digits as they were sent. To calculate, convert them to cents first.
 */
export class BankData {
  #accounts;
  #transactions;

  /** Takes two stores. Keys begin with the user's ID and have the IDs that an account and a transaction had first. */
  constructor(accounts, transactions) {
    this.#accounts = accounts;
    this.#transactions = transactions;
  }

  /** A user's accounts by key. `closed` marks those that their consent no longer lists. */
  accounts(userId) {
    return this.#accounts.entries(`${userId} `);
  }

  /** A user's transactions by key. `account` is the key of their account. */
  transactions(userId) {
    return this.#transactions.entries(`${userId} `);
  }

  /** Stores everything that a consent has now. Accounts move to the consent that was read last; nothing is deleted. */
  store(userId, { id: consentId, providerKey }, accounts, transactions) {
    const keys = this.#storeAccounts(userId, { consentId, providerKey }, accounts, transactions);
    this.#storeTransactions(userId, consentId, keys, transactions);
  }

  /** Deletes all data of a user. */
  delete(userId) {
    this.#transactions.delete(...this.transactions(userId).keys());
    this.#accounts.delete(...this.accounts(userId).keys());
  }

  /** Returns the key of each account by its ID in this consent. */
  #storeAccounts(userId, consent, listed, transactions) {
    const stored = this.accounts(userId);
    const keys = new Map();
    const listedIds = new Set(listed.map(({ id }) => id));
    // The platform may still have transactions of an account that it no longer lists.
    const unlisted = transactions
      .filter(({ accountId }) => !listedIds.has(accountId))
      .map(({ accountId, accountNumber, currency }) => ({ id: accountId, iban: accountNumber, currency }));
    for (const account of [...listed, ...unlisted]) {
      const { id } = account;
      if (keys.has(id)) continue;
      const key = keyOfAccount(userId, { ...account, ...consent }, stored, new Set(keys.values()));
      const known = listedIds.has(id) ? undefined : stored.get(key);
      keys.set(id, key);
      stored.set(key, { ...account, ...known, ...consent, id, closed: !listedIds.has(id) });
    }
    const current = new Set(keys.values());
    for (const [key, account] of stored) {
      if (account.consentId === consent.consentId && !current.has(key)) account.closed = true;
    }
    this.#accounts.upsert(stored);
    return keys;
  }

  #storeTransactions(userId, consentId, accountKeys, transactions) {
    const stored = this.transactions(userId);
    const keysById = new Map([...stored].map(([key, { account, id }]) => [`${account} ${id}`, key]));
    const found = new Map();
    const others = new Map();
    for (const each of transactions) {
      const account = accountKeys.get(each.accountId);
      const id = `${account} ${each.id}`;
      const key = stored.has(id) ? id : keysById.get(id);
      (key ? found : others).set(key ?? id, { ...each, account, consentId });
    }
    // Two equal payments on one day stay two, because each stored one matches only once.
    const equal = new Map();
    for (const [key, each] of stored) {
      if (each.consentId === consentId || found.has(key)) continue;
      const statement = statementOf(each);
      equal.set(statement, [...(equal.get(statement) ?? []), key]);
    }
    for (const [id, each] of others) found.set(equal.get(statementOf(each))?.shift() ?? id, each);
    this.#transactions.upsert(found);
  }
}

/** The key of the stored account that has the same ID or is the same at the bank, or else a new key. */
function keyOfAccount(userId, account, stored, taken) {
  const candidates = [...stored].filter(([key]) => !taken.has(key));
  const newKey = `${userId} ${account.id}`;
  const [key] =
    candidates.find(([key, { id }]) => key === newKey || id === account.id) ??
    candidates.find(([, each]) => isSameAccount(each, account)) ??
    [];
  return key ?? newKey;
}

/** IBANs decide if both have one. Otherwise the provider's ID does, which may be unique only within a login. */
function isSameAccount(a, b) {
  if (a.currency !== b.currency) return false;
  if (a.iban && b.iban) return plain(a.iban) === plain(b.iban);
  const { providerKey, providerAccountId: id } = a;
  return Boolean(id) && id === b.providerAccountId && providerKey === b.providerKey;
}

/** What the bank states about a transaction, the same in every consent. */
function statementOf({ account, bookDate, amount, currency, description, counterpartAccountNumber }) {
  return JSON.stringify([account, bookDate, amount, currency, description, plain(counterpartAccountNumber)]);
}

/** An account number without spaces and in uppercase. */
function plain(number) {
  return number?.replaceAll(/\s/g, '').toUpperCase();
}
