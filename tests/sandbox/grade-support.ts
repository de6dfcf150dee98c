import assert from 'node:assert/strict';
import { execFile, type ChildProcess } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { starters, testFolder } from '../starters/support/starters.ts';
import { environment, projectRoot } from '../support/project-copy.ts';

const javascript = starters.find(({ language }) => language === 'js')!;

/** The result of a row, as `--json` prints it. */
interface Result {
  row: string;
  result: string;
  page: string;
  why?: string;
}

/** The sandbox as readers download it, which starts five times as fast as its sources. */
export const main = join(projectRoot, 'dist/sandbox.mjs');

export function startMain(...options: string[]) {
  let child!: ChildProcess;
  const outcome = new Promise<{ status: number | null; output: string }>((resolve) => {
    child = execFile(process.execPath, [main, ...options], { env: environment }, (_, ...output) =>
      resolve({ status: child.exitCode, output: output.join('') }),
    );
  });
  return { child, outcome };
}

export async function grade(command: readonly string[], options: readonly string[] = []) {
  const { status, output } = await startMain('--grade', '--json', ...options, '--', ...command).outcome;
  const results = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Result);
  const failing = options.includes('--allow-not-seen') ? ['fail'] : ['fail', 'not seen'];
  const hasFailed = results.some(({ result }) => failing.includes(result));
  const isGreen = rowsWith(results, 'pass').length > 0 && !hasFailed;
  assert.equal(status, isGreen ? 0 : 1, output);
  return results;
}

/** A program that gets a token, reads transactions, and ends. */
export const reading = `const { PLATFORM_URL: url, CLIENT_ID: client_id, CLIENT_SECRET: client_secret } = process.env;
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
  const { accessToken } = await (await fetch(url + '/cfa/connect/token', { method: 'POST', body })).json();
  await fetch(url + '/Transactions', { headers: { authorization: 'Bearer ' + accessToken } });`;

/** The rows with a result, in alphabetical order. */
export const rowsWith = (results: readonly Result[], wanted: string) =>
  results.flatMap(({ row, result }) => (result === wanted ? row : [])).sort();

/** A bug in the JavaScript starter: the rows that fail because of it, and the code to replace in a file. */
type Bug = readonly [bug: string, fails: string, file: string, from: string, to: string];

const client = 'client.js';
const flow = 'flow.js';
const data = 'bank-data.js';
const steps = 'steps.js';

export const bugs: readonly Bug[] = [
  ['requests many tokens', 'expired-token one-token', client, 'if (this.#token && Date', 'if (0 && Date'],
  ['prints its token', 'secrets', steps, '\nawait client.token();', '\nconsole.log(await client.token());'],
  ['never renews a token', 'expired-token', client, '401) this.#drop(token);', '401) return result;'],
  [
    'repeats POST /Consent',
    'lost-consent unsafe-retry',
    client,
    `=== 'GET')`,
    `=== 'GET' || body?.redirectUrl)`,
  ],
  ['repeats a refresh', 'lost-refresh refresh-limit', client, `=== 'GET')`, `=== 'GET' || !body)`],
  ['loops at a 401', 'lasting-401', client, '401) result = await', '401) while (true) result = await'],
  [
    'repeats without a pause',
    'busy',
    client,
    'await sleep(pause);',
    'await sleep(pause > 5_000 ? pause : 0);',
  ],
  ['waits half of Retry-After', 'wait-date wait-seconds', client, 'Math.max(pause, 0)', 'pause / 2'],
  ['reads no date in Retry-After', 'wait-date', client, ': Date.parse(value) - Date.now();', ': NaN;'],
  ['waits without a time limit', 'hanging', client, 'TIME_LIMIT = 30_000', 'TIME_LIMIT = 300_000'],
  ['follows redirects', 'redirect', client, `redirect: 'manual'`, `redirect: 'follow'`],
  ['gives up at HTML', 'not-json', client, 'isTransient: true };', 'isTransient: false };'],
  ['polls without a pause', 'slow', flow, 'previous = status;', 'await sleep(20); continue;'],
  ['gives up in an unknown status', 'unknown-status', flow, `?? 'waiting'`, `?? (status > 8 ? 'ended' : '')`],
  ['gives up in status 6', 'failing', flow, `[status, 'failing']`, `[status, 'ended']`],
  ['stops after page one', 'paging short-page', flow, 'if (!nextPageToken) return;', 'return;'],
  ['stops at a short page', 'short-page', flow, '(!nextPageToken)', '(!nextPageToken || data.length < 99)'],
  ['pages endlessly', 'repeated-token', flow, 'if (nextPageToken === PageToken)', 'if (!nextPageToken)'],
  ['upserts by id alone', 'same-id', data, 'WHERE account_key = ? ORDER BY', 'WHERE ? IS NOT 0 ORDER BY'],
  ['keeps removed transactions', 'rebooked removed', data, 'const { id } of free', 'const { id } of []'],
  ['reads only a week again', 'booked-late', data, 'OVERLAP = 90', 'OVERLAP = 7'],
  ['starts on a future day', 'future-day', data, 'Math.min(Date.parse(newest), now)', 'Date.parse(newest)'],
  ['trusts an empty list', 'empty-list', data, 'if (listed.size === 0)', 'if (listed.size < 0)'],
  ['trusts a shorter list', 'fewer-days', data, 'days.sort().at(0) ?? from', 'from'],
  [
    'adds floats',
    'exact-amounts',
    data,
    'sum: decimalText(BigInt(minor), ',
    'sum: Number(minor) / 100, x: (',
  ],
  [
    'doubles accounts at a renewal',
    'expired renewal',
    data,
    'known.iban === plain(iban)',
    'known.iban === 0',
  ],
  ['trusts the types in an event', 'hostile-event', 'receiver.js', 'event ?? {};', 'event;'],
  ['keeps the data of a user who left', 'removal', steps, 'bankData.delete(user.id);', ''],
  ['leaves jobs of a user who left', 'removal', steps, 'await remove(`/analysis', '(`/analysis'],
  [
    ...['trusts a forged event', 'forged-event', steps, 'store.consent(consentId) !== undefined,'],
    'client.call("GET", `/Accounts?ConsentId=${consentId}`).catch(Boolean),',
  ] as unknown as Bug,
];

/** Copies the JavaScript starter and puts a bug into it. Returns the command that runs it. */
export function commandOf(context: TestContext, file = '', from = '', to = ''): string[] {
  const folder = testFolder(context);
  cpSync(javascript.folder, folder, { recursive: true, filter: (name) => !/\/(data|recipes)$/.test(name) });
  cpSync(join(javascript.folder, '../schema.sql'), join(folder, 'schema.sql'));
  if (file !== '') {
    const before = readFileSync(join(folder, file), 'utf8');
    assert.equal(before.split(from).length, 2, `${file} contains ${from} once`);
    writeFileSync(
      join(folder, file),
      before.replace(from, () => to),
    );
  }
  return javascript.run(join(folder, javascript.steps));
}
