const DECIMAL = /^(-?)(\d+)\.?(\d*)(?:e([+-]?\d{1,3}))?$/i;
const LARGEST = 2n ** 63n;
/** An amount from a float, such as 2.6100000000000003, is off by less than a millionth of a minor unit. */
const MILLION = 1_000_000n;

/** Converts a decimal to whole minor units, such as cents. Unlike floats, they add up exactly. */
export function minorUnits(amount, decimals) {
  const [, sign, whole, fraction, exponent = 0] = DECIMAL.exec(amount) ?? [];
  if (whole === undefined) throw new RangeError("the amount isn't a decimal number");
  const shift = Number(exponent) + decimals - fraction.length;
  const factor = 10n ** BigInt(Math.abs(shift));
  const digits = BigInt(whole + fraction);
  const minor = shift < 0 ? (digits + factor / 2n) / factor : digits * factor;
  const noise = shift < 0 ? digits - minor * factor : 0n;
  if (noise * MILLION >= factor || -noise * MILLION >= factor) {
    throw new RangeError(`the amount has more than ${decimals} decimals`);
  }
  if (minor >= LARGEST) throw new RangeError("the amount doesn't fit into 64 bits");
  return sign ? -minor : minor;
}

/** Returns minor units as a decimal, such as `-12.50`. */
export function decimalText(minor, decimals) {
  const digits = String(minor)
    .replace('-', '')
    .padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const fraction = decimals === 0 ? '' : `.${digits.slice(point)}`;
  return `${minor < 0 ? '-' : ''}${digits.slice(0, point)}${fraction}`;
}

/** Parses JSON, but keeps amounts as text, because a number holds only 15 digits exactly. */
export function parseJson(text) {
  return JSON.parse(text, (key, value, { source }) =>
    typeof value === 'number' && /(?:amount|^balanceAfterTransaction)$/i.test(key) ? source : value,
  );
}
