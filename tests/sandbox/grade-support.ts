import assert from 'node:assert/strict';
import { execFile, type ChildProcess } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { starters, testFolder } from '../starters/support/starters.ts';
import { environment, projectRoot } from '../support/project-copy.ts';

const javascript = starters.find(({ language }) => language === 'js')!;

/** The result of a row, as `--json` prints it. */
export interface Result {
  row: string;
  result: string;
  page: string;
  why?: string;
}

const main = join(projectRoot, 'src/sandbox/main.ts');

/** Starts the grader. What follows `--` is the program. */
export function startGrade(...options: string[]) {
  let child!: ChildProcess;
  const outcome = new Promise<{ status: number | null; output: string }>((resolve) => {
    child = execFile(process.execPath, [main, '--grade', ...options], { env: environment }, (_, ...output) =>
      resolve({ status: child.exitCode, output: output.join('') }),
    );
  });
  return { child, outcome };
}

/** Grades a program. */
export async function grade(command: readonly string[], options: readonly string[] = []) {
  const { status, output } = await startGrade('--json', ...options, '--', ...command).outcome;
  const results = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Result);
  assert.equal(status, results.some(({ result }) => result === 'fail') ? 1 : 0, output);
  return results;
}

/** The rows with a result, in the order of the alphabet. */
export const rowsWith = (results: readonly Result[], wanted: string) =>
  results.flatMap(({ row, result }) => (result === wanted ? row : [])).sort();

/** One bug in the JavaScript starter: what to replace in its files, and the rows that it fails. */
export interface Mutant {
  bug: string;
  edits: readonly [file: string, from: string, to: string][];
  fails: readonly string[];
}

const mutant = (
  bug: string,
  fails: string[],
  ...edits: [file: string, from: string, to: string][]
): Mutant => ({
  bug,
  fails: fails.sort(),
  edits,
});

const client = 'client.js';
const flow = 'flow.js';
const data = 'bank-data.js';
const steps = 'steps.js';

export const mutants: readonly Mutant[] = [
  mutant(
    'requests a token for each request',
    ['one-token', 'expired-token'],
    [client, 'if (this.#token && Date.now() < this.#token.renewAt) return this.#token;', ''],
  ),
  mutant(
    'never renews a token',
    ['expired-token'],
    [client, 'if (result.status === 401) this.#drop(token);', ''],
  ),
  mutant(
    'repeats POST /Consent',
    ['unsafe-retry', 'lost-consent'],
    [client, `init, method === 'GET'`, `init, method === 'GET' || path === '/Consent'`],
  ),
  mutant(
    'repeats a refresh',
    ['lost-refresh', 'refresh-limit'],
    [client, `init, method === 'GET'`, `init, method === 'GET' || path.endsWith('/refresh')`],
  ),
  mutant(
    'waits only half of Retry-After',
    ['wait-seconds', 'wait-date'],
    [client, 'pause = requested ?? pause;', 'pause = requested === undefined ? pause : requested / 2;'],
  ),
  mutant(
    'reads no date in Retry-After',
    ['wait-date'],
    [client, ': Date.parse(value) - Date.now();', ': Number.NaN;'],
  ),
  mutant('waits without a time limit', ['hanging'], [client, 'TIME_LIMIT = 30_000', 'TIME_LIMIT = 300_000']),
  mutant('follows redirects', ['redirect'], [client, `redirect: 'manual'`, `redirect: 'follow'`]),
  mutant(
    'takes HTML for an error that lasts',
    ['not-json'],
    [client, 'status), isTransient: true };', 'status), isTransient: false };'],
  ),
  mutant('polls without backing off', ['slow'], [flow, 'const pause = backoff(count);', 'const pause = 20;']),
  mutant(
    'gives up in an unknown status',
    ['unknown-status'],
    [flow, `?? 'waiting'`, `?? (status > 8 ? 'ended' : 'waiting')`],
  ),
  mutant(
    'gives up in status 6',
    ['failing'],
    [
      flow,
      `'FAILING'].map((status) => [status, 'failing'])`,
      `'FAILING'].map((status) => [status, 'ended'])`,
    ],
  ),
  mutant('stops after page one', ['paging', 'short-page'], [flow, 'if (!nextPageToken) return;', 'return;']),
  mutant(
    'stops at a short page',
    ['short-page'],
    [flow, 'if (!nextPageToken) return;', 'if (!nextPageToken || data.length < 100) return;'],
  ),
  mutant(
    'never ends the paging loop',
    ['repeated-token'],
    [flow, 'if (nextPageToken === PageToken)', 'if (nextPageToken === 7)'],
  ),
  mutant(
    'upserts by id alone',
    ['same-id'],
    [
      data,
      'FROM transactions WHERE account_key = ? ORDER BY',
      'FROM transactions WHERE ? IS NOT NULL ORDER BY',
    ],
  ),
  mutant(
    'keeps removed transactions',
    ['removed', 'rebooked'],
    [data, 'of free) {\n      this', 'of []) {\n      this'],
  ),
  mutant('reads only a week again', ['booked-late'], [data, 'OVERLAP = 90', 'OVERLAP = 7']),
  mutant(
    'starts at a day in the future',
    ['future-day'],
    [data, 'Math.min(Date.parse(newest), now)', 'Date.parse(newest)'],
  ),
  mutant(
    'removes what an empty list lacks',
    ['empty-list'],
    [data, 'if (listed.size === 0)', 'if (listed.size < 0)'],
  ),
  mutant(
    'removes days that the bank no longer lists',
    ['fewer-days', 'empty-list'],
    [data, `days.sort().at(0) ?? from ?? ''`, `from ?? ''`],
  ),
  mutant(
    'adds floats',
    ['exact-amounts'],
    [data, 'sum: decimalText(BigInt(minor), this.#store.decimals(currency))', 'sum: Number(minor) / 100'],
  ),
  mutant(
    'stores accounts again after a renewal',
    ['renewal'],
    [data, 'known.iban && known.iban === plain(iban)', 'known.iban && known.iban === iban + 1'],
  ),
  mutant(
    'trusts a forged event',
    ['forged-event'],
    ['receiver.js', 'if (isKnown(id)) inbox', 'inbox'],
    [
      'worker.js',
      'if (!known) return',
      `if (!known) await client.call('GET', '/Accounts', { query: { ConsentId: consentId } });\n  if (!known) return`,
    ],
  ),
  mutant('trusts the types in an event', ['hostile-event'], ['receiver.js', 'event ?? {};', 'event;']),
  mutant('keeps the data of a user who left', ['removal'], [steps, 'bankData.delete(user.id);', '']),
  mutant(
    'leaves the jobs of a user who left',
    ['removal'],
    [steps, 'await remove(`/analysis-jobs/', 'void (`/analysis-jobs/'],
  ),
];

/** Copies the JavaScript starter and puts a bug into it. Returns the command that runs it. */
export function commandOf(context: TestContext, { edits }: Pick<Mutant, 'edits'>): string[] {
  const folder = testFolder(context);
  cpSync(javascript.folder, folder, { recursive: true, filter: (file) => !file.endsWith('/data') });
  cpSync(join(javascript.folder, '../schema.sql'), join(folder, 'schema.sql'));
  rmSync(join(folder, 'recipes'), { recursive: true });
  for (const [file, from, to] of edits) {
    const before = readFileSync(join(folder, file), 'utf8');
    assert.equal(before.split(from).length, 2, `${file} has ${from} once`);
    writeFileSync(
      join(folder, file),
      before.replace(from, () => to),
    );
  }
  return javascript.run(join(folder, javascript.steps));
}
