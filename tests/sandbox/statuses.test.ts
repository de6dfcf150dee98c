import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpMethods } from '../../src/contract/model.ts';
import { platformDocument } from '../../src/sandbox/document.ts';
import { CONSENT, startedSandbox, USER, type Got } from './support.ts';

type Sent = Awaited<ReturnType<typeof startedSandbox>>;

const document = await platformDocument();
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const redirectUrl = 'https://app.example.com/consent/done';
const form = (secret: string, grant: Record<string, string> = { grant_type: 'client_credentials' }) => ({
  method: 'POST',
  body: new URLSearchParams({ ...grant, client_id: 'example-customer-app', client_secret: secret }),
});
const job = { engine: 'z2', consentId: CONSENT };

/** Requests that get a documented status without a fault, on a new sandbox. */
const requests: Record<string, (sandbox: Sent) => Promise<Got>> = {
  'createAccessToken 200': ({ token }) => token(),
  'createAccessToken 400': ({ send }) => send('/cfa/connect/token', form('example-secret', {})),
  'createAccessToken 401': ({ send }) => send('/cfa/connect/token', form('wrong')),
  'listProviders 200': ({ call }) => call('GET', '/Providers'),
  'createUser 200': ({ call }) => call('POST', '/Users', { externalUserId: 'customer-7' }),
  'deleteUser 204': ({ call }) => call('DELETE', `/Users?UserId=${USER}`),
  'getUser 200': ({ call }) => call('GET', `/Users/${USER}`),
  'getUser 404': ({ call }) => call('GET', '/Users/nobody'),
  'createConsent 200': ({ call }) => call('POST', '/Consent', { providerKey: 'sandbox-nl', redirectUrl }),
  'listConsents 200': ({ call }) => call('GET', `/Consent/getconsents?UserId=${USER}`),
  'getConsent 200': ({ call }) => call('GET', `/Consent/${CONSENT}`),
  'getConsent 404': ({ call }) => call('GET', `/Consent/${UNKNOWN}`),
  'deleteConsent 204': ({ call }) => call('DELETE', `/Consent/${CONSENT}`),
  'refreshConsent 202': ({ call }) => call('POST', `/Consent/${CONSENT}/refresh`),
  'refreshConsent 429': async ({ call }) => {
    for (let count = 0; count < 6; count++) await call('POST', `/Consent/${CONSENT}/refresh`);
    return call('POST', `/Consent/${CONSENT}/refresh`);
  },
  'listAccounts 200': ({ call }) => call('GET', `/Accounts?ConsentId=${CONSENT}`),
  'listAccounts 400': ({ call }) => call('GET', '/Accounts?ConsentId=1'),
  'listAccounts 404': ({ call }) => call('GET', `/Accounts?ConsentId=${UNKNOWN}`),
  'getAccount 200': ({ call }) => call('GET', '/Accounts/963d5a3a-6e7e-4dba-ab5e-0b9cde858650'),
  'listTransactions 200': ({ call }) => call('GET', `/Transactions?ConsentId=${CONSENT}&PageSize=4`),
  'getSequencing 200': ({ call }) => call('GET', `/Sequencing?ConsentId=${CONSENT}`),
  'listCategorizationJobs 200': ({ call }) => call('GET', `/v2/categorization-jobs?ConsentId=${CONSENT}`),
  'createCategorizationJob 202': ({ call }) => call('POST', '/v2/categorization-jobs', job),
  'createCategorizationJob 400': ({ call }) => call('POST', '/v2/categorization-jobs', { engine: 'z2' }),
  'getCategorizationJob 200': async ({ call }) =>
    call('GET', `/v2/categorization-jobs/${(await call('POST', '/v2/categorization-jobs', job)).body.data}`),
  'listCategorizationJobsV1 200': ({ call }) => call('GET', `/CategorizationJobs?ConsentId=${CONSENT}`),
  'createCategorizationJobV1 201': ({ call }) => call('POST', `/CategorizationJobs?ConsentId=${CONSENT}`),
  'getCategorizationJobV1 200': async ({ call }) =>
    call('GET', `/CategorizationJobs/${(await call('POST', '/v2/categorization-jobs', job)).body.data}`),
  'listAnalysisJobs 200': ({ call }) => call('GET', '/analysis-jobs'),
  'listAnalysisJobs 400': ({ call }) => call('GET', '/analysis-jobs?ToDate=yesterday'),
  'createAnalysisJob 201': ({ call }) => call('POST', '/analysis-jobs', { input: { consentIds: [CONSENT] } }),
  'createAnalysisJob 400': ({ call }) => call('POST', '/analysis-jobs', { input: { consentIds: [UNKNOWN] } }),
  'getAnalysisJob 200': ({ call }) => call('GET', `/analysis-jobs/${JOB}`),
  'getAnalysisJob 400': ({ call }) => call('GET', `/analysis-jobs/${UNKNOWN}`),
  'updateAnalysisJob 200': ({ call }) => call('PUT', `/analysis-jobs/${JOB}`, { reference: 'review-8' }),
  'updateAnalysisJob 400': ({ call }) => call('PUT', `/analysis-jobs/${UNKNOWN}`, { reference: 'review-8' }),
  'deleteAnalysisJob 204': ({ call }) => call('DELETE', `/analysis-jobs/${JOB}`),
  'deleteAnalysisJob 400': ({ call }) => call('DELETE', `/analysis-jobs/${UNKNOWN}`),
};

const JOB = '8d0d22e8-1eed-485d-8237-2a8b037a8ac1';

/** Statuses that only a fault reaches, because no request of a client causes them. */
const faults = new Set(['getUser 400', 'listAnalysisJobs 404']);

const documented = Object.values(document.paths ?? {}).flatMap((path) =>
  httpMethods.flatMap((method) => {
    const { operationId = '', responses = {} } = path?.[method] ?? {};
    return Object.keys(responses).map((status) => ({ operationId, status: Number(status) }));
  }),
);

for (const { operationId, status } of documented) {
  test(`${operationId} returns ${status}`, async (context) => {
    const sandbox = await startedSandbox(context);
    const name = `${operationId} ${status}`;
    if (faults.has(name)) {
      assert.equal((await sandbox.call('POST', '/sandbox/faults', { operationId, status })).status, 201);
    }
    const request = requests[faults.has(name) ? `${operationId} 200` : name];
    assert.ok(request, `Nothing here reaches ${name}. Add a request, or the name to faults.`);
    assert.equal((await request(sandbox)).status, status);
  });
}

test('The refresh limit is that of the contract', async (context) => {
  const changed = structuredClone(document);
  Object.assign(changed.paths!['/Consent/{id}/refresh']!.post!, { 'x-rate-limit': { limit: 1 } });
  const { call } = await startedSandbox(context, {}, changed);
  const refresh = async () => (await call('POST', `/Consent/${CONSENT}/refresh`)).status;
  assert.deepEqual([await refresh(), await refresh()], [202, 429]);
});

test('The contracts document each status that is reached here', () => {
  const known = new Set(documented.map(({ operationId, status }) => `${operationId} ${status}`));
  assert.deepEqual(
    [...Object.keys(requests), ...faults].filter((name) => !known.has(name)),
    [],
  );
});

test('A consent has each status that the contract documents', async (context) => {
  const { call } = await startedSandbox(context);
  const { enum: statuses = [] } = document.components?.schemas?.['ConsentStatus'] as { enum?: number[] };
  assert.equal(statuses.length, 9);
  for (const status of statuses) {
    await call('PUT', `/sandbox/consents/${CONSENT}/status`, { status });
    assert.equal((await call('GET', `/Consent/${CONSENT}`)).body.status, status);
  }
});
