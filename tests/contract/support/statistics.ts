/** The statistics of a sequence, as its example states them: two decimals, population standard deviation. */

import type { Node } from './contracts.ts';

export const round = (value: number): number => Math.round((value + Number.EPSILON) * 100) / 100;

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
const average = (values: number[]): number => sum(values) / values.length;

/** The middle value, or the mean of the middle two. */
function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  return average(sorted.slice(Math.floor(half), Math.ceil(half) + 1));
}

/** The most frequent value. Two values that are equally frequent are an error in the story. */
function mode(values: number[]): number {
  const count = (value: number) => values.filter((other) => other === value).length;
  const most = Math.max(...values.map(count));
  const [mode, ...others] = new Set(values.filter((value) => count(value) === most));
  if (mode === undefined || others.length > 0) throw new Error(`no single mode in ${values}`);
  return mode;
}

const standardDeviation = (values: number[]): number =>
  Math.sqrt(average(values.map((value) => (value - average(values)) ** 2)));

function summarise(values: number[], unit: string): Record<string, number> {
  return {
    [`min${unit}`]: Math.min(...values),
    [`max${unit}`]: Math.max(...values),
    [`median${unit}`]: round(median(values)),
    [`average${unit}`]: round(average(values)),
    [`mode${unit}`]: mode(values),
    [`stdDev${unit}`]: round(standardDeviation(values)),
  };
}

export const dayOfMonth = (transaction: Node): number => Number(transaction.bookDate.slice(8));

export const timeStatistics = (transactions: Node[]) =>
  summarise(transactions.map(dayOfMonth), 'DayOfPeriod');

export function amountStatistics(transactions: Node[]) {
  const amounts: number[] = transactions.map(({ amount }) => amount);
  return { ...summarise(amounts, 'Amount'), totalAmount: round(sum(amounts)) };
}

/** The day that lies a number of months before another, as `YYYY-MM-DD`. */
export function monthsBefore(day: string, months: number): string {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(Number(day.slice(8)), lastDay));
  return date.toISOString().slice(0, 10);
}

export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000;
