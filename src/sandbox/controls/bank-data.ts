import { changeBank, currentData, derivedId, idFor, newAccount, withNewId, withProperties } from '../bank.ts';
import { dateTime } from '../clock.ts';
import { badRequest, momentOf, notFound, type Handler } from '../http.ts';
import { consentById } from '../look-ups.ts';
import type { Account, BankData, Consent, Sandbox, Transaction } from '../state.ts';

const notFoundDetail = {
  accounts: 'Account not found.',
  transactions: 'Transaction not found. A rebooked transaction has a different ID.',
};

/** The control calls that change bank data. */
export function bankDataHandlers(sandbox: Sandbox) {
  function find<Kind extends keyof BankData>(kind: Kind, id: unknown) {
    for (const consent of sandbox.state.consents.values()) {
      const { bank } = consent;
      const items: BankData[Kind][number][] = currentData(bank)[kind];
      const item = items.find(({ id: bankId }) => idFor(consent, bankId) === id);
      if (item) return { item, consent, bank, ...currentData(bank) };
    }
    throw notFound(notFoundDetail[kind]);
  }

  const withBalance = (accounts: readonly Account[], changed: Account, amount: number): Account[] => {
    const accountBalance = { ...changed.accountBalance, date: dateTime(sandbox.clock.now()), amount };
    return accounts.map((account) => (account === changed ? { ...account, accountBalance } : account));
  };

  /** True unless the transaction is dated in the future: a scheduled payment isn't in the balance. */
  const isBooked = ({ bookDate }: Transaction) => bookDate <= dateTime(sandbox.clock.now()).slice(0, 10);

  /** Adds and removes transactions, and changes the account's balance by the booked ones in the same currency. */
  function book({ bank }: Consent, added: readonly Transaction[], removed: readonly Transaction[] = []) {
    const { accounts, transactions } = currentData(bank);
    const [changed] = [...added, ...removed];
    if (!changed) return;
    const { accountId, currency } = changed;
    const amounts = [
      ...added.filter(isBooked).map(({ amount }) => amount),
      ...removed.filter(isBooked).map(({ amount }) => -amount),
    ];
    const difference = sum(currency, ...amounts);
    const account = accounts.find((other) => other.id === accountId && other.currency === currency);
    const balanceAfter = ({ accountBalance }: Account) => sum(currency, accountBalance.amount, difference);
    changeBank(sandbox, bank, {
      transactions: [...added, ...transactions.filter((transaction) => !removed.includes(transaction))],
      ...(account && difference && { accounts: withBalance(accounts, account, balanceAfter(account)) }),
    });
  }

  return {
    addTransaction: ({ body }) => {
      const { item: account, consent } = find('accounts', body['accountId']);
      const { copies = 1, ...fields } = body as unknown as NewTransaction;
      const { amount, currency = account.currency } = fields;
      checkAmount(amount, currency);
      const now = sandbox.clock.now();
      const added = Array.from({ length: copies }, (_, index) => {
        const transaction = transactionOf(sandbox, consent, account, fields, now);
        return currency === account.currency && isBooked(transaction)
          ? withBalanceAfter(transaction, sum(currency, account.accountBalance.amount, amount * (index + 1)))
          : transaction;
      });
      book(consent, added.toReversed());
      const ids = added.map(({ id }) => idFor(consent, id));
      return { id: ids[0], ids };
    },

    changeTransaction: ({ path, body }) => {
      const { item: original, consent } = find('transactions', path['id']);
      const changed = { ...original, ...body };
      checkAmount(changed.amount, original.currency);
      const balance = original['balanceAfterTransaction'];
      const hasBalance = typeof balance === 'number';
      const replacement = hasBalance
        ? withBalanceAfter(changed, sum(original.currency, balance, changed.amount - original.amount))
        : changed;
      book(consent, [replacement], [original]);
    },

    replaceFields: ({ path, body }) => {
      const { item: transaction, consent } = find('transactions', path['id']);
      const { fields = {}, omit = [] } = body as { fields?: object; omit?: string[] };
      const omitted = Object.fromEntries(omit.map((name) => [name, undefined]));
      const overrides = { ...transaction.overrides, ...omitted, ...fields };
      book(consent, [{ ...transaction, overrides }], [transaction]);
    },

    removeTransaction: ({ path }) => {
      const { item: transaction, consent } = find('transactions', path['id']);
      book(consent, [], [transaction]);
    },

    rebookTransaction: ({ path, body }) => {
      const { item: transaction, consent } = find('transactions', path['id']);
      const rebooked = { ...withNewId(transaction, sandbox.newId()), ...body };
      book(consent, [rebooked], [transaction]);
      return { id: idFor(consent, rebooked.id) };
    },

    reissueTransactions: ({ path }) => {
      const { bank } = consentById(sandbox, path['id']);
      const seed = sandbox.newId();
      const reissued = currentData(bank).transactions.map((old) => withNewId(old, derivedId(seed, old.id)));
      changeBank(sandbox, bank, { transactions: reissued });
    },

    limitHistory: ({ path, body }) => {
      consentById(sandbox, path['id']).historyDays = (body['days'] as number | null) ?? undefined;
    },

    addAccount: ({ body }) => {
      const consent = consentById(sandbox, body['consentId']);
      const { currency = 'EUR', iban = true } = body as { currency?: string; iban?: boolean };
      const account = newAccount(sandbox, consent, currency, iban);
      const { accounts } = currentData(consent.bank);
      changeBank(sandbox, consent.bank, { accounts: [...accounts, account] });
      return { id: idFor(consent, account.id) };
    },

    setBalance: ({ path, body }) => {
      const { item: account, bank, accounts } = find('accounts', path['id']);
      const balance = body['amount'] as number;
      checkAmount(balance, account.currency);
      changeBank(sandbox, bank, { accounts: withBalance(accounts, account, balance) });
    },

    changeAccount: ({ path, body }) => {
      const { item: account, bank, accounts } = find('accounts', path['id']);
      const changed = { ...account, ...body };
      changeBank(sandbox, bank, { accounts: accounts.map((other) => (other === account ? changed : other)) });
    },

    reopenAccount: ({ path }) => {
      const { consents } = sandbox.state;
      for (const consent of consents.values()) {
        const isWanted = ({ id }: Account) => idFor(consent, id) === path['id'];
        const { bank } = consent;
        const { accounts, transactions } = currentData(bank);
        const lastOpen = bank.versions.findLast((version) => version.accounts.some(isWanted));
        const account = lastOpen?.accounts.find(isWanted);
        if (!lastOpen || !account) continue;
        if (accounts.some(isWanted)) throw badRequest('id', 'The account is open.');
        const restored = lastOpen.transactions.filter(({ accountId }) => accountId === account.id);
        return changeBank(sandbox, bank, {
          accounts: [...accounts, account],
          transactions: [...restored, ...transactions],
        });
      }
      throw notFound(notFoundDetail.accounts);
    },

    closeAccount: ({ path }) => {
      const { item: account, bank, accounts, transactions } = find('accounts', path['id']);
      changeBank(sandbox, bank, {
        accounts: accounts.filter((other) => other !== account),
        transactions: transactions.filter(({ accountId }) => accountId !== account.id),
      });
    },
  } satisfies Record<string, Handler>;
}

type NewTransaction = Partial<Transaction> & { amount: number; copies?: number };

/** A transaction with the fields that the contract requires. */
function transactionOf(
  { newId }: Sandbox,
  { providerKey }: Consent,
  account: Account,
  { bookDate, transactionDateTime: time, ...fields }: NewTransaction,
  now: number,
): Transaction {
  const id = newId();
  const moment = dateTime(time === undefined ? now : momentOf('transactionDateTime', time));
  return {
    ...{ id, currency: account.currency },
    description: 'Sandbox transaction',
    counterpartDescription: 'Sandbox counterparty',
    counterpartAccountNumber: 'NL13EXMP0400003044',
    ...fields,
    accountId: account.id,
    // An account without an IBAN still has its country's account number.
    accountNumber: account['iban'] || account['bban'],
    bookDate: bookDate ?? moment.slice(0, 10),
    transactionDateTime: time === undefined && bookDate !== undefined ? `${bookDate}T12:00:00Z` : moment,
    providerProperties: { providerKey, transactionId: `sandbox-${id.slice(0, 8)}` },
  };
}

/** Sets a transaction's balance after booking, including in `providerProperties`. */
function withBalanceAfter(transaction: Transaction, balanceAfterTransaction: number): Transaction {
  return withProperties({ ...transaction, balanceAfterTransaction }, { balanceAfterTransaction });
}

/** The number of decimal places in a currency's amounts, by ISO 4217. */
function decimalsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

function sum(currency: string, ...amounts: number[]): number {
  return Number(amounts.reduce((total, amount) => total + amount, 0).toFixed(decimalsOf(currency)));
}

function checkAmount(amount: number, currency: string) {
  const decimals = decimalsOf(currency);
  if (Number(amount.toFixed(decimals)) !== amount)
    throw badRequest('amount', `An amount in ${currency} has at most ${decimals} decimal places.`);
}
