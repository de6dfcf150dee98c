import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { isIban, type Node } from '../support/published-contracts.ts';
import { CONSENT, DAY, newConsent, receiver, startedSandbox, USER, type Got } from './support.ts';

const { redirectUrl } = newConsent;
const decide = (decision: string) => ({ method: 'POST', body: new URLSearchParams({ decision }) });

test('The token call accepts the credentials that the sandbox was started with, and rejects others', async (context) => {
  const { send, token, origin, clock, server } = await startedSandbox(context);
  assert.match(origin, /^http:\/\/127\.0\.0\.1:/);
  // No other machine on the network can reach the sandbox.
  assert.equal((server.address() as AddressInfo).address, '127.0.0.1');
  const { body } = await token();
  assert.deepEqual([body.tokenType, body.expiresIn], ['bearer', 3600]);
  const fields = { client_id: 'example-customer-app', client_secret: 'wrong', scope: 'everything' };
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...fields });
  const scope = await send('/cfa/connect/token', { method: 'POST', body: form });
  assert.deepEqual([scope.status, scope.body.error], [400, 'invalid_scope']);

  const headers = { authorization: `Bearer ${body.accessToken}` };
  assert.equal((await send('/Providers', { headers })).status, 200);
  clock.forward(3600 * 1000);
  assert.equal((await send('/Providers', { headers })).status, 401);
});

test('A consent moves from status 0 to 4 once the end user has given it, and then its data is ready', async (context) => {
  const { call, send, clock, consent } = await startedSandbox(context, { empty: true });
  await call('POST', '/Users', { externalUserId: 'customer-7' });
  const { body: created } = await call('POST', '/Consent', { ...newConsent, externalUserId: 'CUSTOMER-7' });
  const status = async () => (await consent(created.consentId)).status;
  const transactions = () => call('GET', `/Transactions?ConsentId=${created.consentId}&PageSize=4`);

  clock.forward(60_000);
  assert.equal(await status(), 0);
  assert.deepEqual((await transactions()).body, { data: [] });

  assert.equal((await send(`/sandbox/consents/${created.consentId}`)).status, 404);
  const page = await send(created.consentUrl);
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.match(page.body, /Give consent/);
  const done = await send(created.consentUrl, decide('give'));
  assert.deepEqual([done.status, done.headers.get('location')], [303, redirectUrl]);

  const seen = [];
  for (let step = 0; step < 5; step++, clock.forward(500)) seen.push(await status());
  assert.deepEqual(seen, [1, 2, 3, 4, 4]);
  assert.equal((await transactions()).body.data.length, 4);
});

test('A declined consent and a consent at a failing provider have different statuses and errors', async (context) => {
  const { call, send, clock, consent } = await startedSandbox(context);
  const outcome = async (providerKey: string, decision = 'give') => {
    const { body } = await call('POST', '/Consent', { providerKey, redirectUrl });
    await send(body.consentUrl, decide(decision));
    clock.forward(10_000);
    const { status, errors } = await consent(body.consentId);
    return [status, errors[0]?.code];
  };
  assert.deepEqual(await outcome('sandbox-nl', 'decline'), [7, 'sandbox-declined']);
  assert.deepEqual(await outcome('sandbox-declined'), [7, 'sandbox-declined']);
  assert.deepEqual(await outcome('sandbox-failing'), [6, 'sandbox-failing']);
  assert.deepEqual(await outcome('sandbox-timeout'), [8, 'sandbox-timeout']);
  assert.deepEqual(await outcome('sandbox-nl'), [4, undefined]);
});

test('Six refreshes per consent per day are accepted, and each sends Transactions Fetched when it completes, unless its consent is gone', async (context) => {
  const { url, events, arrived } = await receiver(context);
  const { call, clock } = await startedSandbox(context, { webhookUrl: url, tokenLifetime: 2 * 24 * 60 * 60 });
  for (let count = 1; count <= 6; count++) {
    assert.equal((await call('POST', `/Consent/${CONSENT}/refresh`)).status, 202);
    assert.equal((await call('GET', `/Consent/${CONSENT}`)).body.status, 3);
    clock.forward(500);
    assert.deepEqual(await arrived(count), {
      eventType: 'Transactions Fetched',
      consentId: CONSENT,
      userId: USER,
      externalUserId: 'customer-1042',
      timestamp: new Date(Date.parse('2026-11-02T09:00:00Z') + 500 * count).toISOString(),
    });
    assert.equal((await call('GET', `/Consent/${CONSENT}`)).body.status, 4);
  }
  const refused = await call('POST', `/Consent/${CONSENT}/refresh`);
  assert.deepEqual([refused.status, refused.body], [429, '']);
  clock.forward(DAY - (clock.now() % DAY));
  assert.equal((await call('POST', `/Consent/${CONSENT}/refresh`)).status, 202);
  await call('DELETE', `/Consent/${CONSENT}`);
  clock.forward(500);
  await call('GET', '/Providers');
  assert.equal(events.length, 6);
});

test('A page token works only for its own list, which is latest first, and the last page has none', async (context) => {
  const { call } = await startedSandbox(context);
  const first = await call('GET', `/Transactions?ConsentId=${CONSENT}&PageSize=4`);
  const other = await call('GET', `/Transactions?PageSize=4&PageToken=${first.body.nextPageToken}`);
  assert.deepEqual([other.status, Object.keys(other.body.errors)], [400, ['PageToken']]);
  const { data } = (await call('GET', `/Transactions?ConsentId=${CONSENT}&PageSize=100`)).body;
  assert.ok(data[0].bookDate > data.at(-1).bookDate);
  const whole = await call('GET', `/Transactions?ConsentId=${CONSENT}&PageSize=${data.length}`);
  assert.equal(whole.body.nextPageToken, undefined);
});

test('A categorization job finishes, and its transactions have categories from then on', async (context) => {
  const { call, clock } = await startedSandbox(context, { consentGiven: true });
  const { consentId } = (await call('POST', '/Consent', newConsent)).body;
  clock.forward(2000);
  const categories = async () => {
    const { body } = await call('GET', `/Transactions?ConsentId=${consentId}&PageSize=100`);
    return body.data.map(({ category }: { category?: object }) => Object.keys(category ?? {}).join());
  };
  const job = (await call('POST', '/v2/categorization-jobs', { engine: 'z2', consentId })).body.data;
  const seen = [];
  for (let step = 0; step < 3; step++, clock.forward(500))
    seen.push((await call('GET', `/v2/categorization-jobs/${job}`)).body.data.status, await categories());
  const [without, withThem] = ['', 'z2'].map((each) => Array<string>(30).fill(each));
  assert.deepEqual(seen, ['PENDING', without, 'INPROGRESS', without, 'COMPLETED', withThem]);
});

test("When a user is deleted, only the user's categorization jobs are deleted, even if their consent is gone", async (context) => {
  const { call } = await startedSandbox(context, { consentGiven: true, pace: 0 });
  const jobOf = async (externalUserId: string, providerKey: string) => {
    await call('POST', '/Users', { externalUserId });
    const { consentId } = (await call('POST', '/Consent', { providerKey, externalUserId, redirectUrl })).body;
    const job = (await call('POST', '/v2/categorization-jobs', { consentId })).body.data;
    await call('DELETE', `/Consent/${consentId}`);
    return async () => (await call('GET', `/v2/categorization-jobs/${job}`)).status;
  };
  const own = await jobOf('customer-7', 'sandbox-nl');
  const other = await jobOf('customer-8', 'sandbox-empty');
  await call('DELETE', '/Users?ExternalUserId=customer-7');
  assert.deepEqual([await own(), await other()], [404, 200]);
});

test('An analysis job finishes, needs a unique reference, and can be deleted only after it has finished', async (context) => {
  const { call, clock } = await startedSandbox(context);
  const request = { reference: 'review-7', input: { consentIds: [CONSENT] } };
  const created = await call('POST', '/analysis-jobs', request);
  assert.deepEqual([created.status, created.body.status, created.body.analysis], [201, 'PENDING', null]);
  const path = `/analysis-jobs/${created.body.id}`;
  assert.equal((await call('POST', '/analysis-jobs', request)).status, 400);
  assert.equal((await call('PUT', path, { reference: 'review-1042-october' })).status, 400);
  assert.equal((await call('DELETE', path)).status, 400);
  clock.forward(1000);
  const finished = (await call('GET', path)).body;
  assert.equal(finished.status, 'COMPLETED');
  assert.ok(finished.analysis);
  assert.equal((await call('PUT', path, { reference: 'review-8' })).body.reference, 'review-8');
  assert.equal((await call('DELETE', path)).status, 204);
  assert.equal((await call('GET', path)).status, 400);
});

/** Starts a sandbox in which users give consent twice or more. Returns a function that adds a consent. */
async function renewals(context: TestContext, settings: { stableIds?: boolean } = {}) {
  const { call, clock } = await startedSandbox(context, { consentGiven: true, ...settings });
  return async (providerKey = 'sandbox-nl', countryCode = 'NL') => {
    const body = { providerKey, countryCode, externalUserId: 'customer-1042', redirectUrl };
    const { consentId } = (await call('POST', '/Consent', body)).body;
    clock.forward(60_000);
    const accounts: Node[] = (await call('GET', `/Accounts?ConsentId=${consentId}`)).body;
    const transactions = new Set<string>();
    for (let token: string | undefined = ''; token !== undefined;) {
      const page = `ConsentId=${consentId}&PageSize=100${token && `&PageToken=${token}`}`;
      const { body }: Got = await call('GET', `/Transactions?${page}`);
      for (const { id } of body.data as Node[]) transactions.add(id);
      token = body.nextPageToken;
    }
    return { accounts: accounts.map(({ id }) => id), ibans: accounts.map(({ iban }) => iban), transactions };
  };
}

test('A renewed consent has the same bank accounts with new IDs, or with stable ones', async (context) => {
  const renew = await renewals(context);
  const [first, second] = [await renew(), await renew()];
  assert.deepEqual(second.ibans, first.ibans);
  assert.equal(new Set([...first.accounts, ...second.accounts]).size, 4);
  assert.equal(first.transactions.union(second.transactions).size, 60);
  const renewStable = await renewals(context, { stableIds: true });
  assert.deepEqual(await renewStable('sandbox-es', 'ES'), await renewStable('sandbox-es', 'ES'));
});

test('The accounts at each provider have their own numbers with valid check digits; one provider has none, and one has thousands of transactions', async (context) => {
  const read = await renewals(context);
  const countries = ['NL', 'BE', 'DE', 'ES'];
  const all = countries.map((country) => read(`sandbox-${country.toLowerCase()}`, country));
  const ibans = (await Promise.all(all)).flatMap((each) => each.ibans);
  assert.equal(new Set(ibans).size, 8);
  for (const iban of ibans) assert.ok(isIban(iban), iban);
  const [none, many] = [await read('sandbox-empty'), await read('sandbox-many')];
  assert.deepEqual([none.accounts.length, none.transactions.size], [0, 0]);
  assert.deepEqual([many.accounts.length, many.transactions.size], [2, 2520]);
});

test('Sequences contain the same objects as the transactions API', async (context) => {
  const { call } = await startedSandbox(context);
  const listed: Node[] = (await call('GET', `/Transactions?ConsentId=${CONSENT}&PageSize=100`)).body.data;
  const { incomeSequences, expenseSequences } = (await call('GET', `/Sequencing?ConsentId=${CONSENT}`)).body;
  const inSequences: Node[] = [...incomeSequences, ...expenseSequences].flatMap((each) => each.transactions);
  assert.equal(inSequences.length, 26);
  const sameInList = inSequences.map(({ id }) => listed.find((each) => each.id === id));
  assert.deepEqual(inSequences, sameInList);
});

test("Categorization jobs of both versions have their engine's version", async (context) => {
  const { call } = await startedSandbox(context);
  await call('POST', `/CategorizationJobs?ConsentId=${CONSENT}`);
  const { body: jobs } = await call('GET', `/CategorizationJobs?ConsentId=${CONSENT}`);
  assert.equal(jobs.at(-1)?.engineVersion, '1.4.2');
  const { data } = (await call('POST', '/v2/categorization-jobs', { consentId: CONSENT })).body;
  const { body: job } = await call('GET', `/v2/categorization-jobs/${data}`);
  assert.equal(job.data.engineVersion, '2.3.0');
});
