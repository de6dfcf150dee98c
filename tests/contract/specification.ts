/**
 * What the specification says, §3 to §9, as tables. Paths, parameters, fields, values and statuses are copied from it;
 * operation IDs and the names of bodies are ours.
 */

import type { Api } from './support/contracts.ts';

interface ExpectedOperation {
  api: Api;
  method: string;
  path: string;
  operationId: string;
  parameters?: string[];
  body?: string;
  responses: Record<string, string>;
}

interface ExpectedEntity {
  api: Api;
  name: string;
  fields: Record<string, string>;
}

const problem = 'ProblemDetails as application/problem+json';
const owner = ['ConsentId', 'UserId', 'ExternalUserId'];

/** §7 and §8: each operation, its parameters, its body, and its responses; 200 where no status is given. */
export const operations: ExpectedOperation[] = [
  { api: 'authentication', method: 'post', path: '/connect/token', operationId: 'createAccessToken',
    body: 'AccessTokenRequest as application/x-www-form-urlencoded',
    responses: { 200: 'AccessTokenResponse', 400: 'TokenError', 401: 'TokenError' } },
  { api: 'providers', method: 'get', path: '/Providers', operationId: 'listProviders', responses: { 200: 'Provider[]' } },
  { api: 'users', method: 'post', path: '/Users', operationId: 'createUser',
    body: 'CreateUserRequest', responses: { 200: 'CreatedUser' } },
  { api: 'users', method: 'delete', path: '/Users', operationId: 'deleteUser',
    parameters: ['UserId', 'ExternalUserId'], responses: { 204: 'none' } },
  { api: 'users', method: 'get', path: '/Users/{id}', operationId: 'getUser',
    parameters: ['id'], responses: { 200: 'User', 400: problem, 404: problem } },
  { api: 'accounts', method: 'get', path: '/Accounts', operationId: 'listAccounts',
    parameters: [...owner, 'Page', 'Size'], responses: { 200: 'Account[]', 400: problem, 404: problem } },
  { api: 'accounts', method: 'get', path: '/Accounts/{Id}', operationId: 'getAccount',
    parameters: ['Id'], responses: { 200: 'Account' } },
  { api: 'consents', method: 'post', path: '/Consent', operationId: 'createConsent',
    body: 'CreateConsentRequest', responses: { 200: 'CreatedConsent' } },
  { api: 'consents', method: 'get', path: '/Consent/getconsents', operationId: 'listConsents',
    parameters: owner, responses: { 200: 'Consent[]' } },
  { api: 'consents', method: 'get', path: '/Consent/{id}', operationId: 'getConsent',
    parameters: ['id'], responses: { 200: 'Consent', 404: problem } },
  { api: 'consents', method: 'delete', path: '/Consent/{id}', operationId: 'deleteConsent',
    parameters: ['id'], responses: { 204: 'none' } },
  { api: 'consents', method: 'post', path: '/Consent/{id}/refresh', operationId: 'refreshConsent',
    parameters: ['id'], responses: { 202: 'none', 429: 'none' } },
  { api: 'transactions', method: 'get', path: '/Transactions', operationId: 'listTransactions',
    parameters: [...owner, 'AccountId', 'DateFrom', 'DateTo', 'Currency', 'Description', 'Amount', 'MinAmount',
      'MaxAmount', 'OrderBy', 'OrderDirection', 'PageSize', 'PageToken'],
    responses: { 200: 'TransactionsList' } },
  { api: 'sequencing', method: 'get', path: '/Sequencing', operationId: 'getSequencing',
    parameters: owner, responses: { 200: 'SequencingResult' } },
  { api: 'categorization', method: 'get', path: '/CategorizationJobs', operationId: 'listCategorizationJobsV1',
    parameters: owner, responses: { 200: 'CategorizationJobV1[]' } },
  { api: 'categorization', method: 'post', path: '/CategorizationJobs', operationId: 'createCategorizationJobV1',
    parameters: owner, responses: { 201: 'none' } },
  { api: 'categorization', method: 'get', path: '/CategorizationJobs/{id}', operationId: 'getCategorizationJobV1',
    parameters: ['id'], responses: { 200: 'CategorizationJobV1' } },
  { api: 'categorization-v2', method: 'get', path: '/v2/categorization-jobs', operationId: 'listCategorizationJobs',
    parameters: [...owner, 'AccountId', 'Page', 'PageSize'], responses: { 200: 'CategorizationJobsList' } },
  { api: 'categorization-v2', method: 'post', path: '/v2/categorization-jobs', operationId: 'createCategorizationJob',
    body: 'CreateCategorizationJobRequest', responses: { 202: 'AcceptedCategorizationJob', 400: problem } },
  { api: 'categorization-v2', method: 'get', path: '/v2/categorization-jobs/{id}', operationId: 'getCategorizationJob',
    parameters: ['id'], responses: { 200: 'CategorizationJobResponse' } },
  { api: 'analysis', method: 'get', path: '/analysis-jobs', operationId: 'listAnalysisJobs',
    parameters: ['Status', 'Engine', 'ToDate'], responses: { 200: 'AnalysisJob[]', 400: problem, 404: problem } },
  { api: 'analysis', method: 'post', path: '/analysis-jobs', operationId: 'createAnalysisJob',
    body: 'CreateAnalysisJobRequest', responses: { 201: 'AnalysisJob', 400: problem } },
  { api: 'analysis', method: 'get', path: '/analysis-jobs/{id}', operationId: 'getAnalysisJob',
    parameters: ['id'], responses: { 200: 'AnalysisJob', 400: problem } },
  { api: 'analysis', method: 'put', path: '/analysis-jobs/{id}', operationId: 'updateAnalysisJob',
    parameters: ['id'], body: 'UpdateAnalysisJobRequest', responses: { 200: 'AnalysisJob', 400: problem } },
  { api: 'analysis', method: 'delete', path: '/analysis-jobs/{id}', operationId: 'deleteAnalysisJob',
    parameters: ['id'], responses: { 204: 'none', 400: problem } },
];

/** §3 and §7: the fields of each entity; `*` where the specification gives a field no type. */
export const entities: ExpectedEntity[] = [
  { api: 'authentication', name: 'AccessTokenResponse', fields: { accessToken: '*', tokenType: '*', expiresIn: '*' } },
  { api: 'authentication', name: 'TokenError', fields: { error: '*', errorDescription: '*', errorUri: '*' } },
  { api: 'providers', name: 'Provider',
    fields: { providerKey: '*', name: '*', countryCode: '*', priority: 'boolean', beta: 'boolean', logoUrl: '*' } },
  { api: 'users', name: 'CreateUserRequest', fields: { externalUserId: '*' } },
  { api: 'users', name: 'CreatedUser', fields: { id: 'guid', externalUserId: '*' } },
  { api: 'users', name: 'User',
    fields: { id: 'guid', appId: 'integer', externalUserId: '*', consents: 'Consent[]', created: 'date-time' } },
  ...(['users', 'consents'] as const).flatMap((api): ExpectedEntity[] => [
    { api, name: 'Consent', fields: { id: 'guid', status: 'ConsentStatus', dateStatusUpdated: '*', dateRequested: '*',
      dateExpire: '*', dateTransactionsUpdated: '*', dateRefreshed: '*', providerKey: '*', appId: '*',
      errors: 'ConsentError[]' } },
    { api, name: 'ConsentError', fields: { date: '*', type: '*', message: '*', code: '*' } },
  ]),
  { api: 'consents', name: 'CreateConsentRequest', fields: { providerKey: '*', countryCode: '*', userId: '*',
    userIdGuid: '*', externalUserId: '*', redirectUrl: '*', syncMode: '*' } },
  { api: 'consents', name: 'CreatedConsent', fields: { consentId: '*', consentUrl: '*' } },
  { api: 'accounts', name: 'Account', fields: { id: 'guid', iban: '*', providerAccountId: '*', accountHolder: '*',
    bban: '*', currency: 'CurrencyCode', accountBalance: 'AccountBalance' } },
  { api: 'accounts', name: 'AccountBalance', fields: { currency: '*', date: 'date-time', amount: 'number' } },
  ...(['transactions', 'sequencing'] as const).flatMap((api): ExpectedEntity[] => [
    { api, name: 'Transaction', fields: { id: 'guid', accountId: '*', accountNumber: '*', description: '*',
      bookDate: 'date', transactionDateTime: 'date-time', amount: 'number', balanceAfterTransaction: '*',
      currency: '*', counterpartDescription: '*', counterpartAccountNumber: '*',
      providerProperties: 'ProviderProperties', category: 'Category' } },
    { api, name: 'ProviderProperties', fields: { providerKey: '*', transactionId: '*', transactionType: '*',
      transactionTypeName: '*', reasonCode: '*', purposeCode: '*', remittanceInfo: '*', remittanceInfoType: '*',
      remittanceInfoIssuer: '*', balanceAfterTransaction: '*', endToEndId: '*', mandateId: '*',
      numberOfTransactions: '*', paymentInformationId: '*' } },
    { api, name: 'Category', fields: { l0Name: '*', l1Name: '*', l2Name: '*', l3Name: '*', code: '*',
      z1: 'Z1Category', z2: 'Z2Category' } },
    { api, name: 'Z1Category', fields: { l0Name: '*', l1Name: '*', l2Name: '*', l3Name: '*', code: '*' } },
    { api, name: 'Z2Category', fields: { category: '*', confidence: '*', entity: '*' } },
  ]),
  // The specification doesn't show how the last page is marked, so its token may be null.
  { api: 'transactions', name: 'TransactionsList', fields: { data: 'Transaction[]', nextPageToken: 'string|null' } },
  { api: 'sequencing', name: 'SequencingResult',
    fields: { incomeSequences: 'Sequence[]', expenseSequences: 'Sequence[]', engineVersion: '*' } },
  { api: 'sequencing', name: 'Sequence', fields: { periodicity: 'SequencePeriodicity', transactions: 'Transaction[]',
    periodMatches: '*', periodMatchPercentage: '*', amountMatchPercentage: '*', timelinessMatchPercentage: '*',
    timeConsistency: 'TimeConsistency', amountConsistency: 'AmountConsistency' } },
  { api: 'sequencing', name: 'TimeConsistency', fields: { duration: '*', transactionCount: '*', firstSeen: '*',
    lastSeen: '*', mostRecentDayOfPeriod: '*', statisticsL12M: 'TimeStatistics', statisticsL6M: 'TimeStatistics',
    statisticsL3M: 'TimeStatistics' } },
  { api: 'sequencing', name: 'TimeStatistics', fields: { minDayOfPeriod: '*', maxDayOfPeriod: '*',
    medianDayOfPeriod: '*', averageDayOfPeriod: '*', modeDayOfPeriod: '*', stdDevDayOfPeriod: '*' } },
  { api: 'sequencing', name: 'AmountConsistency', fields: { mostRecentAmount: '*',
    statisticsL12M: 'AmountStatistics', statisticsL6M: 'AmountStatistics', statisticsL3M: 'AmountStatistics' } },
  { api: 'sequencing', name: 'AmountStatistics', fields: { minAmount: '*', maxAmount: '*', medianAmount: '*',
    averageAmount: '*', modeAmount: '*', stdDevAmount: '*', totalAmount: '*' } },
  { api: 'categorization', name: 'CategorizationJobV1', fields: { id: '*', parentId: '*', status: 'JobStatusV1',
    engineVersion: '*', consentId: '*', userId: '*', externalUserId: '*' } },
  { api: 'categorization-v2', name: 'CategorizationJob', fields: { id: 'guid', status: 'JobStatus',
    engine: 'CategorizationEngine', profile: '*', consentId: 'guid|null', userId: 'guid|null',
    externalUserId: 'string|null', accountIds: 'guid[]|null', parentId: 'guid|null', engineVersion: '*',
    metaData: 'object|null' } },
  { api: 'categorization-v2', name: 'CreateCategorizationJobRequest', fields: { engine: 'CategorizationEngine',
    profile: '*', consentId: '*', userId: '*', externalUserId: '*', accountIds: '*', metaData: '*' } },
  { api: 'categorization-v2', name: 'AcceptedCategorizationJob', fields: { data: 'guid' } },
  { api: 'categorization-v2', name: 'CategorizationJobResponse', fields: { data: 'CategorizationJob' } },
  { api: 'categorization-v2', name: 'CategorizationJobsList',
    fields: { data: 'CategorizationJob[]', _pagination: 'Pagination' } },
  { api: 'categorization-v2', name: 'Pagination',
    fields: { page: '*', size: '*', totalCount: '*', totalPages: '*' } },
  { api: 'analysis', name: 'AnalysisJob', fields: { id: 'guid', reference: 'string', finishedAt: 'date-time|null',
    created: 'date-time', accountIds: 'guid[]', appId: 'integer', engine: 'AnalysisEngine', status: 'JobStatus',
    profile: 'AnalysisProfile', input: 'AnalysisJobInput', metadata: 'object', dateFrom: 'date-time|null',
    dateTo: 'date-time|null', analysis: 'AnalysisResult' } },
  { api: 'analysis', name: 'CreateAnalysisJobRequest', fields: { reference: '*', engine: '*', profile: '*',
    input: 'CreateAnalysisJobInput', metaData: '*', dateFrom: '*', dateTo: '*' } },
  ...['AnalysisJobInput', 'CreateAnalysisJobInput'].map((name): ExpectedEntity => ({ api: 'analysis', name,
    fields: { consentIds: 'guid[]', userIds: 'guid[]', analysisJobIds: 'guid[]', accountIds: 'guid[]' } })),
  { api: 'analysis', name: 'UpdateAnalysisJobRequest', fields: { reference: 'string|null' } },
  ...(['users', 'accounts', 'consents', 'categorization-v2', 'analysis'] as const).map((api) => ({
    api, name: 'ProblemDetails',
    fields: { type: '*', title: '*', status: '*', traceId: '*', detail: '*', errors: 'object' } })),
];

/** §4 and §9: the values of each enumeration. */
export const enums: { api: Api; name: string; values: (string | number)[]; names?: string[] }[] = [
  ...(['users', 'consents'] as const).map((api) => ({
    api, name: 'ConsentStatus', values: [0, 1, 2, 3, 4, 5, 6, 7, 8],
    names: ['INITIALIZED', 'AUTHENTICATING', 'AUTHENTICATED', 'UPDATING', 'UPDATED', 'INVALIDATED', 'FAILING', 'ERROR',
      'TIMEDOUT'] })),
  { api: 'categorization', name: 'JobStatusV1', values: ['Pending', 'InProgress', 'Completed', 'Failed'] },
  ...(['categorization-v2', 'analysis'] as const).map((api) => ({
    api, name: 'JobStatus', values: ['PENDING', 'INPROGRESS', 'COMPLETED', 'FAILED'] })),
  { api: 'sequencing', name: 'SequencePeriodicity', values: ['Weekly', 'Monthly', 'Quad Weekly', 'Quarterly'] },
  { api: 'analysis', name: 'AnalysisEngine', values: ['Z2', 'E1'] },
  { api: 'analysis', name: 'AnalysisProfile', values: ['RETAIL', 'CORPORATE'] },
  { api: 'categorization-v2', name: 'CategorizationEngine', values: ['z1', 'z2'] },
];

/** §5: what a request must have. */
export const required: { api: Api; name: string; fields: string[] }[] = [
  { api: 'users', name: 'CreateUserRequest', fields: ['externalUserId'] },
  { api: 'consents', name: 'CreateConsentRequest', fields: ['providerKey', 'redirectUrl'] },
];

/** §3 and §5: the fields of responses that are marked as optional, or not listed as required where a list is given. */
export const optional: Record<string, string[]> = {
  AccessTokenResponse: ['expiresIn'],
  Provider: ['logoUrl'],
  User: ['externalUserId'],
  Consent: ['dateExpire', 'dateTransactionsUpdated', 'dateRefreshed'],
  Transaction: ['balanceAfterTransaction'],
};

/** Fields that the specification doesn't mark, but that are assumed to be absent where they don't apply. */
export const assumedOptional: Record<string, string[]> = {
  TokenError: ['errorDescription', 'errorUri'],
  Transaction: ['providerProperties', 'category'],
  ProviderProperties: ['providerKey', 'transactionId', 'transactionType', 'transactionTypeName', 'reasonCode',
    'purposeCode', 'remittanceInfo', 'remittanceInfoType', 'remittanceInfoIssuer', 'balanceAfterTransaction',
    'endToEndId', 'mandateId', 'numberOfTransactions', 'paymentInformationId'],
  Category: ['l0Name', 'l1Name', 'l2Name', 'l3Name', 'code', 'z1', 'z2'],
  TransactionsList: ['nextPageToken'],
  CategorizationJobV1: ['parentId', 'consentId', 'userId', 'externalUserId'],
  ProblemDetails: ['detail', 'errors'],
};

/** §5 and §9: the defaults that are documented, with the spelling of the specification where the contract's differs. */
export const defaults: { api: Api; name: string; field: string; value: string; documented?: string }[] = [
  { api: 'authentication', name: 'AccessTokenRequest', field: 'scope', value: 'customer-api' },
  { api: 'consents', name: 'CreateConsentRequest', field: 'countryCode', value: 'NL' },
  { api: 'analysis', name: 'CreateAnalysisJobRequest', field: 'engine', value: 'Z2', documented: 'z2' },
  { api: 'analysis', name: 'CreateAnalysisJobRequest', field: 'profile', value: 'RETAIL', documented: 'retail' },
];
