import { dataReadBy, idFor } from './bank.ts';
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
export function consentById({ state }: Sandbox, id: unknown): Consent {
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
  const consents = selectConsents(sandbox, query).filter(({ listing }) => listing?.accounts !== 'none');
  const accounts = consents.flatMap((consent) =>
    dataReadBy(sandbox, consent).accounts.map((account) => ({ ...account, id: idFor(consent, account.id) })),
  );
  return uniqueById(accounts);
}

/** The transactions of the selected consents whose data has been read. */
export function selectTransactions(sandbox: Sandbox, query: Query): Transaction[] {
  const transactions = selectConsents(sandbox, query).flatMap((consent) =>
    dataReadBy(sandbox, consent).transactions.map((transaction) => transactionFor(consent, transaction)),
  );
  return uniqueById(transactions);
}

/** A transaction as a consent shows it, with the consent's IDs. */
export function transactionFor(consent: Consent, transaction: Transaction): Transaction {
  const accountId = idFor(consent, transaction.accountId);
  return { ...transaction, firstId: undefined, id: idFor(consent, transaction.id), accountId };
}

/** Removes duplicates. A transaction's ID is unique only within its account. */
export function uniqueById<Item extends { id: string; accountId?: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [`${item.accountId} ${item.id}`, item])).values()];
}
