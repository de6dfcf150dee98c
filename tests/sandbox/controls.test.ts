import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig, lint } from '@redocly/openapi-core';
import { httpMethods } from '../../src/contract/model.ts';
import { controlsDocument, controlsFile } from '../../src/sandbox/controls/document.ts';
import { sourceAt } from '../content/support/pages.ts';
import { CONSENT, receiver, startedSandbox } from './support.ts';

const read = `/Consent/${CONSENT}`;

test('A fault affects the next requests for its operation, with Retry-After only if the fault sets it', async (context) => {
  const { call } = await startedSandbox(context);
  const fault = { operationId: 'getConsent', times: 2, status: 503, retryAfter: 3 };
  assert.deepEqual((await call('POST', '/sandbox/faults', fault)).body, fault);
  assert.equal((await call('GET', '/Providers')).status, 200);
  const failed = await call('GET', read);
  assert.deepEqual([failed.status, failed.headers.get('retry-after')], [503, '3']);
  assert.deepEqual((await call('GET', '/sandbox/faults')).body, [{ ...fault, times: 1 }]);
  assert.equal((await call('GET', read)).status, 503);
  assert.equal((await call('GET', read)).status, 200);

  await call('POST', '/sandbox/faults', { status: 429 });
  const limited = await call('GET', '/Providers');
  assert.deepEqual([limited.status, limited.headers.get('retry-after')], [429, null]);
  await call('POST', '/sandbox/faults', { status: 500 });
  assert.equal((await call('DELETE', '/sandbox/faults')).status, 204);
  assert.equal((await call('GET', '/Providers')).status, 200);
});

test('A consent stays in the status that a control call has set until it is released', async (context) => {
  const { call, clock } = await startedSandbox(context, { consentGiven: true });
  const { body } = await call('POST', '/Consent', {
    providerKey: 'sandbox-declined',
    redirectUrl: 'https://app.example.com/done',
  });
  const status = `/sandbox/consents/${body.consentId}/status`;
  const accounts = async () => (await call('GET', `/Accounts?ConsentId=${body.consentId}`)).body.length;
  for (let held = 0; held <= 8; held++) {
    assert.equal((await call('PUT', status, { status: held })).status, 204);
    clock.forward(60_000);
    assert.equal((await call('GET', `/Consent/${body.consentId}`)).body.status, held);
    assert.equal(await accounts(), held < 4 ? 0 : 2, `data in status ${held}`);
  }
  await call('PUT', status, { status: 3 });
  assert.equal(await accounts(), 2);
  await call('POST', '/sandbox/accounts', { consentId: body.consentId });
  await call('PUT', status, { status: 4 });
  assert.equal(await accounts(), 3, 'data of the latest hold in status 4');
  await call('PUT', status, { status: 6, errors: [{ code: 'bank-offline', message: 'No response.' }] });
  const [error] = (await call('GET', `/Consent/${body.consentId}`)).body.errors;
  assert.deepEqual([error.type, error.code, error.message], ['sandbox', 'bank-offline', 'No response.']);
  assert.equal((await call('DELETE', status)).status, 204);
  assert.equal((await call('GET', `/Consent/${body.consentId}`)).body.status, 7);
});

test('A job of either kind has the status that a control call has set', async (context) => {
  const { call } = await startedSandbox(context);
  const category = (await call('POST', '/v2/categorization-jobs', { consentId: CONSENT })).body.data;
  const analysis = (await call('POST', '/analysis-jobs', { input: { consentIds: [CONSENT] } })).body.id;
  for (const status of ['FAILED', 'INPROGRESS', 'COMPLETED', 'PENDING']) {
    for (const id of [category, analysis]) await call('PUT', `/sandbox/jobs/${id}/status`, { status });
    assert.equal((await call('GET', `/v2/categorization-jobs/${category}`)).body.data.status, status);
    assert.equal((await call('GET', `/analysis-jobs/${analysis}`)).body.status, status);
  }
});

test('Events are sent on request, forged, held, or before their refresh returns a 202', async (context) => {
  const { url, events, arrived } = await receiver(context);
  const { call, clock } = await startedSandbox(context);
  const set = { url, held: true, early: false };
  assert.deepEqual((await call('PUT', '/sandbox/webhook', set)).body, set);
  await call('POST', '/sandbox/events', { consentId: CONSENT });
  assert.equal((await arrived(1)).consentId, CONSENT);
  await call('POST', '/sandbox/events', { forged: true });
  assert.notEqual((await arrived(2)).consentId, CONSENT);

  await call('POST', `/Consent/${CONSENT}/refresh`);
  clock.forward(500);
  assert.equal(events.length, 2);
  await call('PUT', '/sandbox/webhook', { held: false });
  await arrived(3);
  await call('PUT', '/sandbox/webhook', { early: true });
  assert.equal((await call('POST', `/Consent/${CONSENT}/refresh`)).status, 202);
  assert.equal(events.length, 4);
});

test('A reset restores the initial data and settings, or leaves no data', async (context) => {
  const { call } = await startedSandbox(context);
  const settings = { stableIds: true, pace: 7, consentGiven: true };
  assert.deepEqual((await call('PATCH', '/sandbox/settings', settings)).body, settings);
  await call('POST', '/Users', { externalUserId: 'customer-7' });
  await call('POST', '/sandbox/faults', { status: 500, operationId: 'deleteUser' });
  assert.equal((await call('POST', '/sandbox/reset')).status, 204);
  assert.equal((await call('GET', '/Users/customer-7')).status, 404);
  assert.equal((await call('GET', read)).status, 200);
  assert.deepEqual((await call('GET', '/sandbox/faults')).body, []);
  const initial = { stableIds: false, pace: 500, consentGiven: false };
  assert.deepEqual((await call('PATCH', '/sandbox/settings', {})).body, initial);
  await call('POST', '/sandbox/reset', { empty: true });
  assert.equal((await call('GET', read)).status, 404);
  assert.equal((await call('DELETE', `/sandbox/accounts/${CONSENT}`)).body.detail, 'Account not found.');
});

test('The control calls page lists every control call', () => {
  const page = sourceAt('/account-information/providers/sandbox-controls/');
  const shown = [...page.matchAll(/<ControlCall of="(\w+)" \/>/g)].map(([, id]) => id);
  const calls = Object.values(controlsDocument().paths ?? {}).flatMap((path) =>
    httpMethods.flatMap((method) => path?.[method]?.operationId ?? []),
  );
  assert.deepEqual(shown.toSorted(), calls.toSorted());
});

test('The OpenAPI document of the control calls has no lint errors, and its examples match its schemas', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: { 'operation-4xx-response': 'off', 'no-server-example.com': 'off' },
  });
  const problems = await lint({ ref: controlsFile, config });
  const messages = problems.map(({ message, location }) => `${location[0]?.pointer} ${message}`);
  assert.deepEqual(messages, []);
});

test('An outage interrupts a read, and what a hold has read stays', async (context) => {
  const { call, clock } = await startedSandbox(context);
  const consent = async () => {
    const { status, dateStatusUpdated, dateTransactionsUpdated } = (await call('GET', read)).body;
    return [status, Date.parse(dateStatusUpdated), Date.parse(dateTransactionsUpdated)];
  };
  const [, , before] = await consent();
  await call('POST', `${read}/refresh`);
  clock.forward(100);
  const failed = clock.now();
  await call('PUT', '/sandbox/providers', { providerKey: 'sandbox-nl', outage: true });
  clock.forward(60_000);
  assert.deepEqual(await consent(), [6, failed, before]);
  const held = clock.now();
  await call('PUT', `/sandbox/consents/${CONSENT}/status`, { status: 4 });
  await call('DELETE', `/sandbox/consents/${CONSENT}/status`);
  assert.deepEqual(await consent(), [6, failed, held]);
});
