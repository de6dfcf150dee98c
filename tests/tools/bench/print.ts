/** Prints tables to the console: a name, then cells of one width. */

export function printRow(name: string, cells: readonly string[], width = 12): void {
  console.log(`  ${name.padEnd(26)}${cells.map((cell) => cell.padStart(width)).join('')}`);
}

/** @param aim - Printed after the value, if any. */
export function withAim(value: string, aim: number | undefined): string {
  return aim === undefined ? value : `${value} (${aim})`;
}

export function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}

export function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(2);
}

/** The value in the middle; of an even number of values, the higher one of the two. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}
