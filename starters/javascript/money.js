const DECIMAL = /^(-?)(\d+)\.?(\d*)(?:e([+-]?\d{1,3}))?$/i;
const LARGEST = 2n ** 63n;

/** Converts a decimal to whole minor units, such as cents. Unlike floats, they add up exactly. */
export function minorUnits(amount, decimals) {
  const [, sign, whole, fraction, exponent = 0] = DECIMAL.exec(amount) ?? [];
  if (whole === undefined) throw new RangeError(`${amount} isn't a decimal.`);
  const shift = Number(exponent) + decimals - fraction.length;
  const factor = 10n ** BigInt(Math.abs(shift));
  const digits = BigInt(sign + whole + fraction);
  if (shift < 0 && digits % factor !== 0n) {
    throw new RangeError(`${amount} has more than ${decimals} decimals.`);
  }
  const minor = shift < 0 ? digits / factor : digits * factor;
  if (minor >= LARGEST || minor <= -LARGEST) throw new RangeError(`${amount} doesn't fit into 64 bits.`);
  return minor;
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
