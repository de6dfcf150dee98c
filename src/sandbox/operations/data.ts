import { createHash } from 'node:crypto';
import { dataReadBy, versionReadBy, type Sequence, type SequencingResult } from '../bank.ts';
import { badRequest, notFound, type Handlers, type Query, type SandboxRequest } from '../http.ts';
import {
  orNotFound,
  selectAccounts,
  selectConsents,
  selectTransactions,
  transactionFor,
  uniqueById,
} from '../look-ups.ts';
import { providers } from '../providers.ts';
import type { Consent, Sandbox, Transaction } from '../state.ts';
import { jobStatus } from './jobs.ts';

/** The operations that read providers, accounts, transactions, and sequences. */
export function dataHandlers(sandbox: Sandbox) {
  return {
    listProviders: () => providers(sandbox),

    listAccounts: ({ query }) => {
      const { Page = 1, Size = 100 } = query as { Page?: number; Size?: number };
      const consents = selectConsents(sandbox, query);
      if (consents.length === 0) throw notFound();
      const size = Math.min(Size, ...consents.map(({ listing }) => listing?.accountsPerPage ?? Size));
      return selectAccounts(sandbox, query).slice((Page - 1) * size, Page * size);
    },

    getAccount: ({ path }) => orNotFound(selectAccounts(sandbox, {}).find(({ id }) => id === path['Id'])),

    listTransactions: ({ query, page }) => pageOfTransactions(sandbox, query, page),

    getSequencing: ({ query }) => sequencingResult(sandbox, selectConsents(sandbox, query)),
  } satisfies Partial<Handlers>;
}

/** The sequences in the contract's example, with only those transactions that the selected consents contain. */
function sequencingResult(sandbox: Sandbox, consents: readonly Consent[]): SequencingResult {
  const example = sandbox.examples('salaryAndRent') as SequencingResult;
  const readSequences = (sequences: Sequence[]) =>
    consents.flatMap((consent) => {
      const { transactions: read } = dataReadBy(sandbox, consent);
      const byId = new Map(read.map((transaction) => [transaction.firstId ?? transaction.id, transaction]));
      return sequences
        .map((sequence) => ({
          ...sequence,
          transactions: sequence.transactions.flatMap(({ id }) => {
            const transaction = byId.get(id);
            return transaction ? [categorized(sandbox, transactionFor(consent, transaction))] : [];
          }),
        }))
        .filter(({ transactions }) => transactions.length > 0);
    });
  return {
    ...example,
    incomeSequences: readSequences(example.incomeSequences),
    expenseSequences: readSequences(example.expenseSequences),
  };
}

/** A transaction with the category from the completed jobs for its account. Without such a job, it has no category. */
function categorized(sandbox: Sandbox, { overrides, ...booked }: Transaction): Transaction {
  const { category, ...transaction } = booked;
  const jobs = completedJobs(sandbox).filter(({ accountIds }) => accountIds.includes(transaction.accountId));
  if (!category || jobs.length === 0) return { ...transaction, ...overrides };
  const engines = jobs.map(({ fields }) => fields['engine']);
  const { z1, z2, ...levels } = category;
  return {
    ...transaction,
    // The z1 engine also fills the category fields other than `z1` and `z2`.
    category: {
      ...(engines.includes('z1') && { ...levels, ...(z1 && { z1 }) }),
      ...(engines.includes('z2') && z2 && { z2 }),
    },
    ...overrides,
  };
}

const completedJobs = (sandbox: Sandbox) =>
  [...sandbox.state.categorizationJobs.values()].filter((job) => jobStatus(sandbox, job) === 'COMPLETED');

const orderFields = ['bookDate', 'transactionDateTime', 'amount'];

/** The number of lists that are kept for clients that page simultaneously. */
const MOST_LISTS = 20;

/** The matching transactions in order, sorted again only if the data or its categories change. */
function sortedTransactions(sandbox: Sandbox, request: string, query: Query): Transaction[] {
  const { OrderBy = 'bookDate', OrderDirection = 'desc' } = query;
  const consents = selectConsents(sandbox, query);
  const reads = consents.map((consent) => [consent.id, versionReadBy(sandbox, consent), consent.listing]);
  const key = JSON.stringify([request, reads, completedJobs(sandbox).map(({ id }) => id)]);
  const cached = sandbox.lists.get(key);
  if (cached) return cached;
  const sign = OrderDirection === 'asc' ? 1 : -1;
  const rank = (transaction: Transaction) =>
    OrderBy === 'amount' ? transaction.amount : Date.parse(String(transaction[String(OrderBy)]));
  const list = uniqueById(consents.flatMap((consent) => listedBy(sandbox, consent, query)))
    .map((transaction) => ({ transaction: categorized(sandbox, transaction), rank: rank(transaction) }))
    .sort((a, b) => sign * (a.rank - b.rank))
    .map(({ transaction }) => transaction);
  sandbox.lists.set(key, list);
  const [oldest = ''] = sandbox.lists.keys();
  if (sandbox.lists.size > MOST_LISTS) sandbox.lists.delete(oldest);
  return list;
}

function pageOfTransactions(sandbox: Sandbox, query: Query, fault: SandboxRequest['page']) {
  const { OrderBy = 'bookDate', OrderDirection = 'desc', PageSize = 100, PageToken } = query;
  if (!orderFields.includes(String(OrderBy)))
    throw badRequest('OrderBy', `The sandbox can order only by ${orderFields.join(', ')}.`);
  if (!['asc', 'desc'].includes(String(OrderDirection)))
    throw badRequest('OrderDirection', 'Send asc or desc.');

  const request = fingerprint(query);
  const { state } = sandbox;
  if (fault === 'refused' && PageToken !== undefined) state.pageTokens += 1;
  const start = PageToken === undefined ? 0 : startOfPage(String(PageToken), request, state.pageTokens);
  if (start === undefined)
    throw badRequest('PageToken', 'The page token has expired or is not valid for this request.');

  const matching = sortedTransactions(sandbox, request, query);
  const sizes = { empty: 0, short: Math.ceil(Number(PageSize) / 2) };
  const end = start + (fault === 'empty' || fault === 'short' ? sizes[fault] : Number(PageSize));
  const next =
    end < matching.length
      ? tokenOf(end, request, state.pageTokens, fault === 'empty' ? sandbox.newId() : '')
      : undefined;
  const nextPageToken = fault === 'repeat' ? (PageToken ?? tokenOf(start, request, state.pageTokens)) : next;
  return { data: matching.slice(start, end), ...(nextPageToken !== undefined && { nextPageToken }) };
}

/** The transactions that a consent lists for a query. */
function listedBy(sandbox: Sandbox, { id, listing = {} }: Consent, query: Query): Transaction[] {
  const { dateFilter = 'bookDate', firstDayFrom } = listing;
  const dayOf = (transaction: Transaction) => String(transaction[dateFilter]).slice(0, 10);
  const matching = selectTransactions(sandbox, { ConsentId: id }).filter((transaction) =>
    matchesQuery(transaction, query, dayOf),
  );
  if (!firstDayFrom) return matching;
  const firstDays = new Map<string, string>();
  for (const transaction of matching) {
    const firstDay = firstDays.get(transaction.accountId);
    if (firstDay === undefined || dayOf(transaction) < firstDay)
      firstDays.set(transaction.accountId, dayOf(transaction));
  }
  const timeOf = (transaction: Transaction) => String(transaction['transactionDateTime']).slice(11, 16);
  return matching.filter(
    (transaction) =>
      dayOf(transaction) !== firstDays.get(transaction.accountId) || timeOf(transaction) >= firstDayFrom,
  );
}

function matchesQuery(transaction: Transaction, query: Query, dayOf: (of: Transaction) => string): boolean {
  const { accountId, amount, currency, description } = transaction;
  const { AccountId, DateFrom, DateTo, Currency, Description = '', Amount, MinAmount, MaxAmount } = query;
  return (
    (AccountId === undefined || accountId === AccountId) &&
    (DateFrom === undefined || dayOf(transaction) >= String(DateFrom)) &&
    (DateTo === undefined || dayOf(transaction) <= String(DateTo)) &&
    (Currency === undefined || currency === Currency) &&
    String(description).toLowerCase().includes(String(Description).toLowerCase()) &&
    (Amount === undefined || amount === Amount) &&
    (MinAmount === undefined || amount >= Number(MinAmount)) &&
    (MaxAmount === undefined || amount <= Number(MaxAmount))
  );
}

/** Identifies a request regardless of its page, so that a page token can't continue a different request. */
function fingerprint(query: Query): string {
  const parameters = Object.entries(query).filter(([name]) => name !== 'PageToken');
  return createHash('sha256').update(JSON.stringify(parameters.sort())).digest('base64url').slice(0, 12);
}

/** Creates a page token. A fault sets `mark` to make the token differ from the page's usual token. */
function tokenOf(start: number, request: string, issue: number, mark = ''): string {
  return Buffer.from(`${request}:${start}:${issue}:${mark}`).toString('base64url');
}

function startOfPage(token: string, request: string, issue: number): number | undefined {
  const [of, start, issued] = Buffer.from(token, 'base64url').toString().split(':');
  return of === request && issued === String(issue) && /^\d+$/.test(start ?? '') ? Number(start) : undefined;
}
