import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describe, layOut, titleOf } from '../../src/diagrams/sequence-chart.ts';
import { example } from '../contract/support/contracts.ts';

const { incomeSequences, expenseSequences } = example('sequencing', 'salaryAndRent');
const salary = incomeSequences[0].transactions;
const rent = expenseSequences[0].transactions;

/** Transactions of one amount on the days given. */
const on = (...days: string[]) => days.map((bookDate) => ({ bookDate, amount: -10 }));
const weekly = Array.from({ length: 40 }, (_, week) => ({
  bookDate: new Date(Date.UTC(2026, 0, 5 + 7 * week)).toISOString().slice(0, 10),
  amount: week < 30 ? -10 : -12.5,
}));

test('Each transaction has one bar, oldest first, whatever the order in the response', () => {
  const { bars } = layOut(salary);
  assert.equal(bars.length, salary.length);
  assert.deepEqual(
    bars.map(({ date }) => date),
    salary.map(({ bookDate }: { bookDate: string }) => bookDate).toReversed(),
  );
  assert.deepEqual(layOut(salary.toReversed()), layOut(salary));
});

test('Bars are as long as their amounts, from zero', () => {
  for (const transactions of [salary, rent]) {
    const { bars, baseline } = layOut(transactions);
    const [first, last] = [bars[0]!, bars.at(-1)!];
    const [oldest, newest] = [transactions.at(-1), transactions[0]];
    assert.ok(Math.abs(last.height / first.height - newest.amount / oldest.amount) < 0.001);
    for (const { top, height, end, negative } of bars) {
      assert.ok(Math.abs((negative ? top : top + height) - baseline) < 0.02);
      assert.ok(Math.abs(end - (negative ? top + height : top)) < 0.02);
    }
  }
});

test('Expenses are below the baseline, with room for their labels below them', () => {
  const { bars, baseline, height, plot } = layOut(rent);
  for (const bar of bars) {
    assert.ok(bar.negative);
    assert.equal(bar.top, baseline);
    assert.ok(bar.end > baseline && bar.end + 20 <= plot.bottom + 0.02);
  }
  assert.ok(plot.bottom < height);
});

test('Income and expenses in one sequence are on both sides of the baseline', () => {
  const { bars, baseline, plot } = layOut([
    { bookDate: '2026-01-05', amount: 30 },
    { bookDate: '2026-02-05', amount: -10 },
  ]);
  assert.deepEqual(
    bars.map(({ negative }) => negative),
    [false, true],
  );
  assert.ok(plot.top < baseline && baseline < plot.bottom);
  assert.ok(Math.abs((bars[0]?.height ?? 0) - 3 * (bars[1]?.height ?? 0)) < 0.05);
});

test("Bars and months are inside the chart and don't overlap", () => {
  for (const transactions of [salary, rent, weekly, on('2026-01-01'), on('2026-01-01', '2026-01-31')]) {
    const { bars, barWidth, months } = layOut(transactions);
    for (const [index, { left, middle }] of bars.entries()) {
      assert.ok(left >= 0 && left + barWidth <= 100.01);
      assert.ok(middle > left && middle < left + barWidth);
      assert.ok(index === 0 || left > (bars[index - 1]?.left ?? 0));
    }
    assert.ok(months.every(({ left, middle }) => left >= 0 && middle < 100));
  }
});

test('The axis shows every month, even without transactions, and the year when it changes', () => {
  const { months } = layOut(on('2025-11-30', '2026-02-01'));
  assert.deepEqual(
    months.map(({ label }) => label),
    ['Nov', 'Dec', 'Jan', 'Feb'],
  );
  assert.deepEqual(
    months.map(({ year }) => year),
    ['2025', undefined, '2026', undefined],
  );
});

test('The only bar of a month is above the label of the month', () => {
  const { bars, months } = layOut(on('2026-01-01', '2026-02-28', '2026-03-31'));
  for (const [index, { middle }] of bars.entries())
    assert.ok(Math.abs(middle - months[index]!.middle) < 0.02);
});

test('Several bars of a month are within it, at the position of their days', () => {
  const { bars, barWidth, months } = layOut(on('2026-01-01', '2026-01-31', '2026-02-01'));
  assert.ok(bars[0]!.left >= months[0]!.left);
  assert.ok(bars[1]!.left > months[0]!.middle && bars[1]!.left + barWidth <= months[1]!.left + 0.02);
  assert.ok(bars[2]!.left >= months[1]!.left);
});

test('Labels have a sign, and decimals only if an amount has decimals', () => {
  assert.equal(layOut(salary).bars[0]?.label, '+2,750');
  assert.equal(layOut(rent).bars[0]?.label, '−1,115');
  const mixed = [
    { bookDate: '2026-01-05', amount: -12.5 },
    { bookDate: '2026-02-05', amount: -12 },
  ];
  assert.deepEqual(
    layOut(mixed).bars.map(({ label }) => label),
    ['−12.50', '−12.00'],
  );
});

test('Only changes of the amount have a label, so that labels have room', () => {
  const labelled = layOut(weekly).bars.flatMap(({ label }, index) => (label ? [[index, label]] : []));
  assert.deepEqual(labelled, [
    [0, '−10.00'],
    [30, '−12.50'],
  ]);
});

test('The description lists each run of equal amounts with its dates', () => {
  assert.equal(
    describe(salary),
    '13 transactions: 3 of +2,750, from 2025-10-24 to 2025-12-24; then 10 of +2,850, from 2026-01-23 to 2026-10-23.',
  );
  assert.equal(describe(on('2026-01-01')), 'One transaction: one of −10 on 2026-01-01.');
});

test('The title includes the counterparty if there is only one', () => {
  assert.equal(titleOf(incomeSequences[0], 'income'), 'Monthly income from Example Employer');
  assert.equal(titleOf(expenseSequences[0], 'expense'), 'Monthly expense to Example Housing');
  assert.equal(
    titleOf({ periodicity: 'Weekly', transactions: on('2026-01-01') }, 'expense'),
    'Weekly expense',
  );
});

test('A sequence without transactions has no chart', () => {
  assert.throws(() => layOut([]), RangeError);
});
