/** More decimals than a bank uses, so that floating-point errors show. */
const PLACES = 20;

/** The totals if there are no transactions. */
export const NONE = 'nothing';

/** The count and the exact sum of transactions per currency, as a string that equal totals share. */
export function totalsOf(transactions: readonly { amount: number; currency?: unknown }[]): string {
  const totals: Record<string, { count: number; sum: bigint }> = {};
  for (const { currency, amount } of transactions) {
    const total = (totals[String(currency)] ??= { count: 0, sum: 0n });
    total.count += 1;
    total.sum += scaled(String(amount)) ?? 0n;
  }
  return textOf(totals);
}

/**
 * The totals in a line that a program has printed, such as `{"totals": {"EUR": {"count": 2, "sum": "-15.80"}}}`.
 *
 * @returns Nothing for any other line.
 */
export function totalsIn(line: string): string | undefined {
  if (!/^\s*\{.*"totals"/.test(line)) return undefined;
  try {
    const { totals } = JSON.parse(line) as { totals: Record<string, { count: number; sum: unknown }> };
    return textOf(totals);
  } catch {
    return undefined;
  }
}

function textOf(totals: Record<string, { count: number; sum: unknown }>): string {
  const texts = Object.entries(totals)
    .filter(([, { count }]) => count !== 0)
    .map(([currency, { count, sum }]) => {
      const exact = typeof sum === 'bigint' ? sum : scaled(String(sum));
      return `${count} transactions in ${currency} with the sum ${exact === undefined ? String(sum) : decimal(exact)}`;
    });
  return texts.sort().join(' and ') || NONE;
}

/** Converts a decimal to a whole number by moving its decimal point {@link PLACES} digits to the right. */
function scaled(text: string): bigint | undefined {
  const [, whole, fraction = ''] = /^(-?\d+)(?:\.(\d{1,20}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole + fraction.padEnd(PLACES, '0'));
}

function decimal(sum: bigint): string {
  const digits = String(sum < 0n ? -sum : sum).padStart(PLACES + 1, '0');
  const fraction = digits.slice(-PLACES).replace(/0+$/, '');
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -PLACES)}${fraction && `.${fraction}`}`;
}
