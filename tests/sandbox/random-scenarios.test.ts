import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { derivedId } from '../../src/sandbox/bank.ts';
import { generator } from '../support/random.ts';
import { CONSENT, hastyClock, startedSandbox, validator } from './support.ts';

/* Whatever a bank, a network, and a clock do in random order, no response breaks the contract. */

const SCENARIOS = Number(process.env['SCENARIOS'] ?? 5);
const STEPS = 40;

const newConsent = { externalUserId: 'customer-1042', redirectUrl: 'https://app.example.com/done' };
const providers = ['sandbox-nl', 'sandbox-slow', 'sandbox-failing', 'sandbox-empty', 'sandbox-declined'];
const faults: object[] = [
  ...[401, 403, 429, 500, 503].map((status) => ({ status, times: 2 })),
  { status: 503, retryAfter: 2, retryAfterDate: true },
  { location: 'https://example.com/', status: 302 },
  { drop: true },
  { operationId: 'createConsent', drop: true, effect: true },
  { delay: 5_000 },
  { operationId: 'refreshConsent', delay: 90_000, effect: true, status: 504 },
  ...['html', 'cut', 'empty', 'slow', 'extra'].map((body) => ({ body })),
  ...['repeat', 'short', 'empty'].map((page) => ({ operationId: 'listTransactions', page, times: 2 })),
];

/** IDs from the examples. */
const examples = {
  consents: [CONSENT],
  accounts: ['963d5a3a-6e7e-4dba-ab5e-0b9cde858650'],
  transactions: ['28ea5168-0c95-45c2-a935-aba91705d485'],
};

const reads = ['/Consent/', '/Accounts?ConsentId=', '/Sequencing?ConsentId='];
const lists = ['/Consent/getconsents', '/Accounts', '/Transactions'].map(
  (path) => `${path}?ExternalUserId=customer-1042`,
);

type Step = [method: string, path: string, body?: object | undefined];

/** A sandbox that plays scenarios, each from its initial state. */
async function player(context: TestContext) {
  const clock = hastyClock();
  let random = generator(0);
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];
  const whole = (end: number) => Math.floor(random() * end);
  const newId = () => derivedId('scenario', String(random()));
  const sandbox = await startedSandbox(
    context,
    { newId, stableIds: true, consentGiven: true, tokenLifetime: 10 ** 10 },
    { clock },
  );
  const { call, token, sandbox: inner } = sandbox;

  /** IDs that the client has seen. */
  let seen = examples;
  const consent = () => pick(seen.consents);
  const transaction = () => `/sandbox/transactions/${pick(seen.transactions)}`;
  const day = () => new Date(clock.now() + (whole(400) - 300) * 86_400_000).toISOString().slice(0, 10);
  const steps: (() => Step)[] = [
    () => ['GET', `${pick(reads)}${consent()}`],
    // Read lists more often, because they show what the bank has changed.
    ...Array.from({ length: 6 }, () => (): Step => ['GET', pick(lists)!]),
    ...Array.from({ length: 4 }, () => (): Step => ['POST', `/Consent/${consent()}/refresh`]),
    () => ['POST', '/Consent', { ...newConsent, providerKey: pick(providers) }],
    () => ['POST', '/v2/categorization-jobs', { engine: pick(['z1', 'z2']), consentId: consent() }],
    () => ['POST', '/analysis-jobs', { input: { consentIds: [consent()] } }],
    () => ['PUT', `/sandbox/consents/${consent()}/status`, { status: whole(9) }],
    () => ['DELETE', `/sandbox/consents/${consent()}/status`],
    () => ['PUT', `/sandbox/consents/${consent()}/history`, { days: pick([0, 90, null]) }],
    () => ['POST', `/sandbox/consents/${consent()}/reissue`],
    () => [
      'POST',
      '/sandbox/accounts',
      { consentId: consent(), iban: random() < 0.5, currency: pick(['EUR', 'JPY']) },
    ],
    () => ['DELETE', `/sandbox/accounts/${pick(seen.accounts)}`],
    () => [
      'POST',
      '/sandbox/transactions',
      { accountId: pick(seen.accounts), amount: whole(9999) - 5000, bookDate: day(), copies: whole(3) + 1 },
    ],
    () => ['PATCH', transaction(), { amount: whole(100), bookDate: day() }],
    () => ['DELETE', transaction()],
    () => ['POST', `${transaction()}/rebook`, { bookDate: day() }],
    () => ['PUT', '/sandbox/webhook', { early: random() < 0.5, held: random() < 0.5 }],
    () => ['POST', '/sandbox/clock', { forward: 10 ** whole(8) }],
    () => ['POST', '/sandbox/tokens/expire'],
    () => ['POST', '/sandbox/faults', pick(faults)],
    () => ['POST', '/sandbox/faults', pick(faults)],
  ];

  /** The header with a new token, or without a token if the token request fails too. */
  const renewed = () =>
    token().then(
      ({ body }) => `Bearer ${body.accessToken}`,
      () => 'Bearer none',
    );

  /** Plays a scenario. Returns the log. */
  return async (seed: number) => {
    random = generator(seed);
    await call('POST', '/sandbox/reset');
    await call('DELETE', '/sandbox/requests');
    seen = structuredClone(examples);
    let authorization = await renewed();
    for (let count = 0; count < STEPS; count++) {
      const [method, path, body] = pick(steps)!();
      const got = await Promise.race([
        sandbox
          .send(path, {
            method,
            headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
            ...(body && { body: JSON.stringify(body) }),
          })
          .catch((error: Error) => error),
        setTimeout(10_000, undefined, { ref: false }),
      ]);
      const what = `seed ${seed}: ${method} ${path} ${JSON.stringify(body)}`;
      assert.ok(got !== undefined, `${what} hangs`);
      const { operationId, fault, problem } = inner.log.requests.at(-1)!;
      if (got instanceof Error) {
        assert.ok(fault?.drop || fault?.body === 'cut', `${what}: ${got}`);
        continue;
      }
      assert.ok(got.status < 500 || fault, `${what}: ${problem}`);
      if (got.status === 401) authorization = await renewed();
      if (operationId === undefined || /html|empty/.test(fault?.body ?? '')) continue;
      const { responses = {} } = validator.router.getOperation(operationId)!;
      const sent = got.body === '' ? null : got.body;
      const { errors } = validator.validator.validateResponse(sent, operationId, got.status);
      if (String(got.status) in responses) assert.deepEqual(errors ?? [], [], what);
      else assert.ok(got.status >= 300 && (sent === null || 'traceId' in sent), what);
      if (got.status !== 200) continue;
      const ids = (items: { id: string }[]) => items.map(({ id }) => id);
      if (operationId === 'listConsents') seen.consents = ids(got.body);
      if (operationId === 'listAccounts') seen.accounts = ids(got.body);
      if (operationId === 'listTransactions') seen.transactions = ids(got.body.data);
    }
    return inner.log.requests;
  };
}

test(`${SCENARIOS} random scenarios fit the contract, never hang, and produce the same log when repeated`, async (context) => {
  const [first, second] = [await player(context), await player(context)];
  for (let seed = 1; seed <= SCENARIOS; seed++)
    assert.deepEqual(await second(seed), await first(seed), `seed ${seed}`);
});
