import type { BankData } from '../state.ts';

/** The totals if there are no transactions. */
export const NOTHING = 'nothing';

/** A summary of stored data, to check whether two copies add up to the same. */
export interface StoreSummary {
  /** The number and exact sum of transactions per currency. */
  totals: string;
  /** The number of transactions per month of their booking dates. */
  months: string;
  /** The number of open accounts. */
  accounts: number;
}

/** What a program says about its data. Only the totals are required. */
export type PrintedSummary = Pick<StoreSummary, 'totals'> & Partial<StoreSummary>;

type Totals = Record<string, { count: number; sum: unknown }>;

/** Adds up a bank's data. */
export function summarize({ accounts, transactions }: BankData): StoreSummary {
  const totals: Record<string, { count: number; sum: bigint }> = {};
  const months: Record<string, number> = {};
  for (const { currency, amount, bookDate } of transactions) {
    const total = (totals[currency] ??= { count: 0, sum: 0n });
    total.count += 1;
    // Add thousandths as integers, because no currency has more than three decimal places.
    total.sum += BigInt(amount.toFixed(3).replace('.', ''));
    const month = bookDate.slice(0, 7);
    months[month] = (months[month] ?? 0) + 1;
  }
  return { totals: totalsText(totals), months: monthsText(months), accounts: accounts.length };
}

/**
 * Parses a line such as `{"totals": {"EUR": {"count": 2, "sum": "-15.80"}}, "months": {"2026-10": 2}, "accounts": 1}`.
 * Returns `undefined` for other lines.
 */
export function parseSummary(line: string): PrintedSummary | undefined {
  if (!/^\s*\{.*"totals"/.test(line)) return undefined;
  try {
    const { totals, months, accounts } = JSON.parse(line) as {
      totals: Totals;
      months?: Record<string, number>;
      accounts?: number;
    };
    return {
      totals: totalsText(totals),
      ...(months && { months: monthsText(months) }),
      ...(accounts !== undefined && { accounts }),
    };
  } catch {
    return undefined;
  }
}

/** Formats decimals without rounding, so that floating-point errors show. */
const exact = new Intl.NumberFormat('en', {
  ...{ maximumFractionDigits: 20, useGrouping: false, signDisplay: 'negative' },
});

function totalsText(totals: Totals): string {
  const texts = Object.entries(totals)
    .filter(([, { count }]) => count !== 0)
    .map(([currency, { count, sum }]) => {
      const decimal = typeof sum === 'bigint' ? `${sum}E-3` : String(sum);
      return `${count} transactions in ${currency} with the sum ${exact.format(decimal as `${number}`)}`;
    });
  return texts.sort().join(' and ') || NOTHING;
}

function monthsText(months: Record<string, number>): string {
  const texts = Object.entries(months).map(([month, count]) => `${count} in ${month}`);
  return texts.sort((a, b) => a.slice(-7).localeCompare(b.slice(-7))).join(', ') || NOTHING;
}
