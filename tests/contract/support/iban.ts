/** Whether the check digits of an IBAN are right (ISO 13616: the rearranged number is 1 modulo 97). */
export function hasValidCheckDigits(iban: string): boolean {
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((character) => parseInt(character, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}
