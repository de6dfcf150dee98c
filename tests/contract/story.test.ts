import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contracts } from '../../src/contract/index.ts';
import { bodiesOf, parametersOf } from '../../src/contract/lookup.ts';
import { example, exampleValues, isIban, type Node } from '../support/published-contracts.ts';

/* The examples of all contracts share one story: a customer app, its end user, their consent, and two accounts. */

const user = example('users', 'userWithConsent');
const consent = example('consents', 'updatedConsent');
const accounts: Node[] = example('accounts', 'accountsOfConsent');
const accountIds: string[] = accounts.map(({ id }) => id);
const [firstPage, lastPage] = [example('transactions', 'firstPage'), example('transactions', 'lastPage')];
const transactions: Node[] = [...firstPage.data, ...lastPage.data];
const sequencing = example('sequencing', 'salaryAndRent');
const [salary] = sequencing.incomeSequences;
const [rent] = sequencing.expenseSequences;
const analysisJob = example('analysis', 'completedAnalysisJob');
const categorizationJob = example('categorization-v2', 'completedCategorizationJob').data;
const categorizationJobV1 = example('categorization', 'completedCategorizationJobV1');
const operations = contracts().flatMap((contract) => contract.operations);

const round = (value: number): number => Math.round((value + Number.EPSILON) * 100) / 100;

/** A key's values in all contracts' examples. */
function valuesOf(key: string): Set<unknown> {
  const values = exampleValues.filter((visit) => visit.key === key).map(({ value }) => value);
  return new Set(values.filter((value) => value !== null && typeof value !== 'object'));
}

const { appId, externalUserId, id: userId } = user;
for (const [key, value] of Object.entries({ appId, externalUserId, userId, consentId: consent.id }))
  test(`The examples of all contracts have the same ${key}`, () => {
    assert.deepEqual(valuesOf(key), new Set([value]));
  });

test('Every provider in the story is enabled', () => {
  const keys = new Set(example('providers', 'enabledProviders').map((each: Node) => each.providerKey));
  assert.deepEqual([...valuesOf('providerKey').difference(keys)], []);
});

test("Parameter examples have the story's values", () => {
  const story: Record<string, unknown> = {
    ConsentId: consent.id,
    UserId: userId,
    ExternalUserId: externalUserId,
    AccountId: accountIds[0],
    PageToken: firstPage.nextPageToken,
    PageSize: firstPage.data.length,
    Id: accountIds[0],
  };
  const ids: Record<string, unknown> = {
    users: externalUserId,
    consents: consent.id,
    analysis: analysisJob.id,
    categorization: categorizationJobV1.id,
    'categorization-v2': categorizationJob.id,
  };
  for (const operation of operations)
    for (const { name, example } of parametersOf(operation)) {
      const expected = name === 'id' ? ids[operation.api] : story[name];
      if (expected !== undefined) assert.equal(example, expected, `${operation.id} ${name}`);
    }
});

test("Objects that requests create are in other examples' responses", () => {
  assert.deepEqual(example('users', 'createdUser'), { id: userId, ...example('users', 'newUser') });
  // The URL is opaque: clients can't derive it from the ID.
  const { consentId, consentUrl } = example('consents', 'createdConsent');
  assert.ok(consentId === consent.id && !consentUrl.includes(consentId));
  assert.equal(example('consents', 'newConsent').providerKey, consent.providerKey);
  assert.deepEqual(user.consents, [consent]);
  assert.equal(example('categorization-v2', 'acceptedCategorizationJob').data, categorizationJob.id);
  const { metaData: metadata, ...request } = example('analysis', 'newAnalysisJob');
  const created = { ...analysisJob, status: 'PENDING', finishedAt: null, analysis: null };
  assert.deepEqual(example('analysis', 'createdAnalysisJob'), created);
  const update = example('analysis', 'newReference');
  assert.notEqual(update.reference, analysisJob.reference);
  assert.deepEqual(example('analysis', 'updatedAnalysisJob'), { ...analysisJob, ...update });
  // A request sends only the lists that contain IDs.
  const sent = { ...request, metadata, input: { ...analysisJob.input, ...request.input } };
  assert.deepEqual({ ...analysisJob, ...sent }, analysisJob);
  const newJob = example('categorization-v2', 'newCategorizationJob');
  assert.deepEqual({ ...categorizationJob, ...newJob }, categorizationJob);
});

test('The times in the consent are in order', () => {
  const moments = [
    user.created,
    consent.dateRequested,
    consent.dateRefreshed,
    accounts[0].accountBalance.date,
    consent.dateTransactionsUpdated,
    example('consents', 'transactionsFetched').timestamp,
    analysisJob.created,
    analysisJob.finishedAt,
    consent.dateExpire,
  ];
  assert.deepEqual(moments, moments.toSorted());
});

test('Every account number has valid check digits', () => {
  for (const key of ['iban', 'accountNumber', 'counterpartAccountNumber'])
    for (const iban of valuesOf(key) as Set<string>) assert.ok(isIban(iban), iban);
});

test("The pages contain the accounts' transactions, latest first, with balances that add up", () => {
  const days = transactions.map(({ bookDate }) => bookDate);
  assert.deepEqual(days, days.toSorted().reverse());
  assert.equal(lastPage.nextPageToken, undefined);
  const foreign = transactions.filter(({ accountId }) => !accountIds.includes(accountId));
  assert.deepEqual(foreign, [], 'transactions of other accounts');
  for (const account of accounts) {
    const own = transactions.filter(({ accountId }) => accountId === account.id);
    const ids = own.map(({ id }) => id);
    assert.deepEqual([...new Set(ids)], ids);
    assert.equal(account.accountBalance.amount, own[0].balanceAfterTransaction, account.id);
    for (const [index, each] of own.entries()) {
      assert.deepEqual([each.accountNumber, each.currency], [account.iban, account.currency], each.id);
      const before = own[index + 1]?.balanceAfterTransaction;
      if (before !== undefined)
        assert.equal(each.balanceAfterTransaction, round(before + each.amount), each.id);
    }
  }
});

test("Both engines agree on each transaction's category", () => {
  for (const { id, category, counterpartDescription } of transactions) {
    const { z1, z2, ...levels } = category;
    assert.deepEqual(z1, levels, id);
    assert.deepEqual([z2.category, z2.entity], [levels.l3Name, counterpartDescription], id);
  }
});

/** Returns the day a number of months earlier, as `YYYY-MM-DD`. */
function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 0, date] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months, date)).toISOString().slice(0, 10);
}

for (const [name, sequence] of Object.entries({ salary, rent }))
  test(`The ${name} sequence contains transactions of 13 months and is computed from them`, () => {
    const { transactions: all, timeConsistency: time, amountConsistency: amounts } = sequence;
    const asOf = consent.dateTransactionsUpdated.slice(0, 10);
    const days: string[] = all.map(({ bookDate }: Node) => bookDate);
    assert.deepEqual(days, days.toSorted().reverse());
    const outside = days.filter((day) => day <= monthsBefore(asOf, 13) || day > asOf);
    assert.deepEqual(outside, [], 'days outside the 13 months');
    const { firstSeen, lastSeen, transactionCount } = time;
    assert.deepEqual([firstSeen, lastSeen, transactionCount], [days.at(-1), days[0], days.length]);
    for (const months of [12, 6, 3]) {
      const window: Node[] = all.filter(({ bookDate }: Node) => bookDate > monthsBefore(asOf, months));
      const values: number[] = window.map(({ amount }) => amount);
      const total = round(values.reduce((sum, value) => sum + value, 0));
      const { minAmount, maxAmount, averageAmount, totalAmount } = amounts[`statisticsL${months}M`];
      assert.deepEqual([minAmount, maxAmount], [Math.min(...values), Math.max(...values)]);
      assert.deepEqual([averageAmount, totalAmount], [round(total / values.length), total]);
    }
    for (const { id, ...fields } of all) {
      const listed = transactions.find((each) => each.id === id);
      if (listed) assert.deepEqual({ ...listed, ...fields }, listed);
    }
  });

test('The analysis totals equal the salary and rent over six months', () => {
  const { recurringIncome, recurringExpenses } = analysisJob.analysis;
  assert.equal(recurringIncome, salary.amountConsistency.statisticsL6M.totalAmount);
  assert.equal(recurringExpenses, rent.amountConsistency.statisticsL6M.totalAmount);
});

test("Example errors repeat their response's status", () => {
  for (const operation of operations.filter(({ api }) => api !== 'authentication'))
    for (const [status, { examples }] of bodiesOf(operation))
      if (Number(status) >= 400)
        for (const { value } of examples) assert.equal((value as Node).status, Number(status), operation.id);
});
