import { createHash } from 'node:crypto';
import { badRequest, ok, type SandboxRequest, type SandboxResponse } from './http.ts';
import type { Transaction } from './state.ts';

/** Fields that the sandbox can order by. */
const orders = ['bookDate', 'transactionDateTime', 'amount'];

/** Filters, orders and pages transactions, as the query of `GET /Transactions` specifies. */
export function pageOfTransactions(
  transactions: readonly Transaction[],
  query: SandboxRequest['query'],
): SandboxResponse {
  const { OrderBy = 'bookDate', OrderDirection = 'desc', PageSize = 100, PageToken } = query;
  if (Number(PageSize) < 1) return badRequest('PageSize', 'The size must be at least 1.');
  if (!orders.includes(String(OrderBy)))
    return badRequest('OrderBy', `The sandbox orders by ${orders.join(', ')}.`);
  if (!['asc', 'desc'].includes(String(OrderDirection)))
    return badRequest('OrderDirection', 'Send asc or desc.');

  const request = fingerprint(query);
  const start = PageToken === undefined ? 0 : startOf(String(PageToken), request);
  if (start === undefined)
    return badRequest('PageToken', 'The token is not from a page of these transactions.');

  const sign = OrderDirection === 'asc' ? 1 : -1;
  const found = transactions
    .filter((transaction) => matches(transaction, query))
    .sort((a, b) => sign * compare(a[String(OrderBy)], b[String(OrderBy)]));
  const end = start + Number(PageSize);
  return ok({
    data: found.slice(start, end),
    ...(end < found.length && { nextPageToken: tokenOf(end, request) }),
  });
}

function matches(transaction: Transaction, query: SandboxRequest['query']): boolean {
  const { AccountId, DateFrom, DateTo, Currency, Description, Amount, MinAmount, MaxAmount } = query;
  const { accountId, bookDate, amount } = transaction;
  return (
    (AccountId === undefined || accountId === String(AccountId).toLowerCase()) &&
    (DateFrom === undefined || bookDate >= String(DateFrom)) &&
    (DateTo === undefined || bookDate <= String(DateTo)) &&
    (Currency === undefined || transaction['currency'] === Currency) &&
    (Description === undefined || contains(String(transaction['description']), String(Description))) &&
    (Amount === undefined || amount === Amount) &&
    (MinAmount === undefined || amount >= Number(MinAmount)) &&
    (MaxAmount === undefined || amount <= Number(MaxAmount))
  );
}

function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

function compare(a: unknown, b: unknown): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
}

/** Identifies a request without its page, so that a token can't continue another one. */
function fingerprint(query: SandboxRequest['query']): string {
  const rest = Object.entries(query).filter(([name]) => name !== 'PageToken');
  return createHash('sha256').update(JSON.stringify(rest.sort())).digest('base64url').slice(0, 12);
}

function tokenOf(start: number, request: string): string {
  return Buffer.from(`${request}:${start}`).toString('base64url');
}

function startOf(token: string, request: string): number | undefined {
  const [of, start] = Buffer.from(token, 'base64url').toString().split(':');
  return of === request && /^\d+$/.test(start ?? '') ? Number(start) : undefined;
}
