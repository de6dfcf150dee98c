import { got, isReadAgain, storeIsRight } from '../decide.ts';
import type { Evidence, Rows, Verdict } from '../row.ts';
import { newestConsent } from '../story.ts';

const DAY = 24 * 60 * 60 * 1000;
const lifetime = '/account-information/data-access/consent-lifetime/';
const states = '/account-information/data-access/consents/#wait-until-the-data-is-ready';
const hold = (status: number) => ({
  before: 'getConsent',
  holdConsentStatus: { id: '$consent', status },
});
const isRefresh = got('refreshConsent', 400);

/** The statuses of consents. */
export const consents: Rows = {
  slow: {
    page: '/account-information/error-handling/#polling',
    steps: [hold(3), { before: 'getConsent', at: 4, releaseConsentStatus: { id: '$consent' } }],
    trigger: got('getConsent', 200),
    decide({ first, repeats, later }) {
      const polls = repeats.filter(({ at }) => at < first.at + 4_000).length + 1;
      if (polls > 8) return `The program sent ${first.line} ${polls} times in 4 s.`;
      return later('listTransactions').length === 0 ? 'The program gave up within 4 s.' : undefined;
    },
  },

  'unknown-status': {
    page: states,
    steps: [
      // The status of a newer contract.
      { before: 'getConsent', act: (sandbox) => (newestConsent(sandbox)!.held = { status: 9, since: 0 }) },
      { before: 'getConsent', nth: 2, releaseConsentStatus: { id: '$consent' } },
    ],
    trigger: got('getConsent', 200),
    decide: ({ later }) =>
      later('getConsent').length === 0 || later('listTransactions').length === 0
        ? "The program didn't wait in the unknown status 9."
        : undefined,
  },

  failing: {
    page: `${lifetime}#outages-and-errors`,
    steps: [hold(6), { before: 'getConsent', nth: 2, releaseConsentStatus: { id: '$consent' } }],
    trigger: got('getConsent', 200),
    decide: ({ later }) =>
      later('listTransactions').length === 0
        ? 'The program gave up, though status 6 may recover.'
        : undefined,
  },

  declined: {
    page: states,
    steps: [hold(7)],
    trigger: got('getConsent', 200),
    decide: ({ first, repeats }) =>
      repeats.length > 2 ? `The program repeated ${first.line}, though status 7 is final.` : undefined,
  },

  withdrawn: {
    page: `${lifetime}#withdrawal-and-deletion`,
    steps: [{ before: 'refreshConsent', holdConsentStatus: { id: '$consent', status: 5 } }],
    trigger: isRefresh,
    decide: isLeftAlone,
  },

  expired: {
    page: `${lifetime}#expiry`,
    steps: [{ before: 'refreshConsent', act: (sandbox) => (newestConsent(sandbox)!.expires = Date.now()) }],
    trigger: isRefresh,
    decide: isLeftAlone,
  },

  renewal: {
    page: '/account-information/data-access/transactions/#after-a-renewal',
    steps: [
      {
        before: 'refreshConsent',
        act: (sandbox) => (newestConsent(sandbox)!.expires = Date.now() + 3 * DAY),
      },
    ],
    trigger: got('refreshConsent', 202),
    decide(evidence) {
      const { later } = evidence;
      const [renewed] = later('createConsent');
      if (!renewed) return { notSeen: "The program didn't create another consent." };
      const read = later('listTransactions').find(({ at }) => at > renewed.at);
      const [deleted] = later('deleteConsent');
      if (read && deleted && deleted.at < read.at)
        return 'The program deleted the old consent before the new one had delivered.';
      return isReadAgain(evidence) ?? (deleted ? undefined : "The program didn't delete the old consent.");
    },
  },
};

/** Whether the program keeps the data of a consent that has ended, and requests no more refreshes. */
function isLeftAlone(evidence: Evidence): Verdict {
  const { first, repeats } = evidence;
  return repeats.length > 0
    ? `The program repeated ${first.line}, though the consent has ended.`
    : storeIsRight(evidence);
}
