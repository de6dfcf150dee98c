import { broken, hasPaused, TOO_SLOW, type Row, type Rows } from '../row.ts';

const errors = '/account-information/error-handling/';
const retries = `${errors}#retries`;

/** A row in which a request gets a 429 with Retry-After. */
const wait = (value: string, fields: object): Row =>
  // The wait is long, so that a program that ignores it retries too early even on a busy machine.
  broken(
    {
      page: retries,
      plays: `\`GET /Transactions\` gets a 429 with ${value} in \`Retry-After\``,
      expects: 'wait that long',
    },
    { status: 429, retryAfter: 6, ...fields },
    (evidence) => {
      const { first, repeats } = evidence;
      const [repeat] = repeats;
      if (!repeat) return undefined;
      const value = String(first.headers['retry-after']);
      const now = performance.timeOrigin + first.at;
      const pause = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - now) / 1000;
      const isPaused = hasPaused(evidence, first, repeat, pause - 0.05);
      if (isPaused !== false) return isPaused ? undefined : TOO_SLOW;
      const waited = ((repeat.at - first.at) / 1000).toFixed(1);
      return `Retry-After was ${value}. The program repeated ${first.line} after ${waited} s.`;
    },
  );

/** Rows about failing requests and unexpected responses. */
export const failures = {
  'wait-seconds': wait('seconds', {}),
  'wait-date': wait('a date', { retryAfterDate: true }),
  'refresh-limit': broken(
    {
      page: '/account-information/data-access/consent-refresh/#stay-within-the-limit',
      plays: 'A refresh gets a 429 without `Retry-After`',
      expects: 'wait 24 hours before refreshing again',
    },
    { operationId: 'refreshConsent', status: 429 },
    ({ first, repeats }) => repeats[0] && `The program repeated ${first.line} right after a 429.`,
  ),
  busy: broken(
    {
      page: retries,
      plays: '`GET /Transactions` gets a 503 twice',
      expects: 'pause before each retry',
    },
    { status: 503, times: 2 },
    (evidence) => {
      const { first, repeats } = evidence;
      const [second, third] = repeats;
      if (!second || !third) return `The program didn't repeat ${first.line} until it worked.`;
      // The second pause is longer, so that its absence also shows on a machine that delays each request.
      const pauses = [hasPaused(evidence, first, second, 0.2), hasPaused(evidence, second, third, 0.4)];
      if (pauses.includes(false)) return `The program repeated ${first.line} with hardly a pause.`;
      return pauses.includes(undefined) && TOO_SLOW;
    },
  ),
  down: broken(
    {
      page: retries,
      plays: '`GET /Transactions` always gets a 503',
      expects: 'stop after a few retries',
      limit: 8,
    },
    { status: 503, times: 'always' },
    ({ first, repeats }) => repeats[9] && `The program sent ${first.line} over ten times in 8 s.`,
  ),
  'unsafe-retry': broken(
    {
      page: retries,
      plays: '`POST /Consent` gets a 503',
      expects: 'look for the consent before retrying',
    },
    { operationId: 'createConsent', status: 503 },
    ({ first, repeats: [repeat], later }) => {
      const checks = [...later('listConsents'), ...later('getUser')];
      const isUnsafe = repeat && !checks.some(({ at }) => at < repeat.at);
      return isUnsafe && `The program repeated ${first.line} without looking for the consent first.`;
    },
  ),
  'lost-consent': broken(
    {
      page: '/account-information/data-access/consents/#create-a-consent',
      plays: 'A consent is created, but the response is lost',
      expects: 'end up with one consent',
    },
    { operationId: 'createConsent', effect: true, drop: true },
    ({ later }) => {
      const made = later('createConsent').filter(({ status }) => status === 200);
      const deleted = later('deleteConsent').filter(({ status }) => status === 204);
      const isLeft = made.length > deleted.length;
      return isLeft && 'The program created a second consent and left the first behind.';
    },
  ),
  'lost-refresh': broken(
    {
      page: retries,
      plays: 'A refresh works, but the response is lost',
      expects: 'read the consent before retrying',
      // Hold the refresh's event, because it would make the program read the consent.
      steps: [{ configureWebhook: { held: true } }],
    },
    { operationId: 'refreshConsent', effect: true, drop: true },
    ({ first, repeats: [repeat], later }) => {
      const isUnsafe = repeat && !later('getConsent').some(({ at }) => at < repeat.at);
      return isUnsafe && `The program repeated ${first.line} without reading the consent first.`;
    },
  ),
  hanging: broken(
    {
      page: retries,
      plays: '`GET /Transactions` returns a few bytes every six seconds for two minutes',
      expects: 'time out after about 30 seconds, even while bytes arrive',
      limit: 40,
      trigger: ({ operationId }) => operationId === 'listTransactions',
    },
    { body: 'slow', delay: 120_000 },
    ({ first: { line, at, ended = Infinity } }) =>
      ended - at > 39_000 && `The program was still waiting for ${line} after 39 s.`,
  ),
  'not-json': broken(
    {
      page: `${errors}#status-codes`,
      plays: 'One 200 contains HTML, and another contains incomplete JSON',
      expects: 'retry both requests',
      steps: [{ addFault: { operationId: 'getConsent', body: 'html' } }],
      trigger: ({ headers }) => /html/.test(headers['content-type'] ?? ''),
    },
    { body: 'cut' },
    ({ first, repeats, later }) => {
      if (!repeats[0]) return `The program didn't repeat ${first.line} after a 200 with HTML.`;
      const [cut, ...others] = later('listTransactions');
      const [{ at: end } = { at: Infinity }] = later('refreshConsent');
      const isRepeated = others.some(({ at, query }) => at < end && String(query) === String(cut?.query));
      return cut && !isRepeated && `The program didn't repeat ${cut.line} after incomplete JSON.`;
    },
  ),
  redirect: broken(
    {
      page: `${errors}#status-codes`,
      plays: '`GET /Transactions` is redirected',
      expects: 'reject the redirect',
    },
    { location: '$elsewhere', status: 307 },
    ({ first, later }) => {
      const isFollowed = later().some(({ line }) => line.endsWith(' /elsewhere'));
      return isFollowed && `The program followed the redirect from ${first.line}.`;
    },
  ),
} satisfies Rows;
