import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { text } from 'node:stream/consumers';
import { describe, test, type TestContext } from 'node:test';
import { combinedDocument } from '../../src/contract/combined.ts';
import { consentToken } from '../../src/sandbox/consent-page.ts';
import { readOptions } from '../../src/sandbox/options.ts';
import { freePort } from '../../src/sandbox/grade/free-port.ts';
import { localServer } from '../support/local-server.ts';
import { ACCOUNT, clientOf, CONSENT, newConsent, startedSandbox, UNKNOWN, USER } from './support.ts';

const json = { 'content-type': 'application/json' };
test('The token endpoint accepts only a form, and says so for JSON and HTTP Basic', async (context) => {
  const { send } = await startedSandbox(context);
  const credentials = { client_id: 'example-customer-app', client_secret: 'example-secret' };
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  for (const [headers, sent, expected] of [
    [json, JSON.stringify(credentials), /application\/x-www-form-urlencoded.*application\/json/],
    [{ authorization: `Basic ${btoa('a:b')}` }, form, /does not define HTTP Basic/],
  ] as const) {
    const { status, body } = await send('/cfa/connect/token', { method: 'POST', headers, body: sent });
    assert.deepEqual([status, body.error], [400, 'invalid_request']);
    assert.match(body.errorDescription, expected);
  }
});

test('The error for an invalid body says what is wrong', async (context) => {
  const { send, authorization } = await startedSandbox(context);
  const zipped = gzipSync('{"externalUserId": "a"}');
  for (const [what, headers, body, expected, detail = /^/] of [
    ['no content type', {}, zipped, 415, /needs Content-Type: application\/json/],
    ['text', { 'content-type': 'text/plain' }, zipped, 415, /needs Content-Type: application\/json/],
    ['a compressed body', { ...json, 'content-encoding': 'gzip' }, zipped, 415, /without compression/],
    ['a byte order mark', json, '\uFEFF{"externalUserId": "with-a-mark"}', 200],
    ['deep nesting', json, `{"a":${'['.repeat(9_999)}${']'.repeat(9_999)}}`, 400, /more than 100 levels/],
    ['Latin-1', json, Buffer.from('{"externalUserId": "m\xfcller"}', 'latin1'), 400, /isn't UTF-8/],
  ] as const) {
    const init = { method: 'POST', headers: { authorization, ...headers }, body };
    const { status, body: problem } = await send('/Users', init);
    assert.equal(status, expected, what);
    assert.match(String(problem.detail), detail, what);
  }
});

test("Bodies that are too long or cut off don't stop the sandbox", async (context) => {
  const { call, origin } = await startedSandbox(context);
  assert.equal((await call('POST', '/Users', { externalUserId: 'x'.repeat(2 ** 20) })).status, 413);
  const request = httpRequest(`${origin}/Users`, { method: 'POST', headers: { 'content-length': '100' } });
  request.write('{');
  setTimeout(() => request.destroy(), 20);
  await once(request, 'error');
  assert.equal((await call('GET', '/Providers')).status, 200);
});

test('A consent is for one user, and each identifier matches only its own kind', async (context) => {
  const { call } = await startedSandbox(context);
  const { body: other } = await call('POST', '/Users', { externalUserId: 'customer-2' });
  const create = (identifiers: object) => call('POST', '/Consent', { ...newConsent, ...identifiers });
  assert.equal((await create({ userIdGuid: other.id, externalUserId: 'Customer-2' })).status, 200);
  const { body: conflict } = await create({ userIdGuid: other.id, externalUserId: 'customer-1042' });
  assert.deepEqual(conflict.errors, { externalUserId: ['The identifiers belong to different users.'] });
  const { body: wrongKind } = await create({ externalUserId: other.id });
  assert.deepEqual(wrongKind.errors, { externalUserId: ['User not found. Create the user first.'] });
  assert.deepEqual((await call('GET', `/Consent/getconsents?ExternalUserId=${other.id}`)).body, []);
});

test("Values that the contract marks as case-insensitive get the contract's spelling", async (context) => {
  const { call } = await startedSandbox(context);
  const input = { accountIds: [ACCOUNT] };
  for (const [sent, expected] of [
    // The specification spells its own defaults like this.
    ['z2 retail', ['Z2', 'RETAIL']],
    ['e1 Corporate', ['E1', 'CORPORATE']],
  ] as const) {
    const [engine, profile] = sent.split(' ');
    const { status, body } = await call('POST', '/analysis-jobs', { engine, profile, input });
    assert.deepEqual([status, body.engine, body.profile], [201, ...expected]);
    const { body: listed } = await call('GET', `/analysis-jobs?Engine=${engine}`);
    assert.ok(listed.some(({ id }: { id: string }) => id === body.id));
    assert.ok(listed.every(({ engine }: { engine: string }) => engine === expected[0]));
  }
  // Without the mark, case matters.
  assert.equal((await call('GET', '/analysis-jobs?Status=completed')).status, 400);
});

test('Unknown parameters and fields are rejected, including names that every object has and names in brackets', async (context) => {
  const { call } = await startedSandbox(context);
  for (const name of ['Unknown', 'toString', '__proto__', 'ConsentId[toString]', '[constructor]']) {
    const response = await call('GET', `/Accounts?${encodeURIComponent(name)}=1`);
    assert.equal(response.status, 400, name);
    assert.ok(Object.hasOwn(response.body.errors, name), `${name} ${JSON.stringify(response.body)}`);
  }
  for (const name of ['unknown', 'toString', '__proto__']) {
    const body: unknown = JSON.parse(`{ "externalUserId": "a", "${name}": 1 }`);
    assert.ok(Object.hasOwn((await call('POST', '/Users', body)).body.errors, name), name);
  }
});

test('An unknown path returns a 404, and an unsupported method returns the supported ones', async (context) => {
  const { call } = await startedSandbox(context);
  const { paths } = combinedDocument();
  assert.match((await call('GET', '/User')).body.detail, /^No .* path \/User\. Did you mean \/Users\?$/);
  assert.match((await call('POST', '/sandbox/fault', {})).body.detail, / \/sandbox\/faults\?$/);
  const response = await call('PUT', '/Users');
  assert.equal(response.status, 405);
  assert.equal(response.headers.get('allow'), Object.keys(paths!['/Users']!).join(', ').toUpperCase());
});

test('An exception returns a 500, and the log contains its reason', async (context) => {
  const { call, sandbox } = await startedSandbox(context);
  sandbox.examples = () => {
    throw new Error('the example is gone');
  };
  const response = await call('GET', '/Providers');
  assert.equal(response.status, 500);
  assert.ok('traceId' in response.body);
  assert.match(sandbox.log.requests.at(-1)?.problem ?? '', /the example is gone/);
});

test('The log names the assumptions behind a response, and never contains a secret', async (context) => {
  const { call, authorization } = await startedSandbox(context);
  await call('GET', '/Transactions');
  await call('GET', '/Accounts?ConsentId=204f37e5-775e-4a54-a895-a88c4c164c0d&ExternalUserId=customer-1042');
  const { body } = await call('GET', '/sandbox/requests');
  assert.deepEqual(body.map(({ assumed }: { assumed?: string[] }) => assumed).slice(-2), [
    ['a request without an ID'],
    ['ConsentId and ExternalUserId together'],
  ]);
  await call('POST', '/analysis-jobs', { engine: 'z2', profile: 'RETAIL', input: { accountIds: [ACCOUNT] } });
  const { body: later } = await call('GET', '/sandbox/requests');
  assert.deepEqual(later.at(-1).assumed, ["z2 for engine, so use the contract's spelling"]);
  await call('GET', '/Accounts?Page=0');
  const refused = (await call('GET', '/sandbox/requests')).body.at(-1);
  assert.deepEqual([refused.status, refused.assumed], [400, undefined]);
  assert.ok(!JSON.stringify(body).includes(authorization.slice(7)));
  assert.equal((await call('DELETE', '/sandbox/requests')).status, 204);
});

test('The log says why a request was rejected with a 401', async (context) => {
  const { send, sandbox, authorization, call } = await startedSandbox(context);
  await call('POST', '/sandbox/tokens/expire');
  const rows: [header: string | undefined, reason: RegExp][] = [
    [undefined, /no Authorization header/],
    ['Basic abc', /isn't Bearer/],
    ['Bearer abc', /hasn't issued this token since it started/],
    [authorization, /has expired/],
  ];
  for (const [header, reason] of rows) {
    const init = header === undefined ? {} : { headers: { authorization: header } };
    assert.equal((await send('/Providers', init)).status, 401);
    assert.match(sandbox.log.requests.at(-1)?.problem ?? '', reason);
  }
});

describe('Messages say what to send:', () => {
  const jobs = 'POST /v2/categorization-jobs';
  const faults = 'POST /sandbox/faults';
  type Row = [request: string, body: object | undefined, errors: RegExp];
  const rows: Row[] = [
    [
      'POST /Users',
      { externalUserID: 'x' },
      /Id":\["is required"\],"externalUserID":\["is unknown\. Did you mean externalUserId\?"/,
    ],
    ['POST /Users', { externalUserId: null }, /externalUserId":\["must be a string"/],
    [jobs, { engine: 'Z2', consentId: CONSENT }, /engine":\["must be one of z1, z2"/],
    [jobs, { engine: 'z2' }, /consentId":\["Send one of consentId, userId, externalUserId, accountIds/],
    [jobs, { engine: 'z2', consentId: UNKNOWN }, /consentId":\["The sandbox has no data/],
    [jobs, { engine: 'z2', accountIds: [] }, /accountIds":\["The sandbox has no data/],
    ...[
      { accountIds: [ACCOUNT, UNKNOWN] },
      { consentId: CONSENT, accountIds: [UNKNOWN] },
      { consentId: UNKNOWN, accountIds: [ACCOUNT] },
    ].map((ids): Row => [jobs, { engine: 'z2', ...ids }, /accountIds":\["The sandbox has no data for this/]),
    ...['consentIds', 'userIds', 'analysisJobIds', 'accountIds'].map((field): Row => [
      'POST /analysis-jobs',
      { input: { consentIds: [CONSENT], userIds: [USER], accountIds: [ACCOUNT], [field]: [UNKNOWN] } },
      new RegExp(`input\\.${field}":\\["The sandbox has no data for this ID`),
    ]),
    ['POST /CategorizationJobs', undefined, /ConsentId":\["Send one of ConsentId, UserId, ExternalUserId/],
    [`POST /CategorizationJobs?ConsentId=${UNKNOWN}`, undefined, /"ConsentId":\["The sandbox has no data/],
    ['PUT /sandbox/providers', { providerKey: 'x', outage: true }, /Unknown provider\. .* sandbox-nl/],
    ['POST /analysis-jobs', {}, /input":\["Send an ID in one of consentIds, userIds, analysisJobIds, acc/],
    [`DELETE /Users?UserId=${USER}&ExternalUserId=x`, undefined, /UserId":\["Send either UserId or/],
    ['GET /Transactions?Currency=EUR&Currency=EUR', undefined, /Currency":\["is sent more than once"/],
    ['GET /Transactions?PageSize=1e1', undefined, /PageSize":\["must be an integer"/],
    ['PUT /sandbox/webhook', { url: 'ftp://x' }, /url":\["Send a URL that starts with http/],
    ['GET /Accounts?ConsentId=x', undefined, /ConsentId":\["must be a UUID"/],
    ['GET /Accounts?ConsentID=x', undefined, /ConsentID":\["is unknown\. Did you mean ConsentId\?"/],
    ['GET /Accounts?Page=0', undefined, /Page":\["must be at least 1"/],
    ['POST /Consent', { countryCode: 'nl' }, /Code":\["must be two uppercase letters, such as NL"/],
    [`PATCH /sandbox/transactions/${UNKNOWN}`, {}, /body":\["must contain at least 1 of amount, desc/],
    [faults, {}, /status":\["Send one of status, location, drop/],
    [faults, { status: 418 }, /status":\["Send one of 401, 403/],
    [faults, { operationId: 'getAll', status: 500 }, /operationId":\["Unknown operationId getAll\./],
    [`PUT /sandbox/consents/${CONSENT}/status`, { status: 9 }, /status":\["must be/],
    ['PUT /sandbox/tokens', { expires: 1 }, /expiresIn":\["is required"\],"expires":\["is unknown/],
    ['PATCH /sandbox/settings', { pace: 1e308 }, /pace":\["must be at most 3600000/],
    [`PUT /sandbox/consents/${CONSENT}/history`, { days: 1e308 }, /days":\["must be at most 36500/],
    [
      'POST /sandbox/transactions',
      { accountId: ACCOUNT, amount: 1, transactionDateTime: '2026-12-31T23:59:60Z' },
      /transactionDateTime":\["Send a time .* without a leap second/,
    ],
    ['GET /analysis-jobs?ToDate=2026-12-31T23:59:60Z', undefined, /ToDate":\["Send a time/],
    ['POST /sandbox/events', { forged: true }, /url":\["There is no webhook URL/],
  ];
  for (const [request, body, errors] of rows)
    test(`${request} ${JSON.stringify(body)}`, async (context) => {
      const { call } = await startedSandbox(context);
      const [method = '', path = ''] = request.split(' ');
      assert.match(JSON.stringify((await call(method, path, body)).body.errors), errors);
    });
});

describe('Only programs on this machine reach the sandbox, and browsers reach only the consent page:', () => {
  const page = `/sandbox/consents/${consentToken(CONSENT)}`;
  const local = 'localhost:4010';
  const visit = (dest: string) => ({ 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': dest });
  const rows: [status: number, method: string, path: string, headers: Record<string, string>][] = [
    [200, 'HEAD', '/sandbox/ready', {}],
    [200, 'GET', '/sandbox/ready', { host: local }],
    [403, 'GET', '/sandbox/requests', { host: 'bank.example:4010' }],
    [403, 'GET', '/sandbox/requests', { host: 'localhost.example' }],
    [403, 'POST', '/sandbox/reset', { origin: 'https://web.example' }],
    [403, 'POST', '/sandbox/tokens/expire', { origin: 'null' }],
    [403, 'GET', '/Accounts', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    [403, 'GET', '/sandbox/requests', { 'sec-fetch-site': 'same-site', ...visit('document') }],
    [200, 'GET', '/sandbox/requests', { 'sec-fetch-site': 'none', ...visit('document') }],
    [200, 'GET', page, { 'sec-fetch-site': 'cross-site', ...visit('document') }],
    [403, 'GET', page, { 'sec-fetch-site': 'cross-site', ...visit('iframe') }],
    [403, 'POST', page, { 'sec-fetch-site': 'cross-site', ...visit('document') }],
    [303, 'POST', page, { 'sec-fetch-site': 'same-origin', origin: `http://${local}`, host: local }],
  ];
  for (const [expected, method, path, headers] of rows)
    test(`${method} ${path} ${JSON.stringify(headers)}`, async (context) => {
      const { origin } = await startedSandbox(context);
      const [response] = await once(httpRequest(origin + path, { method, headers }).end(), 'response');
      response.resume();
      assert.equal(response.statusCode, expected);
    });
});

test('The log escapes characters that control a terminal or begin a new line', async (context) => {
  const { send, sandbox } = await startedSandbox(context);
  const lines: string[] = [];
  sandbox.log.print = (line) => void lines.push(line);
  await send('/Accounts?toString%5B%0aThe%20sandbox%1b%5D52%E2%80%AE=1');
  assert.match(lines.join(), /toString\[\\u\{a\}The sandbox\\u\{1b\}\]52\\u\{202e\}/);
});

/** Starts the downloaded sandbox on a free port. Resolves once it accepts requests. */
async function startedFile(context: TestContext, ...options: string[]) {
  const port = await freePort();
  const child = spawn(process.execPath, [...options, 'dist/sandbox.mjs', '--port', String(port)]);
  context.after(() => child.kill('SIGKILL'));
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  return { child, origin: `http://127.0.0.1:${port}` };
}

// As a container's first process, a program that doesn't handle a signal ignores it.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  test(`${signal} ends the sandbox with exit code 0, although connections are open`, async (context) => {
    const { child, origin } = await startedFile(context);
    const { call } = await clientOf(origin);
    await call('POST', '/sandbox/faults', { operationId: 'listProviders', delay: 3_600_000 });
    const hanging = call('GET', '/Providers').catch(() => 'closed');
    await call('GET', '/Accounts');
    child.kill(signal);
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    assert.equal(await hanging, 'closed');
  });

test("A crash prints the reason, not the bundle's code", async (context) => {
  const crash = 'data:text/javascript,Date.prototype.toUTCString = () => { throw new Error("planned") }';
  const { child, origin } = await startedFile(context, '--import', crash);
  const printed = text(child.stderr);
  await assert.rejects(fetch(origin));
  assert.equal(child.exitCode ?? (await once(child, 'exit'))[0], 1);
  assert.match(await printed, /^Error: planned\n {4}at /);
  assert.ok((await printed).length < 2_000);
});

describe('Options', () => {
  test('are checked together, one line each', () => {
    const mistakesIn = (...args: string[]) => {
      const options = readOptions(args, {});
      assert.ok('mistakes' in options, args.join(' '));
      return options.mistakes;
    };
    const mistakes = mistakesIn('--port', 'abc', '--pace=x', '--webhook-url', 'notaurl');
    for (const [index, start] of ['--port abc', '--pace x', '--webhook-url notaurl'].entries())
      assert.ok(mistakes[index]?.startsWith(start), start);
    assert.match(mistakesIn('--grade', '--only', 'removed').join(), /needs your program's command/);
    assert.match(mistakesIn('--only', 'removed', '--json').join(), /^--only, --json: only with --grade/);
    for (const option of ['--port=1', '--webhook-url=http://x', '--pace=1', '--scenario=x', '--empty'])
      assert.match(
        mistakesIn('--grade', option, '--', 'node').join(),
        new RegExp(`^${option.replace(/=.*/, '')}: not with --grade`),
      );
    assert.deepEqual(mistakesIn('--prot', '1'), ['Unknown option --prot. Did you mean --port? See --help.']);
    for (const name of ['--fast', 'now', '--empty=1', '--webhook-url']) {
      const [mistake = ''] = mistakesIn(name);
      assert.ok(mistake.includes(name.split('=')[0]!) && mistake.endsWith('See --help.'), mistake);
    }
  });

  test('print the version: the date of the contracts and the SHA-256 of the file', async () => {
    const { info } = combinedDocument();
    const digest = createHash('sha256').update(readFileSync('dist/sandbox.mjs')).digest('hex');
    for (const option of ['--version', '-v', '-V']) {
      const { stdout } = spawnSync(process.execPath, ['dist/sandbox.mjs', option], { encoding: 'utf8' });
      assert.equal(stdout, `${info.version} (SHA-256 ${digest})\n`);
    }
  });

  test('if the port is in use, the sandbox exits and says how to choose another', async (context) => {
    const { port } = new URL(await localServer(context, () => undefined));
    const args = ['dist/sandbox.mjs', '--port', port];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.equal(status, 2);
    assert.equal(stderr, `Port ${port} is in use. Choose another: --port 4010\n`);
  });

  test("if the log's reader exits, as in `| head -1`, the sandbox keeps running", async (context) => {
    const { child, origin } = await startedFile(context);
    child.stdout.destroy();
    for (let count = 0; count < 3; count++)
      assert.equal((await fetch(`${origin}/sandbox/requests`)).status, 200);
  });
});
