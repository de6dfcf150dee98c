/** The fields of a transaction that the chart shows. */
interface ChartTransaction {
  bookDate: string;
  amount: number;
  currency?: string;
  counterpartDescription?: string;
}

/** The fields of a sequence that the chart shows. */
export interface ChartSequence {
  periodicity: string;
  transactions: readonly ChartTransaction[];
}

/** The bar of a transaction. Horizontal values are percentages of the chart's width, vertical values are pixels. */
interface Bar {
  date: string;
  left: number;
  middle: number;
  top: number;
  height: number;
  /** The end of the bar that isn't on the baseline. */
  end: number;
  /** Whether the bar is below the baseline. */
  negative: boolean;
  /** The signed amount, where it differs from the one before. */
  label: string | undefined;
}

/** A calendar month on the axis. Positions are percentages of the chart's width. */
interface Month {
  left: number;
  middle: number;
  label: string;
  /** The year, for the first month and each January. */
  year: string | undefined;
}

/** The geometry of a chart. */
export interface SequenceChart {
  /** Oldest first. */
  bars: Bar[];
  months: Month[];
  barWidth: number;
  height: number;
  /** Vertical position of the line that bars start from. */
  baseline: number;
  /** Vertical extent of the bars with their labels. */
  plot: { top: number; bottom: number };
}

/** Heights in pixels. */
const size = { margin: 10, plot: 116, label: 20, axis: 40 } as const;
/** Width of a bar as a share of a month. */
const barShare = 0.52;
const dayLength = 86_400_000;

/**
 * Computes the chart of a sequence over the calendar months that it spans. Each transaction has a bar within its month:
 * in the middle if it's the only one of that month, otherwise by its day.
 *
 * @throws RangeError if there are no transactions.
 */
export function layOut(transactions: readonly ChartTransaction[]): SequenceChart {
  const inOrder = transactions.toSorted((a, b) => a.bookDate.localeCompare(b.bookDate));
  const [first, last] = [inOrder[0], inOrder.at(-1)];
  if (!first || !last) throw new RangeError('A sequence without transactions has no chart.');

  const starts = monthStarts(first.bookDate, last.bookDate);
  const start = starts[0] ?? 0;
  const end = nextMonth(starts.at(-1) ?? start);
  const barWidth = (100 / Math.max(starts.length, inOrder.length)) * barShare;
  const x = (moment: number) => ((moment - start) / (end - start)) * 100;
  const alone = new Set(inOrder.map(({ bookDate }) => monthOf(bookDate))).size === inOrder.length;
  const middleOf = (bookDate: string) => {
    const month = dayStart(`${monthOf(bookDate)}-01`);
    const [left, width] = [x(month), x(nextMonth(month)) - x(month)];
    const day = (dayStart(bookDate) + dayLength / 2 - month) / (nextMonth(month) - month);
    // The whole bar is within its month.
    return left + barWidth / 2 + (alone ? 0.5 : day) * (width - barWidth);
  };

  const amounts = inOrder.map(({ amount }) => amount);
  const [highest, lowest] = [Math.max(0, ...amounts), Math.min(0, ...amounts)];
  const top = size.margin + (highest > 0 ? size.label : 0);
  const bottom = top + size.plot;
  const y = (amount: number) => top + ((highest - amount) / (highest - lowest || 1)) * size.plot;
  const baseline = y(0);
  const format = amountFormat(amounts);

  const bars = inOrder.map(({ bookDate, amount }, index): Bar => {
    const middle = middleOf(bookDate);
    return {
      date: bookDate,
      left: round(middle - barWidth / 2),
      middle: round(middle),
      top: round(Math.min(y(amount), baseline)),
      height: round(Math.abs(y(amount) - baseline)),
      end: round(y(amount)),
      negative: amount < 0,
      label: amount === amounts[index - 1] ? undefined : format(amount),
    };
  });

  const labelsBelow = lowest < 0 ? size.label : 0;
  return {
    bars,
    months: starts.map((moment, index) => toMonth(moment, index, x)),
    barWidth: round(barWidth),
    height: bottom + labelsBelow + size.axis,
    baseline: round(baseline),
    plot: { top, bottom: bottom + labelsBelow },
  };
}

/** Returns the title of a chart, such as "Monthly income from Example Employer". */
export function titleOf({ periodicity, transactions }: ChartSequence, kind: 'income' | 'expense'): string {
  const parties = new Set(transactions.map(({ counterpartDescription }) => counterpartDescription));
  const [party] = parties;
  const whose = parties.size === 1 && party ? ` ${kind === 'income' ? 'from' : 'to'} ${party}` : '';
  return `${periodicity} ${kind}${whose}`;
}

/** Returns a text alternative of a chart: each run of equal amounts with its first and last day. */
export function describe(transactions: readonly ChartTransaction[]): string {
  const inOrder = transactions.toSorted((a, b) => a.bookDate.localeCompare(b.bookDate));
  const format = amountFormat(inOrder.map(({ amount }) => amount));
  const runs: { amount: number; days: string[] }[] = [];
  for (const { amount, bookDate } of inOrder) {
    const run = runs.at(-1);
    if (run?.amount === amount) run.days.push(bookDate);
    else runs.push({ amount, days: [bookDate] });
  }
  const phrases = runs.map(({ amount, days }) =>
    days.length === 1
      ? `one of ${format(amount)} on ${days[0]}`
      : `${days.length} of ${format(amount)}, from ${days[0]} to ${days.at(-1)}`,
  );
  const count = inOrder.length === 1 ? 'One transaction' : `${inOrder.length} transactions`;
  return `${count}: ${phrases.join('; then ')}.`;
}

/** Formats signed amounts. Either all or none of them have decimals. */
function amountFormat(amounts: readonly number[]): (amount: number) => string {
  const digits = amounts.every((amount) => Number.isInteger(amount)) ? 0 : 2;
  const { format } = new Intl.NumberFormat('en', {
    signDisplay: 'exceptZero',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return (amount) => format(amount).replace('-', '\u2212');
}

function toMonth(moment: number, index: number, x: (moment: number) => number): Month {
  const date = new Date(moment);
  const isFirst = index === 0 || date.getUTCMonth() === 0;
  return {
    left: round(x(moment)),
    middle: round((x(moment) + x(nextMonth(moment))) / 2),
    label: date.toLocaleDateString('en', { month: 'short', timeZone: 'UTC' }),
    year: isFirst ? String(date.getUTCFullYear()) : undefined,
  };
}

/** Returns the start of every calendar month from one day to another, in milliseconds since the epoch. */
function monthStarts(from: string, to: string): number[] {
  const starts: number[] = [];
  for (let moment = dayStart(`${from.slice(0, 7)}-01`); moment <= dayStart(to); moment = nextMonth(moment)) {
    starts.push(moment);
  }
  return starts;
}

function nextMonth(moment: number): number {
  const date = new Date(moment);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

const monthOf = (date: string) => date.slice(0, 7);

function dayStart(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
