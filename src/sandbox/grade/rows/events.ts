import { got, receiverIsRight } from '../decide.ts';
import type { Row, Rows } from '../row.ts';
import type { Step } from '../story.ts';

const verify = '/webhooks/verify/';
const stranger = '5e1f0c5d-7b2a-4d43-a96e-4f5a6b7c8d9e';
const hostile = [
  ...['', '{', 'null', '[]', '7', '{}', '{"eventType":"Transactions Fetched"}'],
  '{"eventType":"Transactions Fetched","consentId":{"toString":1}}',
  `{"eventType":"Transactions Fetched","consentId":"${'a'.repeat(100_000)}"}`,
];

const payment = { before: 'refreshConsent', addTransaction: { accountId: '$account', amount: -3.8 } };
const held = { configureWebhook: { held: true } };
const send = { after: 'refreshConsent', sendEvent: { consentId: '$consent' } };
const post = (body: string): Step => ({
  after: 'refreshConsent',
  act: ({ settings }) => fetch(settings.webhookUrl!, { method: 'POST', body }),
});

const row = (page: string, steps: readonly Step[]): Row => ({
  page,
  steps: [payment, ...steps],
  trigger: got('refreshConsent', 202),
  decide: receiverIsRight,
});

/** The events of a refresh, after which the program reads a payment. */
export const events: Rows = {
  'duplicate-events': row(`${verify}#duplicates-retries-and-replays`, [held, send, send, send]),
  'late-event': row('/account-information/data-access/consent-refresh/#when-a-refresh-is-complete', [
    held,
    { ...send, at: 3 },
  ]),
  'early-event': row('/account-information/data-access/consent-refresh/#wait-for-the-webhook', [
    { configureWebhook: { early: true } },
  ]),
  'hostile-event': row(`${verify}#what-to-check`, [held, ...hostile.map(post), { ...send, at: 1 }]),
  'forged-event': {
    ...row(`${verify}#what-to-check`, [
      held,
      post(JSON.stringify({ eventType: 'Transactions Fetched', consentId: stranger })),
      { ...send, at: 1 },
    ]),
    decide(evidence) {
      const trusted = evidence
        .later()
        .find(
          ({ line, query, operationId }) =>
            operationId !== 'getConsent' && `${line}?${query}`.includes(stranger),
        );
      return trusted
        ? `The program sent ${trusted.line} for the consent of a forged event.`
        : receiverIsRight(evidence);
    },
  },
};
