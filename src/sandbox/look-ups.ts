import { idIn, readBy } from './bank.ts';
import { notFound, type Query } from './http.ts';
import type { Account, Consent, Sandbox, State, Transaction, User } from './state.ts';

/** Finds a user by its ID. */
export function userById({ users }: State, id: unknown): User | undefined {
  return users.get(String(id).toLowerCase());
}

/** Finds a user by the customer app's own ID, ignoring case. */
export function userByExternalId({ users }: State, id: unknown): User | undefined {
  const wanted = String(id).toLowerCase();
  return [...users.values()].find(({ externalUserId }) => externalUserId.toLowerCase() === wanted);
}

/** Returns a look-up's result. If nothing was found, the response is a 404. */
export function orNotFound<Value>(value: Value | undefined, detail?: string): Value {
  if (value === undefined) throw notFound(detail);
  return value;
}

/** Finds a consent by its ID. */
export function consentOf({ state }: Sandbox, id: unknown): Consent {
  return orNotFound(state.consents.get(String(id)), 'Consent not found.');
}

/** The consents that match every sent parameter: `ConsentId`, `UserId`, and `ExternalUserId`. */
export function selectConsents({ state }: Sandbox, query: Query): Consent[] {
  const { ConsentId, UserId, ExternalUserId } = query;
  return [...state.consents.values()].filter(
    ({ id, userId }) =>
      (ConsentId === undefined || id === ConsentId) &&
      (UserId === undefined || userById(state, UserId)?.id === userId) &&
      (ExternalUserId === undefined || userByExternalId(state, ExternalUserId)?.id === userId),
  );
}

/** The accounts of the selected consents whose data was read. If IDs are stable, two consents may share an account. */
export function selectAccounts(sandbox: Sandbox, query: Query): Account[] {
  const accounts = selectConsents(sandbox, query).flatMap((consent) =>
    consent.listing?.accounts === 'none'
      ? []
      : readBy(sandbox, consent).accounts.map((account) => ({ ...account, id: idIn(consent, account.id) })),
  );
  return unique(accounts);
}

/** The transactions of the selected consents whose data has been read. */
export function selectTransactions(sandbox: Sandbox, query: Query): Transaction[] {
  const transactions = selectConsents(sandbox, query).flatMap((consent) =>
    readBy(sandbox, consent).transactions.map((transaction) => shownBy(consent, transaction)),
  );
  return unique(transactions);
}

/** A transaction as a consent shows it, with the consent's IDs. */
export function shownBy(consent: Consent, transaction: Transaction): Transaction {
  const accountId = idIn(consent, transaction.accountId);
  return { ...transaction, origin: undefined, id: idIn(consent, transaction.id), accountId };
}

/** Removes duplicates. A transaction's ID is unique only within its account. */
export function unique<Item extends { id: string; accountId?: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [`${item.accountId} ${item.id}`, item])).values()];
}
