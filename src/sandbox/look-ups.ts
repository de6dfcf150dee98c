import { accountsOf, transactionsOf } from './bank.ts';
import type { SandboxRequest } from './http.ts';
import type { Account, Consent, Sandbox, State, Transaction, User } from './state.ts';

/** Finds a user by its ID, or by your own ID in any case. */
export function userBy({ users }: State, id: string): User | undefined {
  const byId = users.get(id.toLowerCase());
  if (byId) return byId;
  return [...users.values()].find(({ externalUserId }) => externalUserId.toLowerCase() === id.toLowerCase());
}

/** Removes a consent with its accounts and transactions. */
export function removeConsent(state: State, id: string) {
  state.consents.delete(id);
}

type Selection = Pick<SandboxRequest, 'query'>['query'];

/** The consents that match `ConsentId`, `UserId` and `ExternalUserId`; all consents if none of them is given. */
export function selectConsents({ state }: Sandbox, query: Selection): Consent[] {
  const { ConsentId, UserId, ExternalUserId } = query;
  const wanted = [UserId, ExternalUserId]
    .filter((id) => id !== undefined)
    .map((id) => userBy(state, String(id))?.id);
  return [...state.consents.values()].filter(
    ({ id, userId }) =>
      (ConsentId === undefined || id === String(ConsentId).toLowerCase()) &&
      wanted.every((user) => user === userId),
  );
}

/** The accounts of the selected consents whose data has been read. Two consents may share an account, if IDs are stable. */
export function selectAccounts(sandbox: Sandbox, query: Selection): Account[] {
  return unique(selectConsents(sandbox, query).flatMap((consent) => accountsOf(sandbox, consent)));
}

/** The transactions of the selected consents whose data has been read. */
export function selectTransactions(sandbox: Sandbox, query: Selection): Transaction[] {
  return unique(selectConsents(sandbox, query).flatMap((consent) => transactionsOf(sandbox, consent)));
}

function unique<Item extends { id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
