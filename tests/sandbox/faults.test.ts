import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ACCOUNT, CONSENT, hastyClock, newConsent, receiver, startedSandbox, UNKNOWN } from './support.ts';

// Node 20.0 lacks this function.
Reflect.deleteProperty(AbortSignal, 'any');

const operationId = 'createConsent';
const consent = { ...newConsent, externalUserId: 'customer-1042' };

describe('A fault in POST /Consent:', () => {
  const rows: [fault: object, seen: RegExp, consents: number][] = [
    [{ drop: true }, /^fetch failed/, 1],
    [{ drop: true, effect: true }, /^fetch failed/, 2],
    [{ status: 503 }, /^503 application\/problem\+json/, 1],
    [{ status: 503, effect: true, delay: 60_000 }, /^503/, 2],
    [{ status: 401 }, /^401 Bearer/, 1],
    [{ status: 403 }, /^403/, 1],
    [{ status: 429, retryAfter: 2 }, /^429 2 /, 1],
    [{ status: 429, retryAfter: 2, retryAfterDate: true }, /^429 Mon, 02 Nov 2026 09:00:02 GMT/, 1],
    [{ location: 'https://example.com/' }, /^307 https:\/\/example.com\//, 1],
    [{ body: 'html' }, /^200 text\/html.*<title>/, 1],
    [{ body: 'html', effect: true }, /^200 text\/html/, 2],
    [{ body: 'html', status: 502 }, /^502 text\/html/, 1],
    [{ body: 'empty' }, /^200 - $/, 1],
    [{ body: 'cut' }, /^terminated/, 2],
    [{ body: 'slow', delay: 60_000 }, /^200 application\/json.*consentId/, 2],
    [{ body: 'extra' }, /^200 .*"sandboxExtra"/, 2],
    [{ delay: 60_000 }, /^200 application\/json/, 2],
  ];
  for (const [fault, seen, consents] of rows)
    test(JSON.stringify(fault), async (context) => {
      const { call } = await startedSandbox(context, {}, hastyClock());
      assert.equal((await call('POST', '/sandbox/faults', { operationId, ...fault })).status, 201);
      const got = await call('POST', '/Consent', consent).then(
        ({ status, headers, body }) => {
          const names = ['content-type', 'www-authenticate', 'retry-after', 'location'];
          const values = names.flatMap((name) => headers.get(name) ?? []);
          return `${status} ${values.join(' ') || '-'} ${typeof body === 'string' ? body : JSON.stringify(body)}`;
        },
        ({ message }: Error) => message,
      );
      assert.match(got, seen);
      const listed = await call('GET', '/Consent/getconsents?ExternalUserId=customer-1042');
      assert.equal(listed.body.length, consents);
    });
});

test('A lasting fault affects every request, and the log names the fault each time', async (context) => {
  const { call } = await startedSandbox(context);
  const { body: fault } = await call('POST', '/sandbox/faults', { status: 401, times: 'always' });
  for (let count = 0; count < 3; count++) assert.equal((await call('GET', '/Providers')).status, 401);
  const logged = (await call('GET', '/sandbox/requests')).body.at(-1);
  assert.deepEqual([logged.fault, fault.times], [fault, null]);
});

test('A fault makes a page repeat its token, shortens the page, or empties it', async (context) => {
  const { call } = await startedSandbox(context);
  const page = async (fault?: string, token?: string) => {
    if (fault) await call('POST', '/sandbox/faults', { operationId: 'listTransactions', page: fault });
    const { body } = await call('GET', `/Transactions?PageSize=10${token ? `&PageToken=${token}` : ''}`);
    return [body.data.length, body.nextPageToken] as [number, string];
  };
  const [, second] = await page();
  assert.deepEqual(await page('repeat', second), [10, second]);
  const [size, afterShort] = await page('short', second);
  assert.equal(size, 5);
  assert.equal((await page(undefined, afterShort))[0], 10);
  const [none, afterEmpty] = await page('empty', second);
  assert.ok(none === 0 && afterEmpty !== second);
  assert.deepEqual(await page(undefined, afterEmpty), await page(undefined, second));
  const wrong = await call('POST', '/sandbox/faults', { operationId: 'listAccounts', page: 'short' });
  assert.deepEqual(wrong.body.errors, { operationId: ['Only listTransactions has page tokens.'] });
});

for (const [what, status, location, says] of [
  ['follows no redirect', 301, '/hook/', /lost, because .* redirects to \/hook\/ \(301\)/],
  ['to a receiver that is down is lost', undefined, '', /127\.0\.0\.1:9\/ can't be reached/],
] as const)
  test(`An event ${what}, and the log says so`, async (context) => {
    const { url, events } = await receiver(context, status, { location });
    const webhookUrl = status === undefined ? 'http://127.0.0.1:9/' : url;
    const { call, sandbox } = await startedSandbox(context, { webhookUrl });
    const lines: string[] = [];
    sandbox.log.print = (line) => void lines.push(line);
    await call('POST', '/sandbox/events', { consentId: CONSENT });
    await context.waitFor(() => assert.match(lines.join('\n'), says));
    assert.equal(events.length, status === undefined ? 0 : 1);
    assert.equal((await call('GET', `/Consent/${CONSENT}`)).status, 200);
  });

test('A reset ends refreshes, held events, and delayed responses, whose requests still took effect', async (context) => {
  const { url, events } = await receiver(context);
  const { call, clock, sandbox } = await startedSandbox(context, { webhookUrl: url });
  await call('POST', `/Consent/${CONSENT}/refresh`);
  await call('POST', '/sandbox/faults', { operationId, delay: 60_000 });
  const late = assert.rejects(call('POST', '/Consent', consent), /fetch failed/);
  await context.waitFor(() => assert.equal(sandbox.state.pending.size, 2));
  assert.equal((await call('GET', `/Users/customer-1042`)).body.consents.length, 2);
  await call('POST', '/sandbox/reset');
  await late;
  clock.forward(60_000);
  await call('GET', '/Providers');
  assert.deepEqual([events.length, sandbox.state.pending.size], [0, 0]);
});

test('A refused page token stays refused, and a walk that starts again works', async (context) => {
  const { call } = await startedSandbox(context);
  const path = `/Transactions?ConsentId=${CONSENT}&PageSize=10`;
  const pageAfter = async (path: string) =>
    `${path}&PageToken=${(await call('GET', path)).body.nextPageToken}`;
  await call('POST', '/sandbox/faults', { operationId: 'listTransactions', page: 'refused' });
  const old = await pageAfter(path);
  for (const status of [400, 400]) assert.equal((await call('GET', old)).status, status);
  assert.equal((await call('GET', await pageAfter(path))).status, 200);
});

test('A fault can affect only one account', async (context) => {
  const { call } = await startedSandbox(context);
  const fault = { operationId: 'listTransactions', accountId: ACCOUNT, status: 403, times: 'always' };
  await call('POST', '/sandbox/faults', fault);
  const path = `/Transactions?ConsentId=${CONSENT}`;
  for (const [query, status] of [
    ['', 200],
    [`&AccountId=${ACCOUNT}`, 403],
    [`&AccountId=${UNKNOWN}`, 200],
  ] as const)
    assert.equal((await call('GET', path + query)).status, status);
});
