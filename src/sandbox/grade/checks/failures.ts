import { faultCheck, hasPaused, TOO_SLOW, type Check, type Checks } from '../check.ts';

const errors = '/account-information/error-handling/';
const retries = `${errors}#retries`;

/** A check in which a request gets a 429 with Retry-After. */
const retryAfterCheck = (value: string, fields: object): Check =>
  // The wait is long, so that a program that ignores it retries too early even on a busy machine.
  faultCheck(
    retries,
    `\`GET /Transactions\` gets a 429 with ${value} in \`Retry-After\``,
    'wait that long',
    { status: 429, retryAfter: 6, ...fields },
    (evidence) => {
      const { first, repeats } = evidence;
      const [repeat] = repeats;
      if (!repeat) return undefined;
      const header = String(first.headers['retry-after']);
      const now = performance.timeOrigin + first.at;
      const pause = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
      const isPaused = hasPaused(evidence, first, repeat, pause - 0.05);
      if (isPaused !== false) return isPaused ? undefined : TOO_SLOW;
      const waited = ((repeat.at - first.at) / 1000).toFixed(1);
      return `Retry-After was ${header}. The program repeated ${first.line} after ${waited} s.`;
    },
  );

/** Checks about failing requests and unexpected responses. */
export const failureChecks = {
  'wait-seconds': retryAfterCheck('seconds', {}),
  'wait-date': retryAfterCheck('a date', { retryAfterDate: true }),
  'refresh-limit': faultCheck(
    '/account-information/data-access/consent-refresh/#stay-within-the-limit',
    'A refresh gets a 429 without `Retry-After`',
    'wait 24 hours before refreshing again',
    { operationId: 'refreshConsent', status: 429 },
    ({ first, repeats }) => repeats[0] && `The program repeated ${first.line} right after a 429.`,
  ),
  busy: faultCheck(
    retries,
    '`GET /Transactions` gets a 503 twice',
    'pause before each retry',
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
  down: faultCheck(
    retries,
    '`GET /Transactions` always gets a 503',
    'stop after a few retries',
    { status: 503, times: 'always' },
    ({ first, repeats }) => repeats[9] && `The program sent ${first.line} over ten times in 8 s.`,
    { limit: 8 },
  ),
  'unsafe-retry': faultCheck(
    retries,
    '`POST /Consent` gets a 503',
    'look for the consent before retrying',
    { operationId: 'createConsent', status: 503 },
    ({ first, repeats: [repeat], later }) => {
      const checks = [...later('listConsents'), ...later('getUser')];
      const isUnsafe = repeat && !checks.some(({ at }) => at < repeat.at);
      return isUnsafe && `The program repeated ${first.line} without looking for the consent first.`;
    },
  ),
  'lost-consent': faultCheck(
    '/account-information/data-access/consents/#create-a-consent',
    'A consent is created, but the response is lost',
    'end up with one consent',
    { operationId: 'createConsent', effect: true, drop: true },
    ({ later }) => {
      const created = later('createConsent').filter(({ status }) => status === 200);
      const deleted = later('deleteConsent').filter(({ status }) => status === 204);
      const isLeft = created.length > deleted.length;
      return isLeft && 'The program created a second consent and left the first behind.';
    },
  ),
  'lost-refresh': faultCheck(
    retries,
    'A refresh works, but the response is lost',
    'read the consent before retrying',
    { operationId: 'refreshConsent', effect: true, drop: true },
    ({ first, repeats: [repeat], later }) => {
      const isUnsafe = repeat && !later('getConsent').some(({ at }) => at < repeat.at);
      return isUnsafe && `The program repeated ${first.line} without reading the consent first.`;
    },
    {
      // Hold the refresh's event, because it would make the program read the consent.
      steps: [{ configureWebhook: { held: true } }],
    },
  ),
  hanging: faultCheck(
    retries,
    '`GET /Transactions` returns a few bytes every six seconds for two minutes',
    'time out after about 30 seconds, even while bytes arrive',
    { body: 'slow', delay: 120_000 },
    ({ first: { line, at, ended = Infinity } }) =>
      ended - at > 39_000 && `The program was still waiting for ${line} after 39 s.`,
    {
      limit: 40,
      trigger: ({ operationId }) => operationId === 'listTransactions',
    },
  ),
  'not-json': faultCheck(
    `${errors}#status-codes`,
    'One 200 contains HTML, and another contains incomplete JSON',
    'retry both requests',
    { body: 'cut' },
    ({ first, repeats, later }) => {
      if (!repeats[0]) return `The program didn't repeat ${first.line} after a 200 with HTML.`;
      const [cut, ...others] = later('listTransactions');
      const [{ at: end } = { at: Infinity }] = later('refreshConsent');
      const isRepeated = others.some(({ at, query }) => at < end && String(query) === String(cut?.query));
      return cut && !isRepeated && `The program didn't repeat ${cut.line} after incomplete JSON.`;
    },
    {
      steps: [{ addFault: { operationId: 'getConsent', body: 'html' } }],
      trigger: ({ headers }) => /html/.test(headers['content-type'] ?? ''),
    },
  ),
  redirect: faultCheck(
    `${errors}#status-codes`,
    '`GET /Transactions` is redirected',
    'reject the redirect',
    { location: '$elsewhere', status: 307 },
    ({ first, later }) => {
      const isFollowed = later().some(({ line }) => line.endsWith(' /elsewhere'));
      return isFollowed && `The program followed the redirect from ${first.line}.`;
    },
  ),
} satisfies Checks;
