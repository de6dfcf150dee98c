import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { combinedDocument } from '../../src/contract/combined.ts';
import { printedVerdict, TOO_SLOW, type Call, type Evidence } from '../../src/sandbox/grade/check.ts';
import { receiverVerdict } from '../../src/sandbox/grade/checks/events.ts';
import { checks, type CheckName } from '../../src/sandbox/grade/checks/index.ts';
import { freePort } from '../../src/sandbox/grade/free-port.ts';
import { fileWithAccountNumber } from '../../src/sandbox/grade/secrets.ts';
import { scenarioSchema } from '../../src/sandbox/grade/scenario-file.ts';
import { parseSummary, summarize } from '../../src/sandbox/grade/totals.ts';
import { PATIENTLY } from '../samples/support/run-command.ts';
import { testFolder } from '../support/test-folder.ts';
import type { Sandbox, Transaction } from '../../src/sandbox/state.ts';
import { ACCOUNT, clientOf } from './support.ts';
import { bugs, checksWith, commandOf, grade, reading, startMain } from './grade-support.ts';

const only = (...names: string[]) => names.flatMap((name) => ['--only', name]);
const node = (code: string) => [process.execPath, '--input-type=module', '-e', code];
/** Sends a request so that there is something to grade. */
const request = 'await fetch(process.env.PLATFORM_URL + "/Providers");';

const outcomeOf = (code: string, ...options: string[]) =>
  startMain('--grade', ...options, '--', ...node(code)).outcome;

describe('The grader', { concurrency: 2 }, () => {
  test('passes the JavaScript starter in every tenth check', async (context) => {
    // The nightly run includes all checks, in all languages.
    const names = Object.keys(checks).filter((_, index) => index % 10 === 0);
    const results = await grade(commandOf(context), only(...names));
    assert.deepEqual(checksWith(results, 'pass'), names.sort(), JSON.stringify(results, undefined, 1));
  });

  for (const name of ['unsafe-retry', 'secrets'] as const)
    test(`fails a starter that ${bugs[name][0]}`, async (context) => {
      const [, ...edit] = bugs[name];
      const results = await grade(commandOf(context, edit), only('changed', name));
      assert.deepEqual(checksWith(results, 'fail'), [name]);
      const [{ why, page } = { why: '', page: '' }] = results.filter(({ check }) => check === name);
      assert.match(`${why} ${page}`, /The program .*\. The program should .*\. \/[\w/-]+\/#[\w-]+$/);
    });

  test('reports checks that were not seen or, without totals, not graded, and writes JUnit', async (context) => {
    const junit = join(testFolder(context), 'new', 'results.xml');
    const command = commandOf(context, ['function printTotals() {', 'function printTotals() {\n  return;']);
    const results = await grade(command, [...only('removed', 'renewal', 'one-token'), '--junit', junit]);
    assert.deepEqual(checksWith(results, 'not graded'), ['removed', 'renewal']);
    const silent = await grade(node(request), [...only('removed'), '--junit', junit]);
    assert.deepEqual(checksWith(silent, 'not seen'), ['removed']);
    const seen = '<testcase [^>]*name="removed"><failure message="The program never reached this step';
    assert.match(readFileSync(junit, 'utf8'), new RegExp(`tests="1" failures="1">\\s*${seen}`));
    await grade(node(request), [...only('removed'), '--allow-not-seen', '--junit', junit]);
    const allowed = seen.replace('failure', 'skipped');
    assert.match(readFileSync(junit, 'utf8'), new RegExp(`tests="1" failures="0">\\s*${allowed}`));
  });

  test('gives each program a port of its own before the others have opened theirs, even of another grader', async () => {
    const ports = await Promise.all([freePort(), freePort(), freePort()]);
    assert.equal(new Set(ports).size, 3, ports.join());
    const taken = createServer().listen(ports[0]! - (ports[0]! % 100), '127.0.0.1'); // keeps others from the block
    await assert.rejects(once(taken, 'listening'), { code: 'EADDRINUSE' });
  });

  test('closes no idle connection, because a program may be sending a POST on it', async (context) => {
    const file = join(testFolder(context), 'header');
    const code = `import { writeFileSync } from 'node:fs';
      const { headers } = ${request} writeFileSync('${file}', String(headers.get('keep-alive')));`;
    await grade(node(code), only('removed'));
    assert.equal(readFileSync(file, 'utf8'), 'null');
  });

  test('writes JUnit even if the program sends no request', async (context) => {
    const junit = join(testFolder(context), 'results.xml');
    const { status, output } = await outcomeOf('', '--junit', junit);
    assert.equal(status, 1, output);
    const none = /tests="1" failures="1">\s*<testcase [^>]*><failure message="The program sent no request/;
    assert.match(readFileSync(junit, 'utf8'), none);
  });

  test('fails a run with a check that the program never reached, unless the check may be missed', async () => {
    // This program gets a token, reads transactions, and exits. The check about tokens passes.
    const chosen = only('one-token', 'paging');
    for (const [options, code] of [
      [[], 1],
      [['--allow-not-seen'], 0],
    ] as const) {
      const { status, output } = await outcomeOf(reading, ...chosen, ...options);
      assert.match(output, /^1 pass, 0 fail, 1 not seen, 0 not graded$/m);
      assert.equal(/^A check that is not seen fails/m.test(output), code === 1);
      assert.equal(status, code);
    }
  });

  for (const [exitCode, result] of [
    [0, 'fail'],
    [1, 'pass'],
  ] as const)
    test(`has the result "${result}" if the program exits with code ${exitCode} after a deletion failed`, async () => {
      const code = `${reading} const authorization = 'Bearer ' + accessToken;
        const headers = { authorization, 'content-type': 'application/json' };
        await fetch(url + '/Users', { method: 'POST', headers, body: '{"externalUserId":"a"}' });
        await fetch(url + '/Users?ExternalUserId=a', { method: 'DELETE', headers: { authorization } });
        process.exitCode = ${exitCode};`;
      const results = await grade(node(code), only('lost-removal'));
      assert.deepEqual(checksWith(results, result), ['lost-removal'], JSON.stringify(results));
    });

  test('fails a run in which nothing passes, although no check fails', async () => {
    const options = [...only('removed', 'renewal'), '--allow-not-seen'];
    const { status, output } = await outcomeOf(request, ...options);
    assert.match(output, /^0 pass, 0 fail, 2 not seen, 0 not graded$/m);
    assert.match(output, /^No check passed\.$/m);
    assert.equal(status, 1);
  });

  test('stops a program that never ends and the processes that it started', async (context) => {
    const file = join(testFolder(context), 'pid');
    const code = `import { spawn } from 'node:child_process'; import { writeFileSync } from 'node:fs';
      process.on('SIGTERM', () => 0); writeFileSync('${file}', String(spawn('sleep', ['300']).pid)); ${request} setInterval(() => 0, 1e5);`;
    assert.deepEqual(checksWith(await grade(node(code), only('removed')), 'not seen'), ['removed']);
    assert.throws(() => process.kill(Number(readFileSync(file, 'utf8')), 0), { code: 'ESRCH' });
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    test(`leaves no process behind after ${signal}`, async (context) => {
      const file = join(testFolder(context), 'pid');
      const code = `import { writeFileSync } from 'node:fs'; writeFileSync('${file}', String(process.pid)); setInterval(() => 0, 1e5);`;
      const { child, outcome } = startMain('--grade', ...only('removed'), '--', ...node(code));
      while (!existsSync(file) || readFileSync(file, 'utf8') === '') await sleep(20);
      child.kill(signal);
      const { status, output } = await outcome;
      assert.equal(status, 130, output);
      const pid = Number(readFileSync(file, 'utf8'));
      // Until the system has collected a process's exit code, its ID is in use.
      const isGone = () => assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
      await context.waitFor(isGone, PATIENTLY);
    });

  const crash = 'console.log("first"); throw new Error("broken")';
  const flood = 'const print = () => process.stdout.write("x".repeat(1e5) + "\\n", print); print()';
  const wrong: Record<string, [options: string[], code: number, says: RegExp]> = {
    'crashes at once': [['--grade', '--', ...node(crash)], 1, /no request .*exit code 1.*Node\.js/s],
    'floods its output': [['--grade', '--', ...node(flood)], 1, /no request .*more than 5 MB/s],
    "doesn't exist": [
      ['--grade', '--', '/nowhere/program'],
      1,
      /no request .*The program can't be started: there is no \/nowhere\/program\. Write its command after --, as in -- node app\.js\.\n/s,
    ],
    'has an unknown check': [
      ['--grade', ...only('remove'), '--', 'x'],
      2,
      /Unknown check: remove\. Checks: one-token, /,
    ],
  };
  for (const [what, [options, code, says]] of Object.entries(wrong))
    test(`ends at once, with the reason, if the program ${what}`, async () => {
      const { status, output } = await startMain(...options).outcome;
      assert.equal(status, code, output);
      assert.match(output, says);
      assert.ok(output.split('\n').length < 5, output);
    });
});

/** Evidence with only the fields that matter in a test. */
const evidence = (fields: object) => fields as Evidence;

/** A check's verdict about a request that a program repeats at these times, on a machine that makes it wait. */
const verdictOf = (check: CheckName, late: number, ...times: number[]) => {
  const [first, ...repeats] = times.map((at) => ({ at, line: 'GET' }) as Call);
  return checks[check]!.decide(evidence({ first, repeats, later: () => [first], lateness: () => late }));
};

test('A program that polls at one pace fails even on a machine that makes it wait', () => {
  assert.equal(verdictOf('slow', 300, 0, 900, 2_800, 6_500), false);
  const steady = Array.from({ length: 16 }, (_, index) => index * 500);
  assert.match(String(verdictOf('slow', 300, ...steady)), /16 times in 8 s/);
});

test('A program that repeats a request at once fails unless the machine is too slow to measure its pauses', () => {
  assert.equal(verdictOf('busy', 100, 0, 600, 1_700), false);
  assert.match(String(verdictOf('busy', 100, 0, 150, 300)), /hardly a pause/);
  assert.match(String(verdictOf('busy', 100, 0, 600)), /didn't repeat/);
  assert.equal(verdictOf('busy', 300, 0, 700, 1_400), false);
  assert.equal(verdictOf('busy', 650, 0, 20, 40), TOO_SLOW);
  assert.equal(verdictOf('busy', 650, 0, 700, 1_400), TOO_SLOW);
});

test('A receiver may reject a body that is no event, but not an event', () => {
  const verdictOf = (body: string, status: number) =>
    receiverVerdict(evidence({ deliveries: [{ body, status }], later: () => [] }));
  for (const status of [400, 413]) {
    assert.equal(verdictOf('{', status), "The program didn't read the transactions again.");
    const refused = `The receiver returned ${status} to "{\\"consentId\\":1}".`;
    assert.equal(verdictOf('{"consentId":1}', status), refused);
  }
});

test("A receiver that doesn't respond fails, unless there is none", () => {
  const verdictOf = (isRefused: boolean) =>
    receiverVerdict(evidence({ deliveries: [{ body: '', isRefused }], problem: 'ended' }));
  assert.equal(verdictOf(false), `The receiver didn't respond to "".`);
  assert.deepEqual(verdictOf(true), ['not seen', 'No receiver responded at WEBHOOK_PORT.']);
});

test('A message about months contains only those that differ', () => {
  const printed = [{ at: 0, totals: '', months: '2 in 2026-08, 1 in 2026-09' }];
  const expected = { months: '2 in 2026-08, 3 in 2026-10' };
  assert.equal(
    printedVerdict(evidence({ calls: [], printed, expected }), 'months', 'months'),
    "The program's months: 1 in 2026-09. The bank's: 3 in 2026-10.",
  );
});

test('A program that loops at a 401 fails even if its requests are far apart, unless it starts over', () => {
  const ask = (operationId: string, at: number) => ({ operationId, at, line: 'GET' }) as Call;
  const verdictOf = (...names: string[]) => {
    const [first, ...rest] = names.map((name, index) => ask(name, index * 900));
    const repeats = rest.filter(({ operationId }) => operationId === first!.operationId);
    const fields = { first, repeats, later: () => rest, lateness: () => 800 };
    return checks['lasting-401']!.decide(evidence(fields));
  };
  const attempt = ['listTransactions', 'createAccessToken', 'listTransactions'];
  assert.equal(verdictOf(...attempt, 'getConsent', ...attempt, 'getConsent', ...attempt), false);
  assert.match(String(verdictOf(...attempt, ...attempt, ...attempt)), /6 times in a check/);
});

test('Totals are compared exactly', () => {
  const checkOf = (amount: number, currency: string, bookDate: string) =>
    ({ amount, currency, bookDate }) as Transaction;
  const transactions = [0.1, 0.2, -12.5, 0.7].map((amount) => checkOf(amount, 'EUR', '2026-10-31'));
  const yen = checkOf(500, 'JPY', '2026-11-01');
  const printed = (totals: object) => parseSummary(JSON.stringify({ totals }))?.totals;
  assert.deepEqual(
    parseSummary(
      '{"totals":{"EUR":{"count":4,"sum":"-11.50"},"JPY":{"count":1,"sum":500}},"months":{"2026-11":1,"2026-10":4},"accounts":0}',
    ),
    summarize({ accounts: [], transactions: [...transactions, yen] }),
  );
  const none = summarize({ accounts: [], transactions: [] });
  assert.equal(printed({ EUR: { count: 0, sum: '0' } }), none.totals);
  assert.notEqual(printed({ EUR: { count: 3, sum: 0.1 + 0.2 } }), printed({ EUR: { count: 3, sum: 0.3 } }));
  for (const line of ['', 'totals', '{"totals":', '{"totals":{"EUR":null}}', '[{"totals":{}}]'])
    assert.equal(parseSummary(line), undefined, line);
});

test('An account number is found in a SQLite database, except on Node 20, which reads none', (context) => {
  const folder = testFolder(context);
  const iban = 'NL13EXMP0400003044';
  const database = new DatabaseSync(join(folder, 'bank.db'));
  database.exec(`CREATE TABLE accounts AS SELECT '${iban}' AS iban`);
  database.close();
  const initialData = new Map([['sandbox-nl', { accounts: [{ iban }] }]]);
  const found = () => fileWithAccountNumber({ initialData } as unknown as Sandbox, folder);
  assert.equal(found(), 'bank.db');
  const { getBuiltinModule } = process;
  context.after(() => Object.assign(process, { getBuiltinModule }));
  symlinkSync('nowhere', join(folder, 'link'));
  for (const onNode20 of [() => undefined, undefined]) {
    Object.assign(process, { getBuiltinModule: onNode20 });
    assert.equal(found(), undefined);
  }
  Object.assign(process, { getBuiltinModule });
  writeFileSync(join(folder, 'bad.db'), 'SQLite format 3');
  assert.throws(found, { message: /^The grader can't read bad\.db in DATA_DIR: / });
});

describe('A scenario', () => {
  const start = (context: TestContext, scenario: string | Buffer, ...options: string[]) => {
    const file = join(testFolder(context), 'scenario.json');
    writeFileSync(file, scenario);
    const program = startMain('--port', '0', '--scenario', file, ...options);
    context.after(() => program.child.kill());
    return program;
  };
  /** Plays a scenario until the output contains some text. */
  const played = async (context: TestContext, scenario: object, text: string, ...options: string[]) => {
    const { output } = start(context, JSON.stringify(scenario), ...options);
    await context.waitFor(() => assert.ok(output().includes(text)), PATIENTLY);
    const [origin = ''] = /http:\S+\d/.exec(output()) ?? [];
    return { output, ...(await clientOf(origin)) };
  };

  test('plays its steps at set times and before requests', async (context) => {
    const steps = [
      { addTransaction: { accountId: '$account', amount: -3.8, bookDate: '$today-40' } },
      { before: 'listProviders', addFault: { operationId: 'listProviders', status: 503 } },
      { at: 3600, holdConsentStatus: { id: '$consent', status: 6 } },
    ];
    const scenario = { start: { pace: 0 }, steps };
    const { output, call } = await played(context, scenario, '/sandbox/transactions: 201');
    await call('GET', '/Providers');
    await call('POST', '/sandbox/clock', { forward: 3601 });
    await context.waitFor(() => assert.match(output(), /\/Providers: 503[^]*\/status: 204/), PATIENTLY);
  });

  test('sets what the command line leaves open', async (context) => {
    const scenario = { start: { pace: 7, stableIds: true }, steps: [{ expireTokens: {} }] };
    const options = ['--pace', '9', '--consent-given'];
    const { call } = await played(context, scenario, '/tokens/expire: 204', ...options);
    const { body } = await call('PATCH', '/sandbox/settings', {});
    assert.deepEqual(body, { stableIds: true, pace: 9, consentGiven: true });
  });

  test('is rejected at once, with the line of each mistake and the nearest name', async (context) => {
    const mistakes: [step: string, message: RegExp][] = [
      ['{ "addTransactoin": {} }', /addTransactoin is unknown\. Did you mean addTransaction\?$/],
      [
        '{ "before": "refreshConsnet", "expireTokens": {} }',
        /refreshConsnet, .* Did you mean refreshConsent\?$/,
      ],
      ['{ "addFault": { "operationId": "getUsr", "drop": true } }', /Did you mean getUser\?$/],
      ['{ "removeTransaction": { "id": "$trnsaction" } }', /Did you mean \$transaction\?$/],
      ['{ "sendEvent": { "consentId": "$acount" } }', /Did you mean \$account\?$/],
      ['{ "rebookTransaction": { "id": "$transaction", "bookDate": "$tody" } }', /Did you mean \$today\?$/],
      ['{ "before": "getUser", "nth": 0, "expireTokens": {} }', /nth must be at least 1\.$/],
      ['{ "before": "getUser", "nth": -3, "expireTokens": {} }', /nth must be at least 1\.$/],
      ['{ "nth": 2, "expireTokens": {} }', /needs before or after, because it contains nth\.$/],
      ['{ "before": "listProviders" }', /contains no control call\.$/],
      ['{ "at": "x", "expireTokens": {} }', /at must be a number\.$/],
      ['{ "addFault": { "operationId": "getUser", "drop": true, "nth": 2 } }', /addFault\.nth is unknown\.$/],
      ['{ "addAccount": { "consentId": "$consent", "currency": "eur" } }', /three uppercase.* EUR\.$/],
    ];
    const lines = ['{', '"$schema": "scenario.schema.json",', '"steps": ['];
    const steps = mistakes.map(([step]) => step).join(',\r\n');
    const scenario = `\uFEFF${lines.join('\r\n')}\r\n${steps}\r\n]}`;
    const { status, output } = await start(context, scenario).outcome;
    assert.equal(status, 2);
    const found = output.trim().split('\n');
    for (const [index, [step, message]] of mistakes.entries()) {
      const place = `scenario.json:${lines.length + index + 1}: steps.${index}`;
      const matching = found.filter((line) => line.includes(place) && message.test(line));
      assert.equal(matching.length, 1, step + output);
    }
    assert.equal(found.length, mistakes.length, output);
  });

  test("that isn't JSON is rejected with the line of the mistake", async (context) => {
    for (const [scenario, message] of [
      [
        '{\n"steps": [\n{ "expireTokens": {} }\n{ "expireTokens": {} }]}',
        /scenario\.json:4: The file isn't valid JSON/,
      ],
      ['{\n"steps": [\n', /scenario\.json:3: The file isn't valid JSON/],
      ['[]', /scenario\.json:1: The file must contain an object with steps/],
    ] as const) {
      const { status, output } = await start(context, scenario).outcome;
      assert.equal(status, 2);
      assert.match(output, message);
    }
  });

  test('saved by Windows PowerShell plays, and says which reference refers to nothing', async (context) => {
    const steps = [{ removeTransaction: { id: '$transaction' } }, { addAccount: { consentId: '$consent' } }];
    const date = { accountId: ACCOUNT, amount: 1, bookDate: '$newest' };
    const scenario = JSON.stringify({ start: { empty: true }, steps: [...steps, { addTransaction: date }] });
    for (const bytes of [`\uFEFF${scenario}`, Buffer.from(`\uFEFF${scenario}`, 'utf16le')]) {
      const { output } = start(context, bytes);
      await context.waitFor(() => {
        for (const missing of ['$transaction', '$consent', '$newest'])
          assert.ok(output().includes(`is ${missing}, but there is no such `), output());
      }, PATIENTLY);
    }
  });

  test('has a schema with every control call', async () => {
    const text = JSON.stringify(scenarioSchema(combinedDocument()));
    for (const name of ['rebookTransaction', 'addFault', 'forwardClock', 'before'])
      assert.ok(text.includes(`"${name}":{`), name);
    assert.ok(!text.includes('$ref'));
  });
});
