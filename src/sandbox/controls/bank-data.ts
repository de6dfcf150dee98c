import { randomUUID } from 'node:crypto';
import { idIn } from '../bank.ts';
import { dateTime } from '../clock.ts';
import { noContent, notFound, type Operation, type SandboxResponse } from '../http.ts';
import type { Account, BankChange, Consent, Sandbox, Transaction } from '../state.ts';

/** Control calls that change what the bank has. Consents show the change after their next refresh. */
export function bankData({ state, clock }: Sandbox) {
  const change = (consent: Consent, account: Account, what: Omit<BankChange, 'at' | 'accountId'>) =>
    consent.bank.changes.push({ at: clock.now(), accountId: account.id, ...what });

  const ofAccount = (
    id: unknown,
    use: (consent: Consent, account: Account) => SandboxResponse,
  ): SandboxResponse => {
    for (const consent of state.consents.values()) {
      const account = consent.bank.accounts.find(
        (each) => idIn(consent, each.id) === String(id).toLowerCase(),
      );
      if (account) return use(consent, account);
    }
    return notFound('Account not found.');
  };

  return {
    addTransaction: ({ body }) =>
      ofAccount(body['accountId'], (consent, account) => {
        const transaction = transactionOf(consent, account, body, clock.now());
        change(consent, account, { transaction, balance: transaction.balanceAfterTransaction });
        return { status: 201, body: { id: idIn(consent, transaction.id) } };
      }),
    setBalance: ({ path, body }) =>
      ofAccount(path['id'], (consent, account) => {
        change(consent, account, { balance: body['amount'] as number });
        return noContent;
      }),
    closeAccount: ({ path }) =>
      ofAccount(path['id'], (consent, account) => {
        change(consent, account, { closed: true });
        return noContent;
      }),
  } satisfies Record<string, Operation>;
}

/** A transaction with the required fields of the contract. Amounts have two decimals. */
function transactionOf(
  { bank, providerKey }: Consent,
  account: Account,
  { bookDate, description = 'Sandbox transaction', ...fields }: Record<string, unknown>,
  now: number,
): Transaction & { balanceAfterTransaction: number } {
  const id = randomUUID();
  const amount = fields['amount'] as number;
  const before =
    bank.changes.findLast(({ accountId, balance }) => accountId === account.id && balance !== undefined)
      ?.balance ?? (account['accountBalance'] as { amount: number }).amount;
  const balanceAfterTransaction = Math.round((before + amount) * 100) / 100;
  const moment = dateTime(now);
  return {
    ...fields,
    id,
    accountId: account.id,
    accountNumber: account['iban'],
    description,
    bookDate: (bookDate as string | undefined) ?? moment.slice(0, 10),
    transactionDateTime: bookDate === undefined ? moment : `${bookDate as string}T12:00:00Z`,
    amount,
    balanceAfterTransaction,
    currency: account['currency'],
    providerProperties: { providerKey, transactionId: `sandbox-${id.slice(0, 8)}`, balanceAfterTransaction },
  };
}
