import { contentOf, idIn, newAccount, withNewId } from '../bank.ts';
import { dateTime } from '../clock.ts';
import { badRequest, noContent, notFound, type Operation, type SandboxResponse } from '../http.ts';
import type { Account, BankChange, Consent, Sandbox, Transaction } from '../state.ts';

/** What a control call has found at a bank. */
interface Found<Item> {
  item: Item;
  consent: Consent;
  /** Changes what the bank has. Consents show the change after their next refresh. */
  change: (what: Omit<BankChange, 'at'>) => void;
}

/** The control calls that change what banks have. */
export function bankControls(sandbox: Sandbox) {
  const { state, clock } = sandbox;

  const changeAt =
    ({ bank }: Consent) =>
    (what: Omit<BankChange, 'at'>) =>
      void bank.changes.push({ at: clock.now(), ...what });

  function find<Kind extends 'accounts' | 'transactions'>(kind: Kind, publicId: unknown) {
    const wanted = String(publicId).toLowerCase();
    for (const consent of state.consents.values()) {
      const items = contentOf(consent.bank)[kind] as (Kind extends 'accounts' ? Account : Transaction)[];
      const item = items.find(({ id }) => idIn(consent, id) === wanted);
      if (item) return { item, consent, change: changeAt(consent) };
    }
    return undefined;
  }

  const ofAccount = (id: unknown, use: (found: Found<Account>) => SandboxResponse): SandboxResponse => {
    const found = find('accounts', id);
    return found ? use(found) : notFound('Account not found.');
  };

  const ofTransaction = (id: unknown, use: (found: Found<Transaction>) => SandboxResponse) => {
    const found = find('transactions', id);
    return found ? use(found) : notFound('Transaction not found. A rebooked one has another ID.');
  };

  const ofConsent = (id: unknown, use: (consent: Consent) => SandboxResponse): SandboxResponse => {
    const consent = state.consents.get(String(id).toLowerCase());
    return consent ? use(consent) : notFound('Consent not found.');
  };

  /** The new balance of a transaction's account; nothing if the transaction is in another currency. */
  function balanceWith(
    { consent, item }: Found<Transaction>,
    amount: number,
  ): Pick<BankChange, 'accountId' | 'balance'> {
    const account = contentOf(consent.bank).accounts.find(({ id }) => id === item.accountId);
    if (!account || account['currency'] !== item['currency']) return {};
    return { accountId: account.id, balance: sum(String(item['currency']), balanceOf(account), amount) };
  }

  return {
    addTransaction: ({ body }) =>
      ofAccount(body['accountId'], ({ item: account, consent, change }) => {
        const { copies = 1, currency = account['currency'], amount } = body as unknown as NewTransaction;
        const wrong = wrongAmount(amount, String(currency));
        if (wrong) return wrong;
        let balance = balanceOf(account);
        const ids = Array.from({ length: copies }, () => {
          const isOwn = currency === account['currency'];
          if (isOwn) balance = sum(String(currency), balance, amount);
          const added = transactionOf(sandbox, consent, account, body, isOwn ? balance : undefined);
          change({ transaction: added, ...(isOwn && { accountId: account.id, balance }) });
          return idIn(consent, added.id);
        });
        return { status: 201, body: { id: ids[0], ids } };
      }),

    changeTransaction: ({ path, body }) =>
      ofTransaction(path['id'], (found) => {
        const { item, change } = found;
        const { amount = item.amount } = body as { amount?: number };
        const wrong = wrongAmount(amount, String(item['currency']));
        if (wrong) return wrong;
        const transaction = { ...item, ...body };
        const before = item['balanceAfterTransaction'];
        if (typeof before === 'number')
          setBalanceAfter(transaction, sum(String(item['currency']), before, amount - item.amount));
        change({ transaction, ...(amount !== item.amount && balanceWith(found, amount - item.amount)) });
        return noContent;
      }),

    removeTransaction: ({ path }) =>
      ofTransaction(path['id'], (found) => {
        const { item, change } = found;
        change({ removed: item.id, ...balanceWith(found, -item.amount) });
        return noContent;
      }),

    rebookTransaction: ({ path, body }) =>
      ofTransaction(path['id'], ({ item, consent, change }) => {
        const transaction = { ...withNewId(item, sandbox.newId()), ...body };
        change({ removed: item.id, transaction });
        return { status: 201, body: { id: idIn(consent, transaction.id) } };
      }),

    reissueTransactions: ({ path }) =>
      ofConsent(path['id'], (consent) => {
        changeAt(consent)({ reissued: sandbox.newId() });
        return noContent;
      }),

    limitHistory: ({ path, body }) =>
      ofConsent(path['id'], (consent) => {
        if (body['days'] === null) delete consent.historyDays;
        else consent.historyDays = body['days'] as number;
        return noContent;
      }),

    addAccount: ({ body }) =>
      ofConsent(body['consentId'], (consent) => {
        const { currency = 'EUR', iban = true } = body as { currency?: string; iban?: boolean };
        const account = newAccount(sandbox, consent, { currency, hasIban: iban });
        changeAt(consent)({ account });
        return { status: 201, body: { id: idIn(consent, account.id) } };
      }),

    setBalance: ({ path, body }) =>
      ofAccount(path['id'], ({ item: account, change }) => {
        const balance = body['amount'] as number;
        const wrong = wrongAmount(balance, String(account['currency']));
        if (wrong) return wrong;
        change({ accountId: account.id, balance });
        return noContent;
      }),

    closeAccount: ({ path }) =>
      ofAccount(path['id'], ({ item: account, change }) => {
        change({ accountId: account.id, closed: true });
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

/** A transaction with the required fields of the contract. */
function transactionOf(
  { clock, newId }: Sandbox,
  { providerKey }: Consent,
  account: Account,
  body: Record<string, unknown>,
  balance: number | undefined,
): Transaction {
  const {
    amount,
    currency = String(account['currency']),
    description = 'Sandbox transaction',
    counterpartDescription = 'Sandbox counterparty',
    counterpartAccountNumber = 'NL13EXMP0400003044',
    transactionDateTime,
    bookDate,
  } = body as unknown as NewTransaction;
  const id = newId();
  const moment = dateTime(transactionDateTime === undefined ? clock.now() : Date.parse(transactionDateTime));
  const transaction = {
    ...{ id, accountId: account.id, description, amount, currency },
    // An account without an IBAN still has a number of its country.
    accountNumber: account['iban'] || account['bban'],
    bookDate: bookDate ?? moment.slice(0, 10),
    transactionDateTime:
      transactionDateTime === undefined && bookDate !== undefined ? `${bookDate}T12:00:00Z` : moment,
    ...{ counterpartDescription, counterpartAccountNumber },
    providerProperties: { providerKey, transactionId: `sandbox-${id.slice(0, 8)}` },
  };
  if (balance !== undefined) setBalanceAfter(transaction, balance);
  return transaction;
}

/** Sets the balance after a transaction, which the provider reports, too. */
function setBalanceAfter(transaction: Transaction, balanceAfterTransaction: number) {
  const properties = transaction['providerProperties'] as object | undefined;
  transaction['balanceAfterTransaction'] = balanceAfterTransaction;
  if (properties) transaction['providerProperties'] = { ...properties, balanceAfterTransaction };
}

const balanceOf = (account: Account) => (account['accountBalance'] as { amount: number }).amount;

/** The decimals of a currency's amounts, as ISO 4217 lists them. */
function decimalsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

/** Adds two amounts without the errors of binary fractions. */
function sum(currency: string, a: number, b: number): number {
  return Number((a + b).toFixed(decimalsOf(currency)));
}

/** The response to an amount that its currency can't have. */
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
