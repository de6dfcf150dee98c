import { newEvent, postBody } from '../../webhook.ts';
import { got, receiverIsRight, type Row, type Rows } from '../row.ts';
import { newestConsent, type Step } from '../story.ts';

const verify = '/webhooks/verify/#what-to-check';
const refresh = '/account-information/data-access/consent-refresh/';
const stranger = '5e1f0c5d-7b2a-4d43-a96e-4f5a6b7c8d9e';
const hostile = [
  ...['', '{', 'null', '[]', '7', '{}', '{"eventType":"Transactions Fetched"}'],
  '{"eventType":"Transactions Fetched","consentId":{"toString":1}}',
  `{"eventType":"Transactions Fetched","consentId":"${'a'.repeat(100_000)}"}`,
];

const held = { configureWebhook: { held: true } };
/** Sends the event of the refresh, unless the program has removed the user in the meantime. */
const send: Step = {
  after: 'refreshConsent',
  act(sandbox) {
    const consent = newestConsent(sandbox);
    return consent && newEvent(sandbox, consent)();
  },
};
const post = (body: string): Step => ({
  after: 'refreshConsent',
  act: (sandbox) => postBody(sandbox, body, 'An event'),
});

/** A row about the event of a refresh. The program must then read a new payment. */
const row = (page: string, ...steps: readonly Step[]): Row => ({
  page,
  steps: [{ before: 'refreshConsent', addTransaction: { accountId: '$account', amount: -3.8 } }, ...steps],
  trigger: got('refreshConsent', 202),
  decide(evidence) {
    const trusted = evidence
      .later()
      .find((call) => call.operationId !== 'getConsent' && `${call.line} ${call.query}`.includes(stranger));
    if (trusted) return `The program sent ${trusted.line} for the consent in a forged event.`;
    const [, , consentId = ''] = evidence.first.line.split('/');
    const { deliveries, later } = evidence;
    const isSent = deliveries.some(({ body }) => body.includes(consentId));
    return !isSent && later('deleteUser')[0]
      ? "The program removed the user before the refresh's event was sent, without reading the new data."
      : receiverIsRight(evidence);
  },
});

/** Rows about events and their receiver. */
export const events: Rows = {
  'duplicate-events': row('/webhooks/verify/#duplicates-retries-and-replays', held, send, send, send),
  'late-event': row(`${refresh}#when-a-refresh-is-complete`, held, { ...send, at: 3 }),
  'early-event': row(`${refresh}#wait-for-the-webhook`, { configureWebhook: { early: true } }),
  'hostile-event': row(verify, held, ...hostile.map(post), { ...send, at: 1 }),
  'forged-event': row(
    verify,
    held,
    post(JSON.stringify({ eventType: 'Transactions Fetched', consentId: stranger })),
    { ...send, at: 1 },
  ),
};
