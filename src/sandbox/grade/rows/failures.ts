import { got, seconds } from '../decide.ts';
import type { Rows } from '../row.ts';

const reading = 'listTransactions';
const errors = '/account-information/error-handling/';
const retries = `${errors}#retries`;

/** Failing requests, and responses that no program expects. */
export const failures: Rows = {
  'wait-seconds': {
    page: retries,
    steps: [{ addFault: { operationId: reading, status: 429, retryAfter: 2 } }],
    trigger: got(reading, 429),
    decide({ first, repeats: [repeat] }) {
      if (!repeat || seconds(first, repeat) > 1.95) return undefined;
      return `Retry-After was 2. The program repeated ${first.line} after ${seconds(first, repeat).toFixed(1)} s.`;
    },
  },

  'wait-date': {
    page: retries,
    steps: [{ addFault: { operationId: reading, status: 429, retryAfter: 2, retryAfterDate: true } }],
    trigger: got(reading, 429),
    decide({ first, repeats: [repeat] }) {
      const date = first.headers['retry-after']!;
      const early = repeat ? (Date.parse(date) - performance.timeOrigin - repeat.at) / 1000 : 0;
      if (early < 0.05) return undefined;
      return `Retry-After was ${date}. The program repeated ${first.line} ${early.toFixed(1)} s before.`;
    },
  },

  'refresh-limit': {
    page: '/account-information/data-access/consent-refresh/#stay-within-the-limit',
    steps: [{ addFault: { operationId: 'refreshConsent', status: 429 } }],
    trigger: got('refreshConsent', 429),
    decide: ({ first, repeats }) =>
      repeats.length > 0 ? `The program repeated ${first.line} right after a 429.` : undefined,
  },

  busy: {
    page: retries,
    steps: [{ addFault: { operationId: reading, status: 503, times: 2 } }],
    trigger: got(reading, 503),
    decide({ first, repeats: [second, third] }) {
      if (!second || !third) return `The program didn't repeat ${first.line} until it worked.`;
      const isPaused = seconds(first, second) > 0.1 && seconds(second, third) > 0.1;
      return isPaused ? undefined : `The program repeated ${first.line} without a pause.`;
    },
  },

  down: {
    page: retries,
    steps: [{ addFault: { operationId: reading, status: 503, times: 'always' } }],
    trigger: got(reading, 503),
    limit: 8,
    decide: ({ first, repeats }) =>
      repeats.length > 9 ? `The program sent ${first.line} ${repeats.length + 1} times in 8 s.` : undefined,
  },

  'unsafe-retry': {
    page: retries,
    steps: [{ addFault: { operationId: 'createConsent', status: 503 } }],
    trigger: got('createConsent', 503),
    decide({ first, repeats: [repeat], later }) {
      const checks = [...later('listConsents'), ...later('getUser')];
      if (!repeat || checks.some(({ at }) => at < repeat.at)) return undefined;
      return `The program repeated ${first.line} without looking for the consent first.`;
    },
  },

  'lost-consent': {
    page: '/account-information/data-access/consents/#create-a-consent',
    steps: [{ addFault: { operationId: 'createConsent', effect: true, drop: true } }],
    trigger: got('createConsent'),
    decide({ later }) {
      const made = later('createConsent').filter(({ status }) => status === 200).length;
      const deleted = later('deleteConsent').filter(({ status }) => status === 204).length;
      return made > deleted ? 'The program created a second consent.' : undefined;
    },
  },

  'lost-refresh': {
    page: retries,
    steps: [
      // Its event would have the program read the consent.
      { configureWebhook: { held: true } },
      { addFault: { operationId: 'refreshConsent', effect: true, drop: true } },
    ],
    trigger: got('refreshConsent'),
    decide({ first, repeats: [repeat], later }) {
      if (!repeat || later('getConsent').some(({ at }) => at < repeat.at)) return undefined;
      return `The program repeated ${first.line} without reading the consent first.`;
    },
  },

  hanging: {
    page: retries,
    steps: [{ addFault: { operationId: reading, delay: 120_000 } }],
    trigger: ({ operationId }) => operationId === reading,
    limit: 40,
    decide: ({ first }) =>
      first.ended === undefined ? `The program still waited for ${first.line} after 40 s.` : undefined,
  },

  'not-json': {
    page: `${errors}#status-codes`,
    steps: [
      { addFault: { operationId: 'listAccounts', body: 'html' } },
      { addFault: { operationId: reading, body: 'cut' } },
    ],
    trigger: ({ headers }) => /html/.test(headers['content-type'] ?? ''),
    decide({ first, repeats, later }) {
      if (repeats.length === 0) return `The program didn't repeat ${first.line} after a 200 with HTML.`;
      const reads = later(reading);
      return reads.length === 1 ? `The program didn't repeat ${reads[0]!.line} after cut JSON.` : undefined;
    },
  },

  redirect: {
    page: `${errors}#status-codes`,
    steps: [{ addFault: { operationId: reading, location: '$elsewhere' } }],
    trigger: got(reading, 307),
    decide({ first, later }) {
      const isFollowed = later().some(({ line }) => line.endsWith(' /elsewhere'));
      return isFollowed ? `The program followed the redirect of ${first.line}.` : undefined;
    },
  },
};
