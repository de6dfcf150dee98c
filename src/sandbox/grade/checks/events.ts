import type { Sandbox } from '../../state.ts';
import { prepareEvent, postBody } from '../../webhook.ts';
import { afterRefresh, readVerdict, type Evidence, type Check, type Checks, type Verdict } from '../check.ts';
import { newestConsent, type Step } from '../scenario.ts';

const verify = '/webhooks/verify/#what-to-check';
const refresh = '/account-information/data-access/consent-refresh/';
const stranger = '5e1f0c5d-7b2a-4d43-a96e-4f5a6b7c8d9e';
const hostile = [
  ...['', '{', 'null', '[]', '7', '{}', '{"eventType":"Transactions Fetched"}'],
  '{"eventType":"Transactions Fetched","consentId":{"toString":1}}',
  `{"eventType":"Transactions Fetched","consentId":"${'a'.repeat(100_000)}"}`,
];

/** How many milliseconds a late event waits. */
const LATE = 3_000;

const payment = { addTransaction: { accountId: '$account', amount: -3.8 } };
const held = { configureWebhook: { held: true } };
/** Sends the event of the refresh, unless the program has removed the user in the meantime. */
function sendNow(sandbox: Sandbox) {
  const consent = newestConsent(sandbox);
  return consent && prepareEvent(sandbox, consent)();
}
const send: Step = { after: 'refreshConsent', act: sendNow };
/** Sends the event once the program has only polled for a while. On a busy machine, a fixed delay is too short. */
const sendLate: Step = {
  after: 'refreshConsent',
  act(sandbox) {
    const { clock, log } = sandbox;
    const count = () => log.requests.filter(({ operationId }) => operationId !== 'getConsent').length;
    const waitForQuiet = (before: number) =>
      clock.after(LATE, () => (count() === before ? void sendNow(sandbox) : waitForQuiet(count())));
    waitForQuiet(count());
  },
};
const postEvent = (body: string): Step => ({
  after: 'refreshConsent',
  act: (sandbox) => postBody(sandbox, body, 'An event'),
});

/** A check about the event of a refresh. The program must then read a new payment. */
const eventCheck = (...[page, plays, expects, ...steps]: Parameters<typeof afterRefresh>): Check => ({
  ...afterRefresh(page, plays, expects, payment, ...steps),
  decide(evidence) {
    const trusting = evidence.calls.find((call) => `${call.line} ${call.query}`.includes(stranger));
    if (trusting) return `The program sent ${trusting.line} for the consent in a forged event.`;
    const [, , consentId = ''] = evidence.first.line.split('/');
    const { deliveries, later } = evidence;
    const isSent = deliveries.some(({ body }) => body.includes(consentId));
    return !isSent && later('deleteUser')[0]
      ? "The program removed the user before the refresh's event was sent."
      : receiverVerdict(evidence);
  },
});

/** Checks that the receiver has accepted each event, apart from hostile bodies, and the program has read the new data. */
export function receiverVerdict(evidence: Evidence): Verdict {
  const { deliveries, problem } = evidence;
  const rejected = deliveries.find(
    ({ body, status = 0 }) => status > 299 && !(hostile.includes(body) && [400, 413].includes(status)),
  );
  if (rejected)
    return `The receiver returned ${rejected.status} to ${JSON.stringify(rejected.body.slice(0, 80))}.`;
  const lastResponse = deliveries.findLastIndex(({ status }) => status !== undefined);
  if (lastResponse < 0 && deliveries.every(({ isRefused = true }) => isRefused))
    return ['not seen', 'No receiver responded at WEBHOOK_PORT.'];
  const lost = problem && deliveries[lastResponse + 1];
  return lost
    ? `The receiver didn't respond to ${JSON.stringify(lost.body.slice(0, 80))}.`
    : readVerdict(evidence);
}

/** Checks about events and their receiver. */
export const eventChecks = {
  'duplicate-events': eventCheck(
    '/webhooks/verify/#duplicates-retries-and-replays',
    'The event arrives three times',
    'respond with 200 each time, but store the data once',
    ...[held, send, send, send],
  ),
  'late-event': eventCheck(
    `${refresh}#when-a-refresh-is-complete`,
    'The event arrives only after three seconds',
    'wait, then read the data',
    ...[held, sendLate],
  ),
  'early-event': eventCheck(
    `${refresh}#a-refresh-queue`,
    "The event arrives two seconds before the refresh's response",
    'record the refresh before requesting it',
    { configureWebhook: { early: true } },
    { addFault: { operationId: 'refreshConsent', delay: 2_000 } },
  ),
  'hostile-event': eventCheck(
    verify,
    'Event bodies are empty, cut off, 100 KB long, or the wrong shape',
    'respond with 200, 400, or 413, then handle the next event',
    ...[held, ...hostile.map(postEvent), { ...send, at: 1 }],
  ),
  'forged-event': eventCheck(
    verify,
    'An event names an unknown consent',
    'discard the event without calling the API',
    held,
    postEvent(JSON.stringify({ eventType: 'Transactions Fetched', consentId: stranger })),
    { ...send, at: 1 },
  ),
} satisfies Checks;
