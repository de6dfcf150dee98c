import { createHash } from 'node:crypto';
import { existing } from '../shared/existing.ts';
import { DAY, dateTime } from './clock.ts';
import { lastRead } from './consent-lifecycle.ts';
import { providers } from './providers.ts';
import type { Account, Bank, BankData, Consent, Sandbox, Transaction } from './state.ts';

/** The number of copies of each example transaction at the provider with many transactions. */
const COPIES = 84;

/** An end user's data at a provider. The first call creates it from the accounts and transactions in the examples. */
export function bankOf(sandbox: Sandbox, userId: string, providerKey: string, seed?: string): Bank {
  const { banks } = sandbox.state;
  const key = `${userId}/${providerKey}`;
  const bank = banks.get(key) ?? {
    seed,
    versions: [{ at: -Infinity, ...initialData(sandbox, providerKey) }],
  };
  banks.set(key, bank);
  return bank;
}

/** The data that each bank of a provider starts with. All users can share it, because changes never modify it. */
function initialData(sandbox: Sandbox, providerKey: string): BankData {
  const data = sandbox.initialData.get(providerKey) ?? createInitialData(sandbox, providerKey);
  sandbox.initialData.set(providerKey, data);
  return data;
}

function createInitialData(sandbox: Sandbox, providerKey: string): BankData {
  if (providerKey === 'sandbox-empty') return { accounts: [], transactions: [] };
  const accounts = sandbox.examples('accountsOfConsent') as Account[];
  const recent = exampleTransactions(sandbox);
  const data = { accounts, transactions: providerKey === 'sandbox-many' ? repeated(recent) : recent };
  const [example, ...others] = providers(sandbox);
  const provider = others.find((other) => other.providerKey === providerKey);
  if (!provider) return data;
  // Give each provider different account numbers.
  let json = JSON.stringify(data).replaceAll(`"${example?.providerKey}"`, `"${providerKey}"`);
  for (const { iban, bban, providerAccountId } of accounts as Record<string, string>[]) {
    const number = bbanOf(provider.countryCode, `${providerKey} ${bban}`);
    json = json
      .replaceAll(String(iban), ibanOf(provider.countryCode, number))
      .replaceAll(`"${bban}"`, `"${number}"`)
      .replaceAll(String(providerAccountId), `${providerKey}-${number.slice(-10)}`);
  }
  const renumbered = JSON.parse(json) as typeof data;
  if (providerKey !== 'sandbox-untidy') return renumbered;
  return { ...renumbered, transactions: untidy(renumbered.transactions) };
}

/** The example transactions of the transactions contract, plus older ones from the example sequences, newest first. */
function exampleTransactions({ examples }: Pick<Sandbox, 'examples'>): Transaction[] {
  const recent = ['firstPage', 'lastPage'].flatMap(
    (page) => (examples(page) as { data: Transaction[] }).data,
  );
  const byId = new Map(recent.map((transaction) => [transaction.id, transaction]));
  const { incomeSequences, expenseSequences } = examples('salaryAndRent') as SequencingResult;
  const sequences = [...incomeSequences, ...expenseSequences];
  for (const transaction of sequences.flatMap((sequence) => sequence.transactions)) {
    const { id, bookDate, counterpartDescription: party } = transaction;
    const { accountNumber, counterpartAccountNumber, category } =
      recent.find((similar) => similar['counterpartDescription'] === party) ?? ({} as Partial<Transaction>);
    const details = { accountNumber, counterpartAccountNumber, category };
    const older = { ...details, transactionDateTime: `${bookDate}T05:30:00Z`, ...transaction };
    if (!byId.has(id)) byId.set(id, older as Transaction);
  }
  return [...byId.values()].sort((a, b) => b.bookDate.localeCompare(a.bookDate));
}

/** Changes transactions to what the contract allows, but few clients expect. */
function untidy(transactions: readonly Transaction[]): Transaction[] {
  const long = 'Invoice 2026 '.repeat(1_600).slice(0, 20_000);
  const changes: Record<string, unknown>[] = [
    { description: '', counterpartDescription: '', counterpartAccountNumber: '' },
    { balanceAfterTransaction: undefined },
    { providerProperties: undefined },
    { description: 'Smith &amp; Sons &lt;b&gt; %20 \'quoted\' "twice"' },
    { description: 'Coffee ☕️ 👩‍👩‍👧 \u202Eright to left' },
    { description: long },
    { currency: 'USD' },
    { amount: 0 },
  ];
  return transactions.map((transaction, index) => {
    // The bank gives all its transactions the same ID.
    const sameId = withProperties(transaction, { transactionId: 'NONE' });
    return { ...sameId, ...changes[index % changes.length] };
  });
}

/** Repeats the transactions with dates in earlier months, so that the result covers many months. */
function repeated(transactions: readonly Transaction[]): Transaction[] {
  const copyOf = (transaction: Transaction, copy: number) => {
    const bookDate = dateTime(Date.parse(transaction.bookDate) - copy * 30 * DAY).slice(0, 10);
    const { transactionId } = transaction.providerProperties ?? {};
    const id = derivedId(String(copy), transaction.id);
    const copied = { ...transaction, id, bookDate, transactionDateTime: `${bookDate}T05:30:00Z` };
    return withProperties(copied, { transactionId: `${String(transactionId)}-${copy}` });
  };
  return Array.from({ length: COPIES }, (_, copy) =>
    transactions.map((transaction) => (copy === 0 ? transaction : copyOf(transaction, copy))),
  ).flat();
}

/** An account number in a country's format. In NL, it starts with the bank's letters. */
function bbanOf(country: string, seed: string): string {
  const length = { BE: 12, DE: 18, ES: 20 }[country] ?? 10;
  const hash = createHash('sha256').update(seed).digest('hex');
  const digits = String(BigInt(`0x${hash}`)).slice(0, length);
  return country === 'NL' ? `EXMP${digits}` : digits;
}

/** An IBAN with its two check digits, as ISO 13616 defines them. */
function ibanOf(country: string, bban: string): string {
  const digits = [...`${bban}${country}00`].map((sign) => parseInt(sign, 36)).join('');
  const checkDigits = 98n - (BigInt(digits) % 97n);
  return `${country}${String(checkDigits).padStart(2, '0')}${bban}`;
}

/** The ID of a bank's account or transaction under a consent. */
export function idFor({ seed }: Consent, id: string): string {
  return seed === undefined ? id : derivedId(seed, id);
}

/** The bank data as of a consent's latest read, with the bank's own IDs. */
export function dataReadBy(sandbox: Sandbox, consent: Consent): BankData {
  const { version, firstDay } = versionReadBy(sandbox, consent);
  const { accounts, transactions } = consent.bank.versions[version] ?? { accounts: [], transactions: [] };
  if (firstDay === undefined) return { accounts, transactions };
  return { accounts, transactions: transactions.filter(({ bookDate }) => bookDate >= firstDay) };
}

/** The index of the bank version that a consent shows (or -1) and, if its history is limited, the first day. */
export function versionReadBy(sandbox: Sandbox, consent: Consent): { version: number; firstDay?: string } {
  const { bank, historyDays } = consent;
  const readAt = lastRead(sandbox, consent)?.at;
  if (readAt === undefined) return { version: -1 };
  const version = bank.versions.findLastIndex(({ at }) => at <= readAt);
  if (historyDays === undefined) return { version };
  return { version, firstDay: dateTime(readAt - historyDays * DAY).slice(0, 10) };
}

/** A bank's current data. */
export function currentData({ versions }: Bank): BankData {
  return existing(versions.at(-1), 'version of the bank');
}

/** Changes a bank's data. Consents show the change after their next refresh. */
export function changeBank({ clock }: Sandbox, bank: Bank, change: Partial<BankData>) {
  bank.versions.push({ ...currentData(bank), ...change, at: clock.now() });
}

/** Gives a transaction a different ID and description, as a bank does when it books a pending payment. */
export function withNewId(transaction: Transaction, id: string): Transaction {
  const reference = id.slice(0, 8);
  const changed = {
    ...transaction,
    id,
    firstId: transaction.firstId ?? transaction.id,
    description: `${String(transaction['description']).replace(/ REF \w{8}$/, '')} REF ${reference}`,
  };
  return withProperties(changed, { transactionId: `sandbox-${reference}` });
}

/** Changes fields in a transaction's `providerProperties`, if there are any. */
export function withProperties(transaction: Transaction, fields: object): Transaction {
  const { providerProperties: properties } = transaction;
  return properties ? { ...transaction, providerProperties: { ...properties, ...fields } } : transaction;
}

/** Creates an account with the fields that the contract requires. The account number is derived from the ID. */
export function newAccount(sandbox: Sandbox, consent: Consent, currency: string, hasIban: boolean): Account {
  const { providerKey, bank } = consent;
  const id = sandbox.newId();
  const country = providers(sandbox).find(({ providerKey: key }) => key === providerKey)?.countryCode ?? 'NL';
  const bban = bbanOf(country, `${providerKey} ${id}`);
  return {
    id,
    // The contract requires `iban`, so the field is empty instead of missing.
    iban: hasIban ? ibanOf(country, bban) : '',
    providerAccountId: `${providerKey}-${bban.slice(-10)}`,
    accountHolder: bank.versions[0]?.accounts[0]?.['accountHolder'] ?? 'Example Customer',
    bban,
    currency,
    accountBalance: { currency, date: dateTime(sandbox.clock.now()), amount: 0 },
  };
}

/** Transactions that belong together, with the fields in the contract's example. */
export interface Sequence {
  transactions: Transaction[];
  [field: string]: unknown;
}

/** The sequences in the contract's example. */
export interface SequencingResult {
  incomeSequences: Sequence[];
  expenseSequences: Sequence[];
  engineVersion: string;
}

/** Derives a UUID from two strings. The same strings always produce the same UUID. */
export function derivedId(seed: string, id: string): string {
  const hash = createHash('sha256').update(seed).update(id).digest('hex');
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-8$3-a$4-$5');
}
