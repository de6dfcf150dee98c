import assert from 'node:assert/strict';
import { before, describe, test, type TestContext } from 'node:test';
import type { Control, Moment } from './support/platform.ts';
import { compileStarters, platformFor, start, testedStarters, type Starter } from './support/starters.ts';

/* Runs the starters' eleven steps with faults that no check of the grader covers, or for which no check counts requests. */

/** A fault in a run of the eleven steps, and the expected result. */
interface Row {
  /** The number of the request for accounts whose response is in the wrong shape. */
  misshapen?: number;
  /** Control calls before the run. */
  before?: readonly Control[];
  /** Control calls during the run. */
  moments?: readonly Moment[];
  /** Seconds to wait for an event. */
  eventWait?: string;
  /** The error that stops the run. By default, all steps succeed. */
  error?: RegExp;
  prints?: RegExp;
  /** The number of requests, by method and path. */
  requests: Record<string, number>;
}

const TOKEN = 'POST /cfa/connect/token';
const fault = (operationId: string, what: object): Control => ['POST', 'faults', { operationId, ...what }];
const lost = (operationId: string) => fault(operationId, { drop: true, effect: true });

/** An event for the run's consent. */
const event: Moment[1] = (_, { state }) => [
  ['POST', 'events', { consentId: [...state.consents.keys()].at(-1) }],
];

/** Each refresh is processed once: steps 6, 7, and 9 each read the transactions of two accounts. */
const once = { 'GET /Transactions': 6 };

const rows: Readonly<Record<string, Row>> = {
  'a connection that drops during a GET': {
    before: [fault('listProviders', { drop: true })],
    requests: { 'GET /Providers': 2 },
  },
  '429 with Retry-After to a POST': {
    before: [fault('createUser', { status: 429, retryAfter: 1 })],
    requests: { 'POST /Users': 2 },
  },
  'an empty response to the request for a token': {
    before: [fault('createAccessToken', { body: 'empty' })],
    requests: { [TOKEN]: 2 },
  },
  'a token without a lifetime': {
    before: [['PUT', 'tokens', { expiresIn: null }]],
    requests: { [TOKEN]: 1 },
  },
  'a token with a second left': {
    before: [['PUT', 'tokens', { expiresIn: 1 }], fault('listProviders', { status: 429, retryAfter: 1 })],
    moments: [
      [/connect\/token/, () => []],
      [/connect\/token/, () => [['PUT', 'tokens', { expiresIn: 3600 }]]],
    ],
    requests: { [TOKEN]: 2, 'POST /Users': 1 },
  },
  'a job that fails': {
    moments: [
      [
        /^GET \/v2\/categorization-jobs\/(.+)/,
        ([id]) => [['PUT', `jobs/${id}/status`, { status: 'FAILED' }]],
      ],
    ],
    error: /Job .* failed/,
    requests: { 'POST /v2/categorization-jobs': 1, 'POST /analysis-jobs': 0 },
  },
  'a lost response to each DELETE': {
    before: [lost('deleteAnalysisJob'), lost('deleteUser')],
    requests: { 'DELETE /analysis-jobs/[^/]+': 2, 'DELETE /Users': 2, 'GET /Users/[^/]+': 0 },
  },
  'a 503 to a DELETE that took effect': {
    before: [fault('deleteAnalysisJob', { status: 503, effect: true })],
    requests: { 'DELETE /analysis-jobs/[^/]+': 2 },
  },
  'a 503 to a DELETE that asks for a long pause': {
    before: [fault('deleteAnalysisJob', { status: 503, retryAfter: 300 })],
    error: /DELETE \S+ returned 503/,
    requests: { 'DELETE /analysis-jobs/[^/]+': 1 },
  },
  'an event that comes again while its work runs': {
    moments: [
      [/^GET \/Transactions/, () => []],
      [/^GET \/Transactions/, event],
    ],
    requests: once,
  },
  'a misshapen list of accounts after an event': {
    misshapen: 3, // In step 6, two requests read all pages.
    prints: /^Reading consent .* failed: /m,
    requests: { ...once, 'GET /Accounts': 7 },
  },
  'an empty first page with a token, which then expires': {
    before: [fault('listTransactions', { page: 'empty' }), fault('listTransactions', { page: 'refused' })],
    requests: { 'GET /Transactions': 8 },
  },
  'a consent that ends after step 6': {
    // Steps 5 and 6 request it up to three times.
    moments: [
      ...Array.from({ length: 3 }, (): Moment => [/^GET \/Consent\//, () => []]),
      [/^GET \/Consent\/(.+)/, ([id]) => [['PUT', `consents/${id}/status`, { status: 5 }]]],
    ],
    error: /^(?![^]*No event arrived)[^]*The consent ended in status 5/,
    prints: /^7\. Didn't refresh the consent, because it has ended in status 5\.$/m,
    requests: { 'POST /Consent': 1, 'GET /Sequencing': 0 },
  },
  'an event that never comes': {
    before: [['PUT', 'webhook', { held: true }]],
    eventWait: '1',
    prints: /No event arrived within 1 seconds/,
    requests: once,
  },
};

// Run several at once, because programs mostly wait between retries.
describe('Eleven steps against the sandbox', { concurrency: 4 }, () => {
  before(() => compileStarters());
  for (const starter of testedStarters)
    for (const [fault, row] of Object.entries(rows))
      test(`${starter.label} handles ${fault}`, (context) => run(context, starter, row));
});

async function run(context: TestContext, starter: Starter, row: Row) {
  const { before: calls = [], moments = [], eventWait: EVENT_WAIT = '120' } = row;
  let lists = 0;
  const { settings, ...platform } = await platformFor(context, {
    moments,
    disturb: ({ url }, response) =>
      url?.startsWith('/Accounts') && ++lists === row.misshapen && response.end('[null, "text"]'),
  });
  for (const call of calls) await platform.control(...call);
  const { status, output } = await start(starter, starter.steps, { ...settings, EVENT_WAIT }).outcome;

  const steps = [...output.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
  const expected = Array.from(steps, (_, index) => index + 1);
  assert.deepEqual(steps, expected, output);
  if (row.error) {
    assert.notEqual(status, 0, output);
    assert.match(output, row.error);
    assert.doesNotMatch(output, /^\s+at |Traceback|Stack trace/m);
    assert.ok(steps.length < 11);
  } else {
    assert.equal(status, 0, output);
    assert.match(output, /^9\. Stored 30 categorized transactions\.$/m);
    assert.match(output, /^11\. Deleted the user\.$/m);
    assert.equal(platform.sandbox.state.users.size, 1, "Only the examples' user must be left.");
  }
  if (row.prints) assert.match(output, row.prints);
  for (const [line, count] of Object.entries(row.requests))
    assert.equal(platform.count(new RegExp(`^${line}$`)), count, `${line}\n${output}`);
}
