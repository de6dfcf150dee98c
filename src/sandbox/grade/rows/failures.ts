import { got, seconds } from '../decide.ts';
import type { Row, Rows } from '../row.ts';

const reading = 'listTransactions';
const errors = '/account-information/error-handling/';
const page = `${errors}#retries`;
const fault = (fields: object) => ({ addFault: { operationId: reading, ...fields } });

/** A row in which a request gets a 429 with Retry-After. */
const wait = (fields: object): Row => ({
  page,
  steps: [fault({ status: 429, retryAfter: 2, ...fields })],
  trigger: got(reading, 429),
  decide({ first, repeats: [repeat] }) {
    const value = first.headers['retry-after']!;
    const now = performance.timeOrigin + first.ended!;
    const pause = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - now) / 1000;
    if (!repeat || seconds(first, repeat) > pause - 0.05) return undefined;
    return `Retry-After was ${value}. The program repeated ${first.line} after ${seconds(first, repeat).toFixed(1)} s.`;
  },
});

/** Rows about failing requests and unexpected responses. */
export const failures: Rows = {
  'wait-seconds': wait({}),
  'wait-date': wait({ retryAfterDate: true }),
  'refresh-limit': {
    page: '/account-information/data-access/consent-refresh/#stay-within-the-limit',
    steps: [fault({ operationId: 'refreshConsent', status: 429 })],
    trigger: got('refreshConsent', 429),
    decide: ({ first, repeats }) => repeats[0] && `The program repeated ${first.line} right after a 429.`,
  },
  busy: {
    page,
    steps: [fault({ status: 503, times: 2 })],
    trigger: got(reading, 503),
    decide({ first, repeats: [second, third] }) {
      if (!second || !third) return `The program didn't repeat ${first.line} until it worked.`;
      const isPaused = seconds(first, second) > 0.1 && seconds(second, third) > 0.1;
      return isPaused ? undefined : `The program repeated ${first.line} without a pause.`;
    },
  },
  down: {
    page,
    steps: [fault({ status: 503, times: 'always' })],
    trigger: got(reading, 503),
    limit: 8,
    decide: ({ first, repeats }) => repeats[9] && `The program sent ${first.line} over ten times in 8 s.`,
  },
  'unsafe-retry': {
    page,
    steps: [fault({ operationId: 'createConsent', status: 503 })],
    trigger: got('createConsent', 503),
    decide({ first, repeats: [repeat], later }) {
      const checks = [...later('listConsents'), ...later('getUser')];
      if (!repeat || checks.some(({ at }) => at < repeat.at)) return undefined;
      return `The program repeated ${first.line} without looking for the consent first.`;
    },
  },
  'lost-consent': {
    page: '/account-information/data-access/consents/#create-a-consent',
    steps: [fault({ operationId: 'createConsent', effect: true, drop: true })],
    trigger: got('createConsent'),
    decide({ later }) {
      const made = later('createConsent').filter(({ status }) => status === 200);
      const deleted = later('deleteConsent').filter(({ status }) => status === 204);
      return made.length > deleted.length
        ? 'The program created a second consent and left the first one behind.'
        : undefined;
    },
  },
  'lost-refresh': {
    page,
    steps: [
      // Otherwise, its event would make the program read the consent.
      { configureWebhook: { held: true } },
      fault({ operationId: 'refreshConsent', effect: true, drop: true }),
    ],
    trigger: got('refreshConsent'),
    decide({ first, repeats: [repeat], later }) {
      if (!repeat || later('getConsent').some(({ at }) => at < repeat.at)) return undefined;
      return `The program repeated ${first.line} without reading the consent first.`;
    },
  },
  hanging: {
    page,
    steps: [fault({ delay: 120_000 })],
    trigger: ({ operationId }) => operationId === reading,
    limit: 40,
    decide: ({ first: { line, at, ended = Infinity } }) =>
      ended - at > 39_000 ? `The program still waited for ${line} after 39 s.` : undefined,
  },
  'not-json': {
    page: `${errors}#status-codes`,
    steps: [fault({ operationId: 'getConsent', body: 'html' }), fault({ body: 'cut' })],
    trigger: ({ headers }) => /html/.test(headers['content-type'] ?? ''),
    decide({ first, repeats, later }) {
      if (!repeats[0]) return `The program didn't repeat ${first.line} after a 200 with HTML.`;
      const [cut, ...others] = later(reading);
      return cut && !others[0] ? `The program didn't repeat ${cut.line} after cut JSON.` : undefined;
    },
  },
  redirect: {
    page: `${errors}#status-codes`,
    steps: [fault({ location: '$elsewhere' })],
    trigger: got(reading, 307),
    decide: ({ first, later }) =>
      later().some(({ line }) => line.endsWith(' /elsewhere'))
        ? `The program followed the redirect from ${first.line}.`
        : undefined,
  },
};
