import assert from 'node:assert/strict';
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { CheckName } from '../../src/sandbox/grade/checks/index.ts';
import { startCommand } from '../samples/support/run-command.ts';
import { starters } from '../starters/support/starters.ts';
import { testFolder } from '../support/test-folder.ts';
import { environment, projectRoot } from '../support/project-copy.ts';

const javascript = starters.find(({ language }) => language === 'js')!;

/** The result of a check, as `--json` prints it. */
interface Result {
  check: string;
  result: string;
  page: string;
  why?: string;
}

/** The sandbox as readers download it, which starts five times as fast as its sources. */
export const main = join(projectRoot, 'dist/sandbox.mjs');

export const startMain = (...options: string[]) =>
  startCommand(process.execPath, [main, ...options], projectRoot, { ...environment, TZ: 'UTC' }, 0);

export async function grade(command: readonly string[], options: readonly string[] = []) {
  const { status, output } = await startMain('--grade', '--json', ...options, '--', ...command).outcome;
  const results = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Result);
  const failing = options.includes('--allow-not-seen') ? ['fail'] : ['fail', 'not seen'];
  const hasFailed = results.some(({ result }) => failing.includes(result));
  const isGreen = checksWith(results, 'pass').length > 0 && !hasFailed;
  assert.equal(status, isGreen ? 0 : 1, output);
  return results;
}

/** A program that gets a token, reads transactions, and ends. */
export const reading = `const { PLATFORM_URL: url, CLIENT_ID: client_id, CLIENT_SECRET: client_secret } = process.env;
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
  const { accessToken } = await (await fetch(url + '/cfa/connect/token', { method: 'POST', body })).json();
  await fetch(url + '/Transactions', { headers: { authorization: 'Bearer ' + accessToken } });`;

/** The checks with a result, in alphabetical order. */
export const checksWith = (results: readonly Result[], wanted: string) =>
  results.flatMap(({ check, result }) => (result === wanted ? check : [])).sort();

/** Code of the JavaScript starter, which has it once, and the code that replaces it. */
type Edit = readonly [from: string, to: string];

/** What the starter does with the consent after the refresh. */
const afterRefresh = 'if (consent.dateExpire && ';
const deleteIf = (condition: string) =>
  `if (consent.status === 5 && ${condition}) {
    bankData.delete(user.id);
    printTotals();
  }
  ${afterRefresh}`;
const isExpired = 'Date.parse(consent.dateExpire) < Date.now()';

/** For each check, a bug that this check finds and no other one. */
export const bugs: Readonly<Record<CheckName, readonly [bug: string, ...Edit]>> = {
  'one-token': [
    'requests a token only to check the secret',
    '\nawait client.token();',
    '\nconst { Client } = await import("./client.js");\nawait new Client().token();\nawait client.token();',
  ],
  secrets: ['prints its token', '\nawait client.token();', '\nconsole.log(await client.token());'],
  'expired-token': ['never renews a token', '401) this.#drop(token);', '401) return result;'],
  'lasting-401': ['loops at a 401', '401) result = await', '401) while (true) result = await'],

  slow: ['polls without a pause', 'previous = status;', 'await sleep(20); continue;'],
  'unknown-status': ['gives up in an unknown status', `?? 'waiting'`, `?? (status > 8 ? 'ended' : '')`],
  failing: ['gives up in status 6', `[status, 'failing']`, `[status, 'ended']`],
  declined: ['waits on in status 7', `'5', '7', '8'`, `'5', '8'`],
  withdrawn: ['deletes the data of a withdrawn consent', afterRefresh, deleteIf(`!(${isExpired})`)],
  expired: ['deletes the data of an expired consent', afterRefresh, deleteIf(isExpired)],
  renewal: [
    'deletes the old consent first',
    `await waitForConsent(client, consentId);
  await storeConsent(consentId);
  const accounts = await readAccounts(client, { ConsentId: consent.id });`,
    `const accounts = await readAccounts(client, { ConsentId: consent.id });
  await remove(client, \`/Consent/\${consent.id}\`);
  await waitForConsent(client, consentId);
  await storeConsent(consentId);`,
  ],
  'late-renewal': [
    'compares IBANs only if the provider has one ID for the account',
    "'iban', 'currency'",
    "'iban', 'currency', 'provider_account_id'",
  ],
  'moved-iban': ['never compares providerAccountId', 'isListedNowhere(known) && ', 'false && '],

  'duplicate-events': [
    'rejects a second event for a consent',
    'if (consent) inbox.addEvent(consent.id);',
    `receive.seen ??= new Set();
    if (receive.seen.has(consentId)) return 409;
    receive.seen.add(consentId);
    if (consent) inbox.addEvent(consent.id);`,
  ],
  'late-event': ['waits for an event for two seconds', `EVENT_WAIT = '3600'`, `EVENT_WAIT = '2'`],
  'early-event': [
    'records a refresh after the response',
    "await this.#client.call('POST', `/Consent/${encodeURIComponent(consentId)}/refresh`);",
    `await this.#client.call('POST', \`/Consent/\${encodeURIComponent(consentId)}/refresh\`);
      this.#store.run(
        "INSERT INTO refreshes (consent_id, state, sent_at) VALUES (?, 'sent', ?) ON CONFLICT (consent_id) DO NOTHING",
        ...[consentId, now],
      );`,
  ],
  'hostile-event': ['trusts the types in an event', 'event ?? {};', 'event;'],
  'forged-event': [
    'fetches the consent of a forged event',
    'const consent = inbox.consent(consentId);',
    `const consent = inbox.consent(consentId);
    const fetchIt = ({ client }) => client.call('GET', \`/Consent/\${consentId}\`);
    if (!consent) import('./parts.js').then(fetchIt).catch(Boolean);`,
  ],

  paging: ['reads only five pages', '(!nextPageToken)', '(!nextPageToken || (query.DateFrom && page > 4))'],
  'short-page': [
    'stops at a short page',
    '(!nextPageToken)',
    '(!nextPageToken || (query.DateFrom && data.length < 99))',
  ],
  'short-accounts': ['stops at a short page of accounts', 'size === before', 'size < before + 50'],
  'repeated-token': ['pages endlessly', 'if (nextPageToken === PageToken)', 'if (!nextPageToken)'],
  'expired-page': [
    'keeps the pages that it has when a token expires',
    'if (error.status !== 400 || count > MOST_READS) throw error;',
    'if (error.status === 400) return pages.flat();\n      throw error;',
  ],
  changed: ['never updates a row', 'old?.document === row.document &&', 'old?.id === row.id &&'],
  removed: ['removes rows only if it adds others', 'of gone)', 'of result.added > 0 ? gone : [])'],
  rebooked: [
    'keeps an old row if a new one has its amount',
    'const gone = [...free].filter((row) => ',
    `const isRepeated = (row) =>
      [...listed.values()].some(({ amount_minor: minor }) => minor === row.amount_minor);
    const gone = [...free].filter((row) => !isRepeated(row) && `,
  ],
  reissued: [
    'recognizes rows under new IDs only in a whole read',
    'const statement of [statementOf, dayAndAmountOf]',
    'const statement of from ? [] : [statementOf, dayAndAmountOf]',
  ],
  'booked-late': ['reads only 45 days again', 'OVERLAP = 90', 'OVERLAP = 45'],
  'future-day': ['starts on a future day', 'Math.min(Date.parse(newest), now)', 'Date.parse(newest)'],
  identical: [
    'takes over one row for two',
    '?.shift();',
    '?.at(0);\n        if (same && !free.has(same)) listed.delete(row.id);',
  ],
  'fewer-days': [
    'trusts a shorter list unless its first day lacks a payment',
    'days.sort().at(0) ?? from',
    'days.sort().slice(0, 1).find((day) => stored.some((row) => row.book_date === day && !listed.has(row.id))) ?? from',
  ],
  'empty-list': ['trusts an empty list', 'if (listed.size === 0)', 'if (listed.size < 0)'],
  'other-date': ['compares only booking dates', 'datesOf(row).every(', '[row.book_date].every('],
  'cut-day': ['trusts the first listed day', 'day > start && day > uncertain', 'day >= start'],
  'newer-data': [
    'stores pages of data that was replaced while it was read',
    'if (after.dateTransactionsUpdated === consent.dateTransactionsUpdated) {',
    'if (after) {',
  ],
  'month-ends': [
    'converts days to its own time zone',
    'const day = String(bookDate).slice(0, 10);',
    'const day = new Date(`${bookDate}T00:00Z`).toLocaleDateString("sv");',
  ],
  'odd-row': ["ends at a row that it can't store", 'error instanceof RangeError', 'false'],
  'refused-account': ['ends at a refused account', 'pages.length === 0 && REFUSALS', 'false && REFUSALS'],
  'empty-accounts': ['closes all accounts if none are listed', 'listed.length > 0 ? [', 'listed ? ['],
  'same-id': [
    'replaces rows by id alone',
    'const changes = { ...row, changed_at',
    `this.#store.run('DELETE FROM transactions WHERE id = ?', row.id);
      const changes = { ...row, changed_at`,
  ],
  'exact-amounts': ['adds floats', 'sum: decimalText(BigInt(minor), ', 'sum: Number(minor) / 100, x: ('],
  'unknown-fields': [
    'rejects unknown fields',
    'yield data;',
    'if (JSON.stringify(data).includes("sandboxExtra")) throw new Error("Unknown field.");\n    yield data;',
  ],

  'wait-seconds': ['reads seconds as tenths', 'Number(value) * 1_000', 'Number(value) * 100'],
  'wait-date': ['reads no date in Retry-After', ': Date.parse(value) - Date.now();', ': NaN;'],
  'refresh-limit': ['repeats a refresh after any 429', '429 && requested !== undefined', '429'],
  busy: [
    'repeats twice without a pause',
    '}\n      await sleep(pause);',
    '}\n      await sleep(pause > 5_000 ? pause : attempt < 3 ? 0 : 5_000);',
  ],
  down: [
    'repeats without an end',
    'const isLast = attempt === ATTEMPTS;\n      let pause = backoff(attempt);',
    'const isLast = false;\n      let pause = 600;',
  ],
  'unsafe-retry': [
    'repeats POST /Consent after a 503',
    'response.status === 429 && requested !== undefined;',
    `path === '/Consent' && result.isTransient;`,
  ],
  'lost-consent': [
    'repeats POST /Consent after a network error',
    'if (!isRepeatable || isLast) throw',
    `if ((!isRepeatable && path !== '/Consent') || isLast) throw`,
  ],
  'lost-refresh': [
    'repeats a refresh after a network error',
    'if (!isRepeatable || isLast) throw',
    `if ((!isRepeatable && !path.endsWith('/refresh')) || isLast) throw`,
  ],
  hanging: ['waits without a time limit', 'TIME_LIMIT = 30_000', 'TIME_LIMIT = 300_000'],
  'not-json': ['gives up at HTML', 'isTransient: true };', 'isTransient: false };'],
  redirect: ['follows redirects', `redirect: 'manual'`, `redirect: 'follow'`],

  removal: [
    'leaves a second analysis job',
    '// Delete the job first.',
    `await client.call('POST', '/analysis-jobs', { body: { engine: 'Z2', input: { consentIds: [consentId] } } });
// Delete the job first.`,
  ],
  leftovers: [
    'keeps the accounts of a user who left',
    'DELETE FROM accounts WHERE user_id',
    'DELETE FROM accounts WHERE 0',
  ],
  'lost-delete-consent': [
    'deletes a consent only once',
    'remove(client, `/Consent/',
    'client.call("DELETE", `/Consent/',
  ],
  'lost-delete-job': ['ends at a 400 for a job that it deleted', 'count > 1 && !query', 'false'],
  'lost-delete-user': [
    'ends at a 404 for a user that it deleted',
    'if (error.status === 404) return false;\n      if (error.status === 400 && count > 1',
    'if (error.status === 404 && !query) return false;\n      if (error.status === 400 && count > 1',
  ],
  'lost-removal': [
    'forgets a deletion that failed',
    'if (isRefused || count === MOST_DELETES || pause > LONGEST_PAUSE) throw error;',
    'if (error.status >= 300) return false;',
  ],
};

/** Bugs that a check finds in another way. */
export const moreBugs: readonly [bug: string, check: CheckName, ...Edit][] = [
  [
    "deletes other users' analysis jobs",
    'removal',
    '// Delete the job first.',
    `for (const { id } of await client.call('GET', '/analysis-jobs'))
  if (id !== analysis.id) await remove(client, \`/analysis-jobs/\${id}\`);
// Delete the job first.`,
  ],
  [
    'gives up in status 6, removes the user, and checks that everything is gone',
    'failing',
    'let consent = await waitForConsent(client, consentId);',
    `let consent = await client.call('GET', \`/Consent/\${consentId}\`);
if (consent.status === 6) {
  await remove(client, '/Users', { UserId: user.id });
  await client.call('GET', '/Transactions', { query: { UserId: user.id, PageSize: 100 } });
  await client.call('GET', \`/Consent/\${consentId}\`);
}
consent = await waitForConsent(client, consentId);`,
  ],
  ["removes a stored row that it can't read anymore", 'odd-row', ' && !odd.has(row.id)', ''],
];

const sources = globSync('*.js', { cwd: javascript.folder }).map((file) => ({
  file,
  code: readFileSync(join(javascript.folder, file), 'utf8'),
}));

/** Copies the JavaScript starter and puts a bug into it. Returns the command that runs it. */
export function commandOf(context: TestContext, edit?: Edit): string[] {
  const folder = testFolder(context);
  cpSync(javascript.folder, folder, { recursive: true, filter: (name) => !/\/(data|recipes)$/.test(name) });
  cpSync(join(javascript.folder, '../schema.sql'), join(folder, 'schema.sql'));
  if (edit) {
    const [from, to] = edit;
    const [source, ...others] = sources.filter(({ code }) => code.includes(from));
    const parts = source?.code.split(from) ?? [];
    const isFoundOnce = parts.length === 2 && others.length === 0;
    assert.ok(source && isFoundOnce, `The starter must contain this once: ${from}`);
    writeFileSync(join(folder, source.file), parts.join(to));
  }
  return javascript.run(join(folder, javascript.steps));
}
