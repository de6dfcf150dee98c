/** The totals if there are no transactions. */
export const NONE = 'nothing';

type Totals = Record<string, { count: number; sum: unknown }>;

/** The number and exact sum of transactions per currency, as a string. Equal totals produce equal strings. */
export function totalsOf(transactions: readonly { amount: number; currency?: unknown }[]): string {
  const totals: Record<string, { count: number; sum: bigint }> = {};
  for (const { currency, amount } of transactions) {
    const total = (totals[String(currency)] ??= { count: 0, sum: 0n });
    total.count += 1;
    // Add thousandths as integers, because no currency has more than three decimal places.
    total.sum += BigInt(amount.toFixed(3).replace('.', ''));
  }
  return textOf(totals);
}

/** The totals in a line such as `{"totals": {"EUR": {"count": 2, "sum": "-15.80"}}}`; `undefined` for other lines. */
export function totalsIn(line: string): string | undefined {
  if (!/^\s*\{.*"totals"/.test(line)) return undefined;
  try {
    return textOf((JSON.parse(line) as { totals: Totals }).totals);
  } catch {
    return undefined;
  }
}

/** Formats decimals without rounding, so that floating-point errors show. */
const exact = new Intl.NumberFormat('en', {
  ...{ maximumFractionDigits: 20, useGrouping: false, signDisplay: 'negative' },
});

function textOf(totals: Totals): string {
  const texts = Object.entries(totals)
    .filter(([, { count }]) => count !== 0)
    .map(([currency, { count, sum }]) => {
      const decimal = typeof sum === 'bigint' ? `${sum}E-3` : String(sum);
      return `${count} transactions in ${currency} with the sum ${exact.format(decimal as `${number}`)}`;
    });
  return texts.sort().join(' and ') || NONE;
}
