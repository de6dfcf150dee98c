import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { OpenAPIBackend, type Document, type Operation } from 'openapi-backend';
import type { OpenAPIV3_1 } from 'openapi-types';
import { derivedId } from '../../src/sandbox/bank.ts';
import { controlsDocument } from '../../src/sandbox/controls/document.ts';
import { combinedDocument } from '../../src/contract/combined.ts';
import { generator } from '../support/random.ts';
import { ACCOUNT, CONSENT, DAY, hastyClock, startedSandbox, UNKNOWN, USER, validator } from './support.ts';
import type { Got } from './support.ts';

/* Tests what follows from the contract: requests made from its examples, and each status that it documents. */

const REQUESTS = Number(process.env['REQUESTS'] ?? 600);
const document = combinedDocument();

const operations = validator.router.getOperations();
const controlsBackend = new OpenAPIBackend({ definition: controlsDocument() as Document, quick: true });
const controls = (await controlsBackend.init()).router.getOperations();

interface Attempt {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

/** A request made from the contract's examples: some parameters, and the body with some of its optional fields. */
function valid(operation: Operation, random: () => number): Attempt {
  const query = new URLSearchParams();
  let path = operation.path;
  for (const parameter of (operation.parameters ?? []) as OpenAPIV3_1.ParameterObject[]) {
    const value = String(parameter.example);
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, value);
    else if (parameter.required || random() < 0.4) query.set(parameter.name, value);
  }
  const attempt = {
    method: operation.method.toUpperCase(),
    path: query.size > 0 ? `${path}?${query}` : path,
  };
  const { content = {} } = (operation.requestBody ?? {}) as Partial<OpenAPIV3_1.RequestBodyObject>;
  const [[type, media] = []] = Object.entries(content);
  if (type === undefined || media === undefined) return attempt;
  const { required = [] } = media.schema as OpenAPIV3_1.SchemaObject;
  const [example] = Object.values(media.examples ?? {}) as OpenAPIV3_1.ExampleObject[];
  const fields = Object.entries(example?.value as object).filter(
    ([name]) => required.includes(name) || random() < 0.7,
  );
  const isForm = type.includes('form');
  const body = isForm ? String(new URLSearchParams(fields)) : JSON.stringify(Object.fromEntries(fields));
  return { ...attempt, headers: { 'content-type': type }, body };
}

function pick<T>(all: readonly T[], random: () => number): T {
  return all[Math.floor(random() * all.length)] as T;
}

type Sandbox = Awaited<ReturnType<typeof startedSandbox>>;

const submit = ({ send, authorization }: Sandbox, { path, headers, ...request }: Attempt) =>
  send(path, { ...request, headers: { authorization, ...headers } });

/** Expects the contract's response or, for a status that it doesn't document, problem details. */
function expectFit({ status, body }: Pick<Got, 'status' | 'body'>, operationId: string, what: string) {
  const { responses = {} } = validator.router.getOperation(operationId)!;
  const sent = body === '' ? null : body;
  const { errors } = validator.validator.validateResponse(sent, operationId, status);
  if (String(status) in responses) assert.deepEqual(errors ?? [], [], what);
  else assert.ok(status >= 300 && (sent === null || 'traceId' in sent || 'error' in sent), what);
}

/** JSON values that programs often read wrong, or can't read, by the type or format of a field. */
const oddValues: Record<string, string[]> = {
  any: ['null', 'true', '""', '[]', '{}', '[null]', '[[[[]]]]', '{"a":{"b":null}}', '{"__proto__":null}'],
  string: ['"NaN"', '"toString"', '"\\ud800"', '"\\u0000"', '"\uFEFF"', '"İ"', '"XXX"', '"http://x:99999/"'],
  number: ['NaN', '-0', '1e308', '1e400', '1e-320', '9007199254740993', '0.1', '-2147483649'],
  date: ['"2026-02-29"', '"0000-01-01"', '"9999-12-31"'],
  'date-time': [
    ...['"2026-12-31T23:59:60Z"', '"2026-01-01T00:00:00+01"'],
    ...['"0000-01-01T00:00:00+23:59"', '"9999-12-31T23:59:59-23:59"'],
  ],
  object: [`${'{"a":'.repeat(9_999)}1${'}'.repeat(9_999)}`],
};
const oddTexts = [
  ...['', '%', '%00', '%FF', '%ED%A0%80', '%25', '..', '%2e%2e', 'a%2Fb', '+', '%20', '%0D%0A', '%EF%BB%BF'],
  ...['NaN', '1e400', '9'.repeat(400), '0x1', '-1', '1.5', '0000-01-01', '9999-12-31', '__proto__'],
  ...['2026-12-31T23:59:60Z', '0000-01-01T00:00:00Z', '[]', '{}', 'null', 'x'.repeat(4_000)],
];
const oddBodies = ['', 'null', '[]', '"x"', '1', '{"a":', '['.repeat(9_999), '\uFEFF{}', '\xFF\xFE{\0'];
const oddTypes = [
  '',
  ',',
  'text/plain',
  'application/json; charset=latin1',
  'multipart/form-data; boundary=x',
];

/** A request in which a field, a parameter, or the whole body is odd. */
function oddRequest(operation: Operation, random: () => number): Attempt {
  const { path: template, parameters = [] } = operation;
  const { body, ...attempt } = valid(operation, random);
  let path = template;
  const query: string[] = [];
  for (const { name, in: place, example } of parameters as OpenAPIV3_1.ParameterObject[]) {
    const text = random() < 0.3 ? pick(oddTexts, random) : encodeURIComponent(String(example));
    if (place === 'path') path = path.replace(`{${name}}`, text);
    else if (random() < 0.4) query.push(`${name}${random() < 0.1 ? '[a][]' : ''}=${text}`);
    if (random() < 0.1) query.push(`${name}=${text}`);
  }
  const odd = { ...attempt, path: `${path}?${query.join('&')}` };
  if (random() < 0.1) odd.method = pick(['GET', 'PUT', 'HEAD', 'TRACE', 'QUERY'], random);
  if (body === undefined) return odd;
  if (random() < 0.1) odd.headers = { 'content-type': pick(oddTypes, random) };
  if (random() < 0.2) return { ...odd, body: Buffer.from(pick(oddBodies, random), 'latin1') };
  const [{ schema } = {}] = Object.values((operation.requestBody as OpenAPIV3_1.RequestBodyObject).content);
  const [name, field] = pick(Object.entries((schema as OpenAPIV3_1.SchemaObject).properties ?? {}), random);
  const { format, type } = field as OpenAPIV3_1.SchemaObject;
  const likely = random() < 0.5 ? oddValues[format ?? String(type).replace('integer', 'number')] : undefined;
  const value = pick(likely ?? Object.values(oddValues).flat(), random);
  // Set a field that the example may lack, or replace a value at any level.
  if (random() < 0.5) return { ...odd, body: String(body).replace(/,?\}$/, () => `,"${name}":${value}}`) };
  const values = String(body).match(/"[^"]*"(?!:)|-?\d[\d.]*|true|false|null|\[.*?\]/g) ?? [];
  return { ...odd, body: String(body).replace(pick(values, random), () => value) };
}

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
const newConsent = { externalUserId: 'customer-1042', redirectUrl: 'https://app.example.com/done' };
const providers = ['sandbox-nl', 'sandbox-slow', 'sandbox-failing', 'sandbox-empty', 'sandbox-declined'];

/** IDs from the examples, and then those in the latest lists. */
const examples = {
  consents: [CONSENT],
  accounts: [ACCOUNT],
  transactions: ['28ea5168-0c95-45c2-a935-aba91705d485'],
};

type Step = [method: string, path: string, body?: object];

/** What a bank, an end user, and a program may do next, mostly a read or a refresh, which show what the bank changed. */
function nextStep(seen: typeof examples, now: number, random: () => number): Step {
  const whole = (end: number) => Math.floor(random() * end);
  const consent = pick(seen.consents, random);
  const accountId = pick(seen.accounts, random);
  const transaction = `/sandbox/transactions/${pick(seen.transactions, random)}`;
  const control = `/sandbox/consents/${consent}`;
  const bookDate = new Date(now + (whole(400) - 300) * DAY).toISOString().slice(0, 10);
  const payment = { accountId, amount: whole(9999) - 5000, bookDate, copies: whole(3) + 1 };
  const read = pick(['/Consent/', '/Accounts?ConsentId=', '/Sequencing?ConsentId='], random) + consent;
  const list = pick(['/Consent/getconsents', '/Accounts', '/Transactions'], random);
  const steps: Step[] = [
    ['GET', read],
    ...Array<Step>(6).fill(['GET', `${list}?ExternalUserId=customer-1042`]),
    ...Array<Step>(4).fill(['POST', `/Consent/${consent}/refresh`]),
    ['POST', '/Consent', { ...newConsent, providerKey: pick(providers, random) }],
    ['POST', '/v2/categorization-jobs', { engine: pick(['z1', 'z2'], random), consentId: consent }],
    ['POST', '/analysis-jobs', { input: { consentIds: [consent] } }],
    ['PUT', `${control}/status`, { status: whole(9) }],
    ['DELETE', `${control}/status`],
    ['PUT', `${control}/history`, { days: pick([0, 90, null], random) }],
    ['POST', `${control}/reissue`],
    ['POST', '/sandbox/accounts', { consentId: consent, iban: random() < 0.5, currency: 'JPY' }],
    ['DELETE', `/sandbox/accounts/${accountId}`],
    ['POST', '/sandbox/transactions', payment],
    ['PATCH', transaction, { amount: whole(100), bookDate }],
    ['DELETE', transaction],
    ['POST', `${transaction}/rebook`, { bookDate }],
    ['PUT', '/sandbox/webhook', { early: random() < 0.5, held: random() < 0.5 }],
    ['POST', '/sandbox/clock', { forward: 10 ** whole(8) }],
    ['POST', '/sandbox/tokens/expire'],
    ...Array<Step>(2).fill(['POST', '/sandbox/faults', pick(faults, random)]),
  ];
  return pick(steps, random);
}

test(`Each of ${REQUESTS} requests, right or odd and in random order, gets a response that fits the contract`, async (context) => {
  const random = generator(20_261_129);
  const newId = () => derivedId('random', String(random()));
  const settings = { consentGiven: true, tokenLifetime: 10 ** 10, stableIds: true, newId };
  const clock = hastyClock();
  const { origin, sandbox, call, token } = await startedSandbox(context, settings, clock);
  const agent = new Agent({ keepAlive: true });
  context.after(() => agent.destroy());
  /** A new token, or a wrong one if the request for it fails, too. */
  const newToken = async () => `Bearer ${(await token().catch(() => undefined))?.body.accessToken}`;
  let authorization = await newToken();
  let seen = examples;
  for (let count = 0; count < REQUESTS; count++) {
    if (count % 40 === 0) {
      await call('POST', '/sandbox/reset', {});
      seen = structuredClone(examples);
    }
    const [method, path, sent] = nextStep(seen, clock.now(), random);
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(sent) };
    const step: Attempt = { method, path, ...(sent && json) };
    const isOdd = random() < 0.4;
    const attempt = isOdd ? oddRequest(pick([...operations, ...controls], random), random) : step;
    const { body = '' } = attempt;
    const headers = { authorization, 'content-length': Buffer.byteLength(body), ...attempt.headers };
    const signal = AbortSignal.timeout(120_000);
    const request = httpRequest(origin, { ...attempt, agent, headers, signal }).end(body);
    const [response] = (await once(request, 'response').catch(() => [])) as [IncomingMessage?];
    const received = response ? await text(response).catch(() => '') : '';
    const { statusCode: status = 500, headers: { 'content-type': sentType = '' } = {} } = response ?? {};
    const { operationId = '', problem, fault } = sandbox.log.requests.at(-1)!;
    const what = `${attempt.method} ${attempt.path} ${String(body).slice(0, 400)}: ${status} ${received} ${problem}`;
    assert.ok(!signal.aborted, what);
    if (status === 401) authorization = await newToken();
    // A transaction with replaced fields needn't fit the contract.
    if (attempt.path.includes('/fields')) await call('POST', '/sandbox/reset', {});
    // A fault may return a 500 or anything else.
    if (fault && (isOdd || status >= 500 || /html|empty|cut/.test(fault.body ?? ''))) continue;
    assert.ok(status < 500, what);
    const got = received && sentType.includes('json') ? JSON.parse(received) : received;
    if (validator.router.getOperation(operationId)) expectFit({ status, body: got }, operationId, what);
    else assert.ok(status < 400 || received === '' || 'traceId' in got || 'error' in got, what);
    if (status !== 200) continue;
    const ids = (items: { id: string }[]) => items.map(({ id }) => id);
    if (operationId === 'listConsents') seen.consents = ids(got);
    if (operationId === 'listAccounts') seen.accounts = ids(got);
    if (operationId === 'listTransactions') seen.transactions = ids(got.data);
  }
});

/** Requests for statuses that the contract's examples don't reach. Each gets a new sandbox. */
const causes: Record<string, (sandbox: Sandbox) => Promise<Got>> = {
  'createAccessToken 400': (sandbox) => tokenWith(sandbox, {}),
  'createAccessToken 401': (sandbox) =>
    tokenWith(sandbox, { grant_type: 'client_credentials', client_id: 'someone', client_secret: 'wrong' }),
  'createUser 200': ({ call }) => call('POST', '/Users', { externalUserId: 'customer-7' }),
  'getUser 400': ({ call }) => call('GET', '/Users/%20'),
  'getUser 404': ({ call }) => call('GET', '/Users/nobody'),
  'deleteUser 204': ({ call }) => call('DELETE', `/Users?UserId=${USER}`),
  'deleteUser 404': ({ call }) => call('DELETE', `/Users?UserId=${UNKNOWN}`),
  'listAccounts 400': ({ call }) => call('GET', '/Accounts?ConsentId=1'),
  'listAccounts 404': ({ call }) => call('GET', `/Accounts?ConsentId=${UNKNOWN}`),
  'getConsent 404': ({ call }) => call('GET', `/Consent/${UNKNOWN}`),
  'deleteConsent 404': ({ call }) => call('DELETE', `/Consent/${UNKNOWN}`),
  'refreshConsent 429': async ({ call }) => {
    const refresh = () => call('POST', `/Consent/${CONSENT}/refresh`);
    for (let count = 0; count < 6; count++) assert.equal((await refresh()).status, 202);
    return refresh();
  },
  'createCategorizationJob 400': ({ call }) => call('POST', '/v2/categorization-jobs', { engine: 'z2' }),
  'createCategorizationJobV1 201': ({ call }) => call('POST', `/CategorizationJobs?ConsentId=${CONSENT}`),
  'listAnalysisJobs 400': ({ call }) => call('GET', '/analysis-jobs?ToDate=soon'),
  'listAnalysisJobs 404': ({ call }) => call('GET', '/analysis-jobs?Status=FAILED'),
  'createAnalysisJob 201': ({ call }) => call('POST', '/analysis-jobs', { input: { consentIds: [CONSENT] } }),
  'getAnalysisJob 400': ({ call }) => call('GET', `/analysis-jobs/${UNKNOWN}`),
  'updateAnalysisJob 400': ({ call }) => call('PUT', `/analysis-jobs/${UNKNOWN}`, { reference: 'a' }),
  'deleteAnalysisJob 400': ({ call }) => call('DELETE', `/analysis-jobs/${UNKNOWN}`),
};

const tokenWith = ({ send }: Sandbox, form: Record<string, string>) =>
  send('/cfa/connect/token', { method: 'POST', body: new URLSearchParams(form) });

describe('Without a fault, a request reaches each documented status:', () => {
  for (const operation of operations) {
    const { operationId = '', responses = {} } = operation;
    for (const status of Object.keys(responses).map(Number))
      test(`${operationId} ${status}`, async (context) => {
        const sandbox = await startedSandbox(context);
        const example = valid(operation, () => 0.5);
        const got = await (causes[`${operationId} ${status}`]?.(sandbox) ?? submit(sandbox, example));
        assert.equal(got.status, status, JSON.stringify(got.body));
        expectFit(got, operationId, operationId);
      });
  }
});

test("The sandbox doesn't start if an operation has no handler, or a handler no operation", async (context) => {
  const changed = structuredClone(document);
  changed.paths!['/Planted'] = { get: { ...changed.paths!['/Accounts']!.get!, operationId: 'listPlanted' } };
  const start = () => startedSandbox(context, {}, undefined, changed);
  await assert.rejects(start, /^WriterError: src\/sandbox\/operations\/ has no handler for .* listPlanted\./);
  delete changed.paths!['/Planted'];
  delete changed.paths!['/Providers'];
  await assert.rejects(start, /Unknown operationId listProviders/);
});

test('IDs in uppercase, in any part of a request, get the same response', async (context) => {
  const upper = (text: string) => text.replaceAll(/\b[\da-f]{8}(-[\da-f]+){4}\b/g, (id) => id.toUpperCase());
  const start = () => {
    let count = 0;
    const newId = () => derivedId('id', String((count += 1)));
    return startedSandbox(context, { newId, pace: 60_000, webhookUrl: 'http://127.0.0.1:9/' });
  };
  const [first, second] = [await start(), await start()];
  const responseOf = async (sandbox: Sandbox, attempt: Attempt) => {
    await sandbox.call('POST', '/sandbox/reset', {});
    const { path } = attempt;
    // Only a closed account can be reopened.
    if (path.includes('/reopen')) await sandbox.call('DELETE', path.replace('/reopen', ''));
    const { status, body } = await submit(sandbox, attempt);
    return { status, body: JSON.stringify(body).replaceAll(sandbox.origin, '') };
  };
  for (const operation of [...operations, ...controls]) {
    const { path: target, body = '', ...request } = valid(operation, () => 0);
    const [path = '', search] = target.split('?');
    const ids = [...new URLSearchParams(search)].filter(([, value]) => upper(value) !== value);
    // The example's reference is in use.
    const text = String(body).replace('review', 'another');
    const lower = { ...request, path: `${path}?${new URLSearchParams(ids)}`, ...(text && { body: text }) };
    if (upper(lower.path + text) === lower.path + text) continue;
    const expected = await responseOf(first, lower);
    assert.ok(expected.status < 400, `${operation.operationId}: ${JSON.stringify(expected)}`);
    const upperBody = text && { body: upper(text) };
    const got = await responseOf(second, { ...lower, path: upper(lower.path), ...upperBody });
    assert.deepEqual(got, expected, operation.operationId);
  }
});
