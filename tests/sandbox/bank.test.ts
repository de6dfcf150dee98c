import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { CONSENT, DAY, newConsent, startedSandbox, validator } from './support.ts';

const HOUR = 60 * 60 * 1000;
const accountId = '963d5a3a-6e7e-4dba-ab5e-0b9cde858650';
const STREAMING = '28ea5168-0c95-45c2-a935-aba91705d485';

type Call = [method: string, path: string, body?: object];
const transactions = '/sandbox/transactions';
const own = `${transactions}/${STREAMING}`;
const accounts = '/sandbox/accounts';
const change = (body: object): Call => ['PATCH', own, body];
const rebook = (bookDate: string): Call => ['POST', `${own}/rebook`, { bookDate }];
const add = (body: object): Call => ['POST', transactions, { accountId, amount: -3.8, ...body }];
const midnight = { transactionDateTime: '2026-11-01T23:59:30-02:00', currency: 'JPY', amount: 500 };
const noIban = { consentId: CONSENT, iban: false };
const saved = 'd47a757a-fc62-4567-a35e-00bc93baf975';

/**
 * A change at the bank, and the platform's data after it: the number of transactions and accounts, the first account's
 * balance, fields of one transaction or account, and `isKept` if the newest transaction keeps its ID.
 */
const rows: [what: string, change: Call, counts: number[], found?: object | undefined, isKept?: boolean][] = [
  ['changed an amount', change({ amount: -14.5 }), [30, 2, 2933.75], { balanceAfterTransaction: 2933.75 }],
  ['changed a text', change({ description: 'Tip' }), [30, 2, 2935.26], { id: STREAMING, description: 'Tip' }],
  ['removed one', ['DELETE', own], [29, 2, 2948.25], undefined, false],
  ['booked one', rebook('2026-10-29'), [30, 2, 2935.26], { bookDate: '2026-10-29' }, false],
  ['gave new IDs', ['POST', `/sandbox/consents/${CONSENT}/reissue`], [30, 2, 2935.26], undefined, false],
  ['has identical ones', add({ copies: 2 }), [32, 2, 2927.66], { balanceAfterTransaction: 2931.46 }],
  ['booked one weeks late', add({ bookDate: '2026-09-13' }), [31, 2, 2931.46], { bookDate: '2026-09-13' }],
  ['dated one in the future', add({ bookDate: '2027-01-01' }), [31, 2, 2935.26], { bookDate: '2027-01-01' }],
  ['has yen around midnight', add(midnight), [31, 2, 2935.26], { currency: 'JPY', bookDate: '2026-11-02' }],
  ['opened an account', ['POST', accounts, noIban], [30, 3, 2935.26], { iban: '' }],
  ['changed a balance', ['PUT', `${accounts}/${accountId}/balance`, { amount: -120.5 }], [30, 2, -120.5]],
  ['closed an account', ['DELETE', `${accounts}/${saved}`], [29, 1, 2935.26]],
  ['returns fewer days', ['PUT', `/sandbox/consents/${CONSENT}/history`, { days: 7 }], [4, 2, 2935.26]],
];

describe('After the next refresh, the platform shows that the bank', () => {
  for (const [what, change, counts, found, isKept = true] of rows)
    test(what, async (context) => {
      const { call, refresh } = await startedSandbox(context);
      const read = async (path: string, operationId: string) => {
        const { body } = await call('GET', `${path}?ConsentId=${CONSENT}`);
        assert.deepEqual(validator.validator.validateResponse(body, operationId, 200).errors, null);
        return (body.data ?? body) as Record<string, unknown>[];
      };
      const seen = async () => {
        const booked = await read('/Transactions', 'listTransactions');
        const accounts = await read('/Accounts', 'listAccounts');
        const { amount } = accounts[0]?.['accountBalance'] as { amount: number };
        return { booked, accounts, counts: [booked.length, accounts.length, amount] };
      };
      const { status, body } = await call(...change);
      assert.ok(status < 300, JSON.stringify(body));
      if (what !== 'returns fewer days') assert.deepEqual((await seen()).counts, [30, 2, 2935.26]);
      await refresh();
      const { booked, accounts, counts: after } = await seen();
      assert.deepEqual(after, counts);
      const ids = booked.map(({ id }) => id);
      assert.equal(ids.includes(STREAMING), isKept);
      const matches = (item: object) => isDeepStrictEqual({ ...item, ...found }, item);
      if (found) assert.equal([...booked, ...accounts].filter(matches).length, 1);
      // Sequences find their transactions even under new IDs.
      const { incomeSequences } = (await call('GET', `/Sequencing?ConsentId=${CONSENT}`)).body;
      assert.ok(what === 'returns fewer days' || incomeSequences[0].transactions.length > 1);
    });

  test('has no amounts with more decimals or digits than allowed', async (context) => {
    const { call } = await startedSandbox(context);
    for (const body of [{ amount: 3.805 }, { amount: 1.5, currency: 'JPY' }, { amount: 1e14 }])
      assert.equal((await call('POST', transactions, { accountId, ...body })).status, 400);
    const kept = await call('POST', transactions, { accountId, amount: 3.805, currency: 'KWD' });
    assert.equal(kept.status, 201);
  });
});

test('A consent ends at dateExpire and keeps its data', async (context) => {
  const { call, clock, consent } = await startedSandbox(context, { tokenLifetime: 10 ** 9 });
  const { dateExpire } = await consent();
  clock.forward(Date.parse(dateExpire) - clock.now() - 1);
  const { status, dateTransactionsUpdated } = await consent();
  assert.equal(status, 4);
  // The consent ends before this refresh can complete.
  await call('POST', `/Consent/${CONSENT}/refresh`);
  clock.forward(DAY);
  const ended = await consent();
  assert.deepEqual(
    [ended.status, ended.dateStatusUpdated, ended.dateTransactionsUpdated, ended.errors.length],
    [5, dateExpire, dateTransactionsUpdated, 1],
  );
  assert.equal((await call('POST', `/Consent/${CONSENT}/refresh`)).status, 400);
  assert.equal((await call('GET', `/Accounts?ConsentId=${CONSENT}`)).body.length, 2);
});

test('A control call sets dateExpire, and a consent expires then', async (context) => {
  const { call, clock, consent, send } = await startedSandbox(context);
  const path = `/sandbox/consents/${CONSENT}/expiry`;
  await call('PUT', path, { days: 3 });
  assert.equal(Date.parse((await consent()).dateExpire), clock.now() + 3 * DAY);
  await call('PUT', path, { days: 0 });
  assert.equal((await consent()).status, 5);
  const { consentId, consentUrl } = (await call('POST', '/Consent', newConsent)).body;
  await call('PUT', path.replace(CONSENT, consentId), { days: 0 });
  clock.forward(1);
  await send(consentUrl, { method: 'POST' }); // It's too late to give consent.
  assert.equal((await consent(consentId)).status, 5);
});

test('A consent lists no accounts or one per page, filters by another date, or cuts the first day of a list', async (context) => {
  const { call, refresh } = await startedSandbox(context);
  const list = (listing: object) => call('PUT', `/sandbox/consents/${CONSENT}/listing`, listing);
  const count = async (query = '') =>
    (await call('GET', `/Transactions?ConsentId=${CONSENT}${query}`)).body.data.length;
  const pageOf = async (page: number) => {
    const { body } = await call('GET', `/Accounts?ConsentId=${CONSENT}&Page=${page}&Size=50`);
    return (body as { id: string }[]).map(({ id }) => id);
  };
  await list({ accounts: 'none' });
  assert.deepEqual(await pageOf(1), []);
  await list({ accounts: 'all' });
  const ids = await pageOf(1);
  assert.equal(ids.length, 2);
  await list({ accountsPerPage: 1 });
  assert.deepEqual([await pageOf(1), await pageOf(2), await pageOf(3)], [[ids[0]], [ids[1]], []]);
  await list({ accountsPerPage: null });
  assert.deepEqual(await pageOf(1), ids);

  // This card payment was made a day before it was booked.
  await call(...add({ bookDate: '2026-11-01', transactionDateTime: '2026-10-31T10:00:00Z' }));
  // Each account's list now begins on another day.
  await call(...add({ bookDate: '2024-12-01' }));
  await refresh();
  const counts = async () => [await count('&DateFrom=2026-11-01'), await count('&DateTo=2026-10-31')];
  const [from = 0, to = 0] = await counts();
  await list({ dateFilter: 'transactionDateTime' });
  await list({ accounts: 'all' });
  assert.deepEqual(await counts(), [from - 1, to + 1]);
  const all = await count();
  await list({ firstDayFrom: '23:59' });
  assert.equal(await count(), all - 2); // the first transaction of each account
  await call(...add({ bookDate: '2024-12-01', transactionDateTime: '2024-12-01T23:59:00Z' }));
  await refresh();
  assert.equal(await count(), all - 1);
  assert.equal((await list({ firstDayFrom: '24:00' })).status, 400);
});

test('The bank moves an account to another IBAN, closes it, and reopens it with its transactions', async (context) => {
  const { call, refresh } = await startedSandbox(context);
  const read = async () => {
    await refresh();
    const listed = (await call('GET', `/Accounts?ConsentId=${CONSENT}`)).body as { iban: string }[];
    const { data } = (await call('GET', `/Transactions?ConsentId=${CONSENT}`)).body;
    return [listed.map(({ iban }) => iban).includes('NL13EXMP0400003044'), listed.length, data.length];
  };
  const own = `${accounts}/${saved}`;
  assert.equal((await call('PATCH', own, { iban: 'NL13EXMP0400003044' })).status, 204);
  assert.deepEqual(await read(), [true, 2, 30]);
  assert.equal((await call('POST', `${own}/reopen`)).status, 400);
  await call('DELETE', own);
  assert.deepEqual(await read(), [false, 1, 29]);
  assert.equal((await call('POST', `${own}/reopen`)).status, 204);
  assert.deepEqual(await read(), [true, 2, 30]);
});

test('A transaction has fields that the contract rules out, exactly as sent', async (context) => {
  const { call, refresh } = await startedSandbox(context);
  const fields = { bookDate: null, category: null, amount: -2.6100000000000003 };
  for (const body of [{ fields }, { omit: ['description'] }])
    assert.equal((await call('PUT', `${own}/fields`, body)).status, 204);
  await refresh();
  const { body } = await call('GET', `/Transactions?ConsentId=${CONSENT}`);
  const odd = body.data.find(({ id }: { id: string }) => id === STREAMING);
  const { bookDate, category, amount } = odd;
  assert.deepEqual([bookDate, category, JSON.stringify(amount)], [null, null, '-2.6100000000000003']);
  assert.ok(!('description' in odd) && !('raw' in odd));
});

test('A provider fails during an outage, and after its own daily limit until midnight', async (context) => {
  const { call, clock, consent } = await startedSandbox(context, { tokenLifetime: 10 ** 9 });
  const status = async (id?: string) => (await consent(id)).status;
  const lastChange = async () => Date.parse((await consent()).dateStatusUpdated);
  const create = async () =>
    (await call('POST', '/Consent', { ...newConsent, externalUserId: 'customer-1042' })).body.consentId;
  const change = (body: object) => call('PUT', '/sandbox/providers', { providerKey: 'sandbox-nl', ...body });
  const open = await create();
  await change({ outage: true });
  await change({ dailyRefreshes: 1 });
  assert.deepEqual([await status(), await status(open)], [6, 0]);
  clock.forward(60_000);
  const restored = clock.now();
  await change({ outage: false });
  assert.equal(await status(), 4);
  assert.ok((await lastChange()) >= restored);
  for (const expected of [4, 6]) {
    clock.forward(60_000);
    const sent = clock.now();
    assert.equal((await call('POST', `/Consent/${CONSENT}/refresh`)).status, 202);
    clock.forward(500);
    assert.equal(await status(), expected);
    assert.ok((await lastChange()) >= sent);
  }
  // All consents of an end user share the bank's limit.
  await call('PATCH', '/sandbox/settings', { consentGiven: true, pace: 0 });
  const second = await create();
  await call('POST', `/Consent/${second}/refresh`);
  assert.equal(await status(second), 6);
  clock.forward(15 * HOUR);
  assert.deepEqual([await status(), await status(second)], [4, 4]);
  assert.equal((await change({ providerKey: 'nobody', outage: true })).status, 400);
});

test('Untidy data fits the contract', async (context) => {
  const { call } = await startedSandbox(context, { pace: 0, consentGiven: true });
  const consent = { ...newConsent, providerKey: 'sandbox-untidy' };
  const { consentId } = (await call('POST', '/Consent', consent)).body;
  const { body } = await call('GET', `/Transactions?ConsentId=${consentId}`);
  assert.deepEqual(validator.validator.validateResponse(body, 'listTransactions', 200).errors, null);
  const data = body.data as Record<string, unknown>[];
  const has = (name: string, value: unknown) => data.some((each) => each[name] === value);
  const missing = { providerProperties: undefined, balanceAfterTransaction: undefined };
  for (const [name, value] of Object.entries({ description: '', currency: 'USD', amount: 0, ...missing }))
    assert.ok(has(name, value), name);
  assert.ok(data.some(({ description }) => String(description).length === 20_000));
  assert.match(JSON.stringify(data), /&amp;.*👩‍👩‍👧/);
  const ids = data.map((each) => (each['providerProperties'] as { transactionId: string })?.transactionId);
  assert.deepEqual(new Set(ids), new Set(['NONE', undefined]));
});
