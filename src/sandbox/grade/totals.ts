/** More decimals than a bank has, so that the error of a binary fraction shows. */
const PLACES = 20;

interface Total {
  count: number;
  sum: bigint;
}

/** The count and the exact sum of transactions per currency, as a text that two equal totals share. */
export function totalsOf(transactions: readonly { currency?: unknown; amount: number }[]): string {
  const totals = new Map<string, Total>();
  for (const { currency, amount } of transactions) {
    const { count, sum } = totals.get(String(currency)) ?? { count: 0, sum: 0n };
    totals.set(String(currency), { count: count + 1, sum: sum + (scaled(String(amount)) ?? 0n) });
  }
  return listed(totals);
}

/**
 * The totals in a line that a program has printed, such as `{"totals": {"EUR": {"count": 2, "sum": "-15.80"}}}`.
 *
 * @returns Nothing for any other line.
 */
export function totalsIn(line: string): string | undefined {
  const found = parsed(line);
  if (!found) return undefined;
  const totals = new Map<string, Total>();
  for (const [currency, { count, sum }] of Object.entries(found)) {
    const exact = scaled(String(sum));
    if (exact === undefined) return `${currency} ${count} with the sum ${sum}, which isn't a decimal`;
    totals.set(currency, { count: Number(count), sum: exact });
  }
  return listed(totals);
}

/** What `totalsOf` returns if there are no transactions. */
export const NONE = 'none';

function parsed(line: string): Record<string, { count?: unknown; sum?: unknown }> | undefined {
  if (!line.trimStart().startsWith('{') || !line.includes('"totals"')) return undefined;
  try {
    const { totals } = JSON.parse(line) as { totals?: unknown };
    const isMap = typeof totals === 'object' && totals !== null;
    return isMap && Object.values(totals).every((each) => typeof each === 'object' && each !== null)
      ? (totals as Record<string, { count?: unknown; sum?: unknown }>)
      : undefined;
  } catch {
    return undefined;
  }
}

function listed(totals: ReadonlyMap<string, Total>): string {
  const texts = [...totals]
    .filter(([, { count }]) => count !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { count, sum }]) => `${count} in ${currency} with the sum ${decimal(sum)}`);
  return texts.join(', ') || NONE;
}

/** A decimal as a whole number of its smallest unit here. */
function scaled(text: string): bigint | undefined {
  const [, whole, fraction = ''] = /^(-?\d+)(?:\.(\d{1,20}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole + fraction.padEnd(PLACES, '0'));
}

function decimal(sum: bigint): string {
  const digits = String(sum < 0n ? -sum : sum).padStart(PLACES + 1, '0');
  const fraction = digits.slice(-PLACES).replace(/0+$/, '');
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -PLACES)}${fraction && `.${fraction}`}`;
}
