import { changeBank, contentOf, derivedId, idIn, newAccount, withNewId, withProperties } from '../bank.ts';
import { dateTime } from '../clock.ts';
import { badRequest, noContent, notFound, type Operation, type SandboxResponse } from '../http.ts';
import { withConsent } from '../look-ups.ts';
import type { Account, Consent, Content, Sandbox, Transaction } from '../state.ts';

const missing = {
  accounts: 'Account not found.',
  transactions: 'Transaction not found. A rebooked one has a different ID.',
};

/** The control calls that change bank data. */
export function bankControls(sandbox: Sandbox) {
  /** Finds an account or a transaction by its ID under any consent and passes it to `use`, or returns a 404. */
  function withItem<Kind extends keyof Content>(
    kind: Kind,
    id: unknown,
    use: (item: Content[Kind][number], consent: Consent) => SandboxResponse,
  ): SandboxResponse {
    const wanted = String(id).toLowerCase();
    for (const consent of sandbox.state.consents.values()) {
      const items: Content[Kind][number][] = contentOf(consent.bank)[kind];
      const item = items.find((each) => idIn(consent, each.id) === wanted);
      if (item) return use(item, consent);
    }
    return notFound(missing[kind]);
  }

  const withBalance = (accounts: readonly Account[], id: string, amount: number): Account[] => {
    const changed = { date: dateTime(sandbox.clock.now()), amount };
    return accounts.map((each) =>
      each.id === id ? { ...each, accountBalance: { ...each.accountBalance, ...changed } } : each,
    );
  };

  /** Replaces a transaction or removes it, and changes the balance of its account if both have the same currency. */
  function replace({ bank }: Consent, old: Transaction, replacement?: Transaction) {
    const { accounts, transactions } = contentOf(bank);
    const difference = (replacement?.amount ?? 0) - old.amount;
    const account = accounts.find(({ id, currency }) => id === old.accountId && currency === old.currency);
    const balance = account && sum(account.currency, account.accountBalance.amount, difference);
    const others = transactions.filter((each) => each !== old);
    changeBank(sandbox, bank, {
      transactions: replacement ? [replacement, ...others] : others,
      ...(balance !== undefined && difference && { accounts: withBalance(accounts, old.accountId, balance) }),
    });
  }

  return {
    addTransaction: ({ body }) =>
      withItem('accounts', body['accountId'], (account, consent) => {
        const fields = body as unknown as NewTransaction;
        const { amount, copies = 1, currency = account.currency } = fields;
        const wrong = wrongAmount(amount, currency);
        if (wrong) return wrong;
        let balance = account.accountBalance.amount;
        const isOwn = currency === account.currency;
        const added = Array.from({ length: copies }, () => {
          if (isOwn) balance = sum(currency, balance, amount);
          return transactionOf(sandbox, consent, account, fields, isOwn ? balance : undefined);
        });
        const { accounts, transactions } = contentOf(consent.bank);
        changeBank(sandbox, consent.bank, {
          transactions: [...added.toReversed(), ...transactions],
          ...(isOwn && { accounts: withBalance(accounts, account.id, balance) }),
        });
        const ids = added.map(({ id }) => idIn(consent, id));
        return { status: 201, body: { id: ids[0], ids } };
      }),

    changeTransaction: ({ path, body }) =>
      withItem('transactions', path['id'], (old, consent) => {
        const { amount = old.amount } = body as { amount?: number };
        const wrong = wrongAmount(amount, old.currency);
        if (wrong) return wrong;
        const before = old['balanceAfterTransaction'];
        const balance =
          typeof before === 'number' ? sum(old.currency, before, amount - old.amount) : undefined;
        replace(consent, old, withBalanceAfter({ ...old, ...body }, balance));
        return noContent;
      }),

    removeTransaction: ({ path }) =>
      withItem('transactions', path['id'], (old, consent) => {
        replace(consent, old);
        return noContent;
      }),

    rebookTransaction: ({ path, body }) =>
      withItem('transactions', path['id'], (old, consent) => {
        const transaction = { ...withNewId(old, sandbox.newId()), ...body };
        replace(consent, old, transaction);
        return { status: 201, body: { id: idIn(consent, transaction.id) } };
      }),

    reissueTransactions: ({ path }) =>
      withConsent(sandbox, path['id'], ({ bank }) => {
        const seed = sandbox.newId();
        const { transactions } = contentOf(bank);
        changeBank(sandbox, bank, {
          transactions: transactions.map((each) => withNewId(each, derivedId(seed, each.id))),
        });
        return noContent;
      }),

    limitHistory: ({ path, body }) =>
      withConsent(sandbox, path['id'], (consent) => {
        consent.historyDays = (body['days'] as number | null) ?? undefined;
        return noContent;
      }),

    addAccount: ({ body }) =>
      withConsent(sandbox, body['consentId'], (consent) => {
        const { currency = 'EUR', iban = true } = body as { currency?: string; iban?: boolean };
        const account = newAccount(sandbox, consent, { currency, hasIban: iban });
        const { accounts } = contentOf(consent.bank);
        changeBank(sandbox, consent.bank, { accounts: [...accounts, account] });
        return { status: 201, body: { id: idIn(consent, account.id) } };
      }),

    setBalance: ({ path, body }) =>
      withItem('accounts', path['id'], (account, { bank }) => {
        const balance = body['amount'] as number;
        const wrong = wrongAmount(balance, account.currency);
        if (wrong) return wrong;
        const { accounts } = contentOf(bank);
        changeBank(sandbox, bank, { accounts: withBalance(accounts, account.id, balance) });
        return noContent;
      }),

    closeAccount: ({ path }) =>
      withItem('accounts', path['id'], ({ id }, { bank }) => {
        const { accounts, transactions } = contentOf(bank);
        changeBank(sandbox, bank, {
          accounts: accounts.filter((each) => each.id !== id),
          transactions: transactions.filter(({ accountId }) => accountId !== id),
        });
        return noContent;
      }),
  } satisfies Record<string, Operation>;
}

interface NewTransaction {
  amount: number;
  copies?: number;
  currency?: string;
  description?: string;
  bookDate?: string;
  transactionDateTime?: string;
  counterpartDescription?: string;
  counterpartAccountNumber?: string;
}

/** A transaction with the fields that the contract requires. */
function transactionOf(
  { clock, newId }: Sandbox,
  { providerKey }: Consent,
  account: Account,
  fields: NewTransaction,
  balance: number | undefined,
): Transaction {
  const { amount, currency = account.currency, transactionDateTime: time, bookDate } = fields;
  const id = newId();
  const moment = dateTime(time === undefined ? clock.now() : Date.parse(time));
  const transaction = {
    ...{ id, accountId: account.id, amount, currency },
    description: fields.description ?? 'Sandbox transaction',
    // An account without an IBAN still has its country's account number.
    accountNumber: account['iban'] || account['bban'],
    bookDate: bookDate ?? moment.slice(0, 10),
    transactionDateTime: time === undefined && bookDate !== undefined ? `${bookDate}T12:00:00Z` : moment,
    counterpartDescription: fields.counterpartDescription ?? 'Sandbox counterparty',
    counterpartAccountNumber: fields.counterpartAccountNumber ?? 'NL13EXMP0400003044',
    providerProperties: { providerKey, transactionId: `sandbox-${id.slice(0, 8)}` },
  };
  return withBalanceAfter(transaction, balance);
}

/** A transaction with the balance after it, which the provider reports, too. */
function withBalanceAfter(transaction: Transaction, balanceAfterTransaction: number | undefined) {
  if (balanceAfterTransaction === undefined) return transaction;
  return withProperties({ ...transaction, balanceAfterTransaction }, { balanceAfterTransaction });
}

/** The number of decimals in a currency's amounts, by ISO 4217. */
function decimalsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

/** Adds two amounts without floating-point errors. */
function sum(currency: string, a: number, b: number): number {
  return Number((a + b).toFixed(decimalsOf(currency)));
}

/** The response to an amount with too many decimals for its currency. */
function wrongAmount(amount: number, currency: string): SandboxResponse | undefined {
  const decimals = decimalsOf(currency);
  if (Number(amount.toFixed(decimals)) === amount) return undefined;
  return badRequest(
    'amount',
    decimals === 0
      ? `${currency} has no minor unit. Send a whole number.`
      : `${currency} has ${decimals} decimals.`,
  );
}
