import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apis, example, follow, operations, type Node, walkExamples } from './support/contracts.ts';
import { hasValidCheckDigits } from './support/iban.ts';
import {
  amountStatistics,
  dayOfMonth,
  daysBetween,
  monthsBefore,
  round,
  timeStatistics,
} from './support/statistics.ts';

const user = example('users', 'userWithConsent');
const consent = example('consents', 'updatedConsent');
const accounts: Node[] = example('accounts', 'accountsOfConsent');
const accountIds: string[] = accounts.map(({ id }) => id);
const pages = [example('transactions', 'firstPage'), example('transactions', 'lastPage')];
const transactions: Node[] = pages.flatMap(({ data }) => data);
const sequencing = example('sequencing', 'salaryAndRent');
const [salary] = sequencing.incomeSequences;
const [rent] = sequencing.expenseSequences;
const analysisJob = example('analysis', 'completedAnalysisJob');

/** All values of a key in the examples of all contracts. */
const valuesOf = (key: string): Set<unknown> =>
  new Set(
    apis
      .flatMap((api) => [...walkExamples(api)].filter((visit) => visit.key === key && visit.value !== null))
      .map(({ value }) => value)
      .filter((value) => typeof value !== 'object'),
  );

test('The examples of all contracts have the same customer app, end user and consent', () => {
  assert.deepEqual(valuesOf('appId'), new Set([user.appId]));
  assert.deepEqual(valuesOf('externalUserId'), new Set([user.externalUserId]));
  assert.deepEqual(valuesOf('userId'), new Set([user.id]));
  assert.deepEqual(valuesOf('consentId'), new Set([consent.id]));
});

test('Every provider in the story is one of the enabled providers', () => {
  const keys = example('providers', 'enabledProviders').map(({ providerKey }: Node) => providerKey);
  for (const key of valuesOf('providerKey')) assert.ok(keys.includes(key), String(key));
});

test('A parameter is shown with the value that the story gives it', () => {
  const story: Record<string, unknown> = {
    ConsentId: consent.id,
    UserId: user.id,
    ExternalUserId: user.externalUserId,
    AccountId: accountIds[0],
    PageToken: pages[0].nextPageToken,
    PageSize: pages[0].data.length,
    Id: accountIds[0],
  };
  const ids: Record<string, unknown> = {
    users: user.externalUserId,
    consents: consent.id,
    analysis: analysisJob.id,
    categorization: example('categorization', 'completedCategorizationJobV1').id,
    'categorization-v2': example('categorization-v2', 'completedCategorizationJob').data.id,
  };
  for (const { api, value } of operations) {
    for (const { name, example: shown } of (value.parameters ?? []).map((entry: Node) =>
      follow(api, entry),
    )) {
      const expected = name === 'id' ? ids[api] : story[name];
      if (expected !== undefined) assert.equal(shown, expected, `${value.operationId} ${name}`);
    }
  }
});

test('The user that is created is the user that is read', () => {
  const created = example('users', 'createdUser');
  assert.equal(example('users', 'newUser').externalUserId, created.externalUserId);
  assert.deepEqual(created, { id: user.id, externalUserId: user.externalUserId });
});

test('The consent that is created is the one that every contract returns', () => {
  const request = example('consents', 'newConsent');
  const { consentId, consentUrl } = example('consents', 'createdConsent');
  assert.equal(consentId, consent.id);
  assert.ok(consentUrl.endsWith(consentId));
  assert.equal(request.providerKey, consent.providerKey);
  assert.deepEqual(user.consents, [consent]);
  assert.deepEqual(example('consents', 'consentsOfUser'), [consent]);
});

test('The times in the consent are in order', () => {
  const event = example('consents', 'transactionsFetched');
  const moments = [
    user.created,
    consent.dateRequested,
    consent.dateRefreshed,
    accounts[0].accountBalance.date,
    consent.dateTransactionsUpdated,
    event.timestamp,
    analysisJob.created,
    analysisJob.finishedAt,
    consent.dateExpire,
  ];
  assert.deepEqual(moments, [...moments].sort());
  assert.equal(consent.dateStatusUpdated, consent.dateTransactionsUpdated);
});

test('The account that is read alone is the account of the list', () => {
  assert.deepEqual(example('accounts', 'currentAccount'), accounts[0]);
});

test('Every account number has valid check digits and ends in its national form', () => {
  const numbers = [
    ...valuesOf('iban'),
    ...valuesOf('accountNumber'),
    ...valuesOf('counterpartAccountNumber'),
  ];
  for (const number of numbers as string[]) {
    assert.match(number, /^[A-Z]{2}\d{2}EXMP\d{10}$/);
    assert.ok(hasValidCheckDigits(number), number);
  }
  for (const { iban, bban } of accounts) assert.equal(iban.slice(4), bban);
});

test('Every transaction belongs to one of the accounts and carries its number and currency', () => {
  for (const transaction of transactions) {
    const account = accounts.find(({ id }) => id === transaction.accountId);
    assert.equal(transaction.accountNumber, account?.iban);
    assert.equal(transaction.currency, account?.currency);
    assert.ok(transaction.transactionDateTime.startsWith(transaction.bookDate));
  }
});

test('The pages hold each transaction once, the latest first', () => {
  const days = transactions.map(({ bookDate }) => bookDate);
  assert.deepEqual(days, [...days].sort().reverse());
  assert.equal(
    new Set(transactions.map(({ accountId, id }) => `${accountId} ${id}`)).size,
    transactions.length,
  );
  assert.equal(pages[1].nextPageToken, undefined);
});

test('Each balance is the balance before plus the amount, and the last one is the balance of the account', () => {
  for (const account of accounts) {
    const history = transactions.filter(({ accountId }) => accountId === account.id).reverse();
    for (const [index, { amount, balanceAfterTransaction, providerProperties }] of history.entries()) {
      assert.equal(providerProperties.balanceAfterTransaction, balanceAfterTransaction);
      if (index === 0) continue;
      assert.equal(balanceAfterTransaction, round(history[index - 1].balanceAfterTransaction + amount));
    }
    assert.equal(account.accountBalance.amount, history.at(-1).balanceAfterTransaction);
    assert.equal(account.accountBalance.currency, account.currency);
  }
});

test('What leaves one account of the end user arrives on the other', () => {
  const own = accounts.map(({ iban }) => iban);
  const transfers = transactions.filter(({ counterpartAccountNumber }) =>
    own.includes(counterpartAccountNumber),
  );
  assert.equal(transfers.length, 2);
  assert.equal(transfers[0].amount, -transfers[1].amount);
  assert.equal(transfers[0].accountNumber, transfers[1].counterpartAccountNumber);
});

test('Both engines agree on the category of a transaction', () => {
  for (const { category, counterpartDescription } of transactions) {
    const { z1, z2, ...levels } = category;
    assert.deepEqual(z1, levels);
    assert.equal(z2.category, levels.l3Name);
    assert.equal(z2.entity, counterpartDescription);
  }
});

test('A transaction of a sequence agrees with the list of transactions', () => {
  const listed = new Map(transactions.map((transaction) => [transaction.id, transaction]));
  for (const sequence of [salary, rent]) {
    assert.ok(listed.has(sequence.transactions[0].id));
    for (const { id, ...fields } of sequence.transactions) {
      assert.ok(accountIds.includes(fields.accountId));
      const other = listed.get(id);
      if (other)
        assert.deepEqual(fields, Object.fromEntries(Object.keys(fields).map((key) => [key, other[key]])));
    }
  }
});

for (const [name, sequence] of [
  ['salary', salary],
  ['rent', rent],
] as const) {
  test(`The sequence of the ${name} is within 13 months and is computed from its transactions`, () => {
    const asOf = consent.dateTransactionsUpdated.slice(0, 10);
    const all: Node[] = sequence.transactions;
    const { timeConsistency: time, amountConsistency: amounts } = sequence;
    const days = all.map(({ bookDate }) => bookDate);
    assert.deepEqual(days, [...days].sort().reverse());
    assert.ok(days.every((day) => day > monthsBefore(asOf, 13) && day <= asOf));
    assert.deepEqual([time.firstSeen, time.lastSeen], [days.at(-1), days[0]]);
    assert.equal(time.duration, daysBetween(time.firstSeen, time.lastSeen));
    assert.equal(time.transactionCount, all.length);
    assert.equal(time.mostRecentDayOfPeriod, dayOfMonth(all[0]));
    assert.equal(amounts.mostRecentAmount, all[0].amount);
    for (const months of [12, 6, 3]) {
      const window = all.filter(({ bookDate }) => bookDate > monthsBefore(asOf, months));
      assert.equal(window.length, months);
      assert.deepEqual(time[`statisticsL${months}M`], timeStatistics(window));
      assert.deepEqual(amounts[`statisticsL${months}M`], amountStatistics(window));
    }
  });

  test(`The percentages of the ${name} count its periods and its amounts`, () => {
    const months = new Set(sequence.transactions.map(({ bookDate }: Node) => bookDate.slice(0, 7)));
    const { modeAmount } = amountStatistics(sequence.transactions) as Record<string, number>;
    const matching = sequence.transactions.filter(({ amount }: Node) => amount === modeAmount).length;
    assert.equal(sequence.periodMatches, months.size);
    assert.equal(sequence.periodMatchPercentage, round((100 * months.size) / 13));
    assert.equal(sequence.amountMatchPercentage, round((100 * matching) / sequence.transactions.length));
  });
}

test('Every URL in the story is under example.com', () => {
  for (const api of apis) {
    for (const { value, path } of walkExamples(api)) {
      if (typeof value !== 'string' || !value.includes('://')) continue;
      assert.match(new URL(value).hostname, /\.example\.com$/, path);
    }
  }
});

test('An example error is labeled as an example and repeats the status of its response', () => {
  for (const { api, value } of operations) {
    for (const [status, response] of Object.entries<Node>(value.responses).filter(
      ([code]) => code >= '400',
    )) {
      for (const media of Object.values<Node>(response.content ?? {})) {
        for (const shown of Object.values<Node>(media.examples).map((entry) => follow(api, entry))) {
          assert.match(shown.summary, /^Example: /);
          if (api !== 'authentication') assert.equal(shown.value.status, Number(status), value.operationId);
        }
      }
    }
  }
});
