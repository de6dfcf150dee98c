import { createHash } from 'node:crypto';
import { readBy, versionRead, type Sequence, type SequencingResult } from '../bank.ts';
import { badRequest, notFound, type Handlers, type Query, type SandboxRequest } from '../http.ts';
import {
  orNotFound,
  selectAccounts,
  selectConsents,
  selectTransactions,
  shownBy,
  unique,
} from '../look-ups.ts';
import { providers } from '../providers.ts';
import type { Consent, Sandbox, Transaction } from '../state.ts';
import { jobStatus } from './jobs.ts';

/** The operations that read providers, accounts, transactions, and sequences. */
export function data(sandbox: Sandbox) {
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
  const foundOf = (sequences: Sequence[]) =>
    consents.flatMap((consent) => {
      const { transactions: read } = readBy(sandbox, consent);
      const own = new Map(read.map((each) => [each.origin ?? each.id, each]));
      return sequences
        .map((sequence) => ({
          ...sequence,
          transactions: sequence.transactions.flatMap((each) => {
            const transaction = own.get(each.id);
            return transaction ? [categorized(sandbox, shownBy(consent, transaction))] : [];
          }),
        }))
        .filter(({ transactions }) => transactions.length > 0);
    });
  return {
    ...example,
    incomeSequences: foundOf(example.incomeSequences),
    expenseSequences: foundOf(example.expenseSequences),
  };
}

/** A transaction with the category from the completed jobs for its account. Without such a job, it has no category. */
function categorized(sandbox: Sandbox, { raw, ...booked }: Transaction): Transaction {
  const { category, ...transaction } = { ...booked, ...raw };
  const jobs = completedJobs(sandbox).filter(({ accountIds }) => accountIds.includes(transaction.accountId));
  if (!category || jobs.length === 0) return transaction;
  const engines = jobs.map(({ fields }) => fields['engine']);
  const { z1, z2, ...levels } = category;
  return {
    ...transaction,
    // The z1 engine also fills the category fields other than `z1` and `z2`.
    category: {
      ...(engines.includes('z1') && { ...levels, ...(z1 && { z1 }) }),
      ...(engines.includes('z2') && z2 && { z2 }),
    },
  };
}

const completedJobs = (sandbox: Sandbox) =>
  [...sandbox.state.categorizationJobs.values()].filter((job) => jobStatus(sandbox, job) === 'COMPLETED');

const orders = ['bookDate', 'transactionDateTime', 'amount'];

/** The number of lists that are kept for clients that page simultaneously. */
const MOST_LISTS = 20;

/** The matching transactions in order, sorted again only if the data or its categories change. */
function listOf(sandbox: Sandbox, request: string, query: Query): Transaction[] {
  const { OrderBy = 'bookDate', OrderDirection = 'desc' } = query;
  const consents = selectConsents(sandbox, query);
  const reads = consents.map((consent) => [consent.id, versionRead(sandbox, consent), consent.listing]);
  const key = JSON.stringify([request, reads, completedJobs(sandbox).map(({ id }) => id)]);
  const known = sandbox.lists.get(key);
  if (known) return known;
  const sign = OrderDirection === 'asc' ? 1 : -1;
  const rank = (each: Transaction) =>
    OrderBy === 'amount' ? each.amount : Date.parse(String(each[String(OrderBy)]));
  const list = unique(consents.flatMap((consent) => listedBy(sandbox, consent, query)))
    .map((each) => ({ transaction: categorized(sandbox, each), rank: rank(each) }))
    .sort((a, b) => sign * (a.rank - b.rank))
    .map(({ transaction }) => transaction);
  sandbox.lists.set(key, list);
  const [oldest = ''] = sandbox.lists.keys();
  if (sandbox.lists.size > MOST_LISTS) sandbox.lists.delete(oldest);
  return list;
}

function pageOfTransactions(sandbox: Sandbox, query: Query, fault: SandboxRequest['page']) {
  const { OrderBy = 'bookDate', OrderDirection = 'desc', PageSize = 100, PageToken } = query;
  if (!orders.includes(String(OrderBy)))
    throw badRequest('OrderBy', `The sandbox can order only by ${orders.join(', ')}.`);
  if (!['asc', 'desc'].includes(String(OrderDirection)))
    throw badRequest('OrderDirection', 'Send asc or desc.');

  const request = fingerprint(query);
  const { state } = sandbox;
  if (fault === 'refused' && PageToken !== undefined) state.pageTokens += 1;
  const start = PageToken === undefined ? 0 : startOf(String(PageToken), request, state.pageTokens);
  if (start === undefined)
    throw badRequest('PageToken', 'The page token has expired or is not valid for this request.');

  const matching = listOf(sandbox, request, query);
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
  const found = selectTransactions(sandbox, { ConsentId: id }).filter((each) => matches(each, query, dayOf));
  if (!firstDayFrom) return found;
  const firstDays = new Map<string, string>();
  for (const each of found) {
    const known = firstDays.get(each.accountId);
    if (known === undefined || dayOf(each) < known) firstDays.set(each.accountId, dayOf(each));
  }
  const timeOf = (transaction: Transaction) => String(transaction['transactionDateTime']).slice(11, 16);
  return found.filter(
    (each) => dayOf(each) !== firstDays.get(each.accountId) || timeOf(each) >= firstDayFrom,
  );
}

function matches(transaction: Transaction, query: Query, dayOf: (of: Transaction) => string): boolean {
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
  const rest = Object.entries(query).filter(([name]) => name !== 'PageToken');
  return createHash('sha256').update(JSON.stringify(rest.sort())).digest('base64url').slice(0, 12);
}

/** Creates a page token. A fault sets `mark` to make the token differ from the page's usual token. */
function tokenOf(start: number, request: string, issue: number, mark = ''): string {
  return Buffer.from(`${request}:${start}:${issue}:${mark}`).toString('base64url');
}

function startOf(token: string, request: string, issue: number): number | undefined {
  const [of, start, issued] = Buffer.from(token, 'base64url').toString().split(':');
  return of === request && issued === String(issue) && /^\d+$/.test(start ?? '') ? Number(start) : undefined;
}
