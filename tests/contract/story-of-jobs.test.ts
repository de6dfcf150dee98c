import assert from 'node:assert/strict';
import { test } from 'node:test';
import { example, type Node } from './support/contracts.ts';

const accounts: { id: string }[] = example('accounts', 'accountsOfConsent');
const accountIds = accounts.map(({ id }) => id);
const sequencing = example('sequencing', 'salaryAndRent');
const [salary] = sequencing.incomeSequences;
const [rent] = sequencing.expenseSequences;
const analysisJob = example('analysis', 'completedAnalysisJob');

test('The categorization job that is accepted is the one that is read and listed', () => {
  const request = example('categorization-v2', 'newCategorizationJob');
  const job = example('categorization-v2', 'completedCategorizationJob').data;
  const { data, _pagination } = example('categorization-v2', 'categorizationJobsOfConsent');
  assert.equal(example('categorization-v2', 'acceptedCategorizationJob').data, job.id);
  for (const [field, value] of Object.entries(request)) assert.deepEqual(job[field], value, field);
  assert.deepEqual(data[0], job);
  assert.equal(data[1].parentId, job.id);
  assert.equal(_pagination.totalCount, data.length);
  assert.equal(_pagination.totalPages, Math.ceil(_pagination.totalCount / _pagination.size));
  assert.deepEqual(example('categorization', 'categorizationJobsOfConsentV1'), [
    example('categorization', 'completedCategorizationJobV1'),
  ]);
});

test('The analysis job covers both accounts and keeps what its request says', () => {
  const { metaData, ...request } = example('analysis', 'newAnalysisJob');
  const created = example('analysis', 'createdAnalysisJob');
  const pending = { ...analysisJob, status: 'PENDING', finishedAt: null, analysis: null };
  assert.deepEqual(created, pending);
  assert.deepEqual(created.metadata, metaData);
  for (const [field, value] of Object.entries(request)) assert.deepEqual(created[field], value, field);
  assert.deepEqual([analysisJob.accountIds, analysisJob.input.accountIds], [accountIds, accountIds]);
  assert.deepEqual(example('analysis', 'completedAnalysisJobs'), [analysisJob]);
});

test('An update changes the reference of the analysis job and nothing else', () => {
  const update = example('analysis', 'newReference');
  assert.notEqual(update.reference, analysisJob.reference);
  assert.deepEqual(example('analysis', 'updatedAnalysisJob'), { ...analysisJob, ...update });
});

test('The analysis totals are those of the salary and the rent over six months', () => {
  const { recurringIncome, recurringExpenses } = analysisJob.analysis;
  assert.equal(recurringIncome, salary.amountConsistency.statisticsL6M.totalAmount);
  assert.equal(recurringExpenses, rent.amountConsistency.statisticsL6M.totalAmount);
  const within = ({ bookDate }: Node) => bookDate >= analysisJob.dateFrom.slice(0, 10);
  assert.equal(salary.transactions.filter(within).length, 6);
  assert.equal(rent.transactions.filter(within).length, 6);
});
