import { got, hasPaused, isReadAgain, storeIsRight, TOO_SLOW, type Row, type Rows } from '../row.ts';
import type { Sandbox } from '../../state.ts';
import { newestConsent, type Step } from '../story.ts';

const DAY = 24 * 60 * 60 * 1000;
const lifetime = '/account-information/data-access/consent-lifetime/';
const states = '/account-information/data-access/consents/#wait-until-the-data-is-ready';
const release = { before: 'getConsent', releaseConsentStatus: { id: '$consent' } };
const hold = (status: number) => ({ before: 'getConsent', holdConsentStatus: { id: '$consent', status } });
const expire = (days: number) => ({
  act: (sandbox: Sandbox) => (newestConsent(sandbox)!.expires = Date.now() + days * DAY),
});

/** A row in which only the first poll returns a certain status. */
const atFirst = (page: string, status: string, step: Step): Row => ({
  page,
  steps: [step, { ...release, nth: 2 }],
  trigger: got('getConsent', 200),
  decide: ({ repeats, later }) =>
    (!repeats[0] || !later('listTransactions')[0]) && `The program gave up on a consent in ${status}.`,
});

/** A row in which the consent ends before a refresh. The program must keep its stored data. */
const ended = (fragment: string, step: Step): Row => ({
  page: `${lifetime}${fragment}`,
  steps: [{ ...step, before: 'refreshConsent' }],
  trigger: got('refreshConsent', 400),
  decide: (evidence) =>
    evidence.repeats[0]
      ? `The program repeated ${evidence.first.line}, though the consent has ended.`
      : storeIsRight(evidence),
});

/** Rows about consent statuses. */
export const consents: Rows = {
  slow: {
    page: '/account-information/error-handling/#polling',
    steps: [hold(3), { ...release, at: 4 }],
    trigger: got('getConsent', 200),
    decide(evidence) {
      const { first, repeats, later } = evidence;
      const polls = [first, ...repeats.filter(({ at }) => at < first.at + 4_000)];
      const pauses = polls.slice(1).map((poll, index) => hasPaused(evidence, polls[index]!, poll, 0.3));
      const count = (wanted: boolean | undefined) => pauses.filter((each) => each === wanted).length;
      // On a busy machine, a program that hardly pauses sends fewer requests, but some pauses are still short.
      if (polls.length > 8 || count(false) > 2)
        return `The program sent ${first.line} ${polls.length} times in 4 s, with hardly a pause.`;
      if (count(undefined) > 2) return TOO_SLOW;
      return !later('listTransactions')[0] && 'The program gave up within 4 s.';
    },
  },
  // A status that this contract doesn't define, but a future contract might.
  'unknown-status': atFirst(states, 'the unknown status 9', {
    before: 'getConsent',
    act: (sandbox) => (newestConsent(sandbox)!.held = { status: 9, since: 0 }),
  }),
  failing: atFirst(`${lifetime}#outages-and-errors`, 'status 6, which may recover', hold(6)),
  declined: {
    page: states,
    steps: [hold(7)],
    trigger: got('getConsent', 200),
    decide: ({ first, repeats }) =>
      repeats[2] && `The program repeated ${first.line}, though status 7 is final.`,
  },
  withdrawn: ended('#withdrawal-and-deletion', hold(5)),
  expired: ended('#expiry', expire(0)),
  renewal: {
    page: '/account-information/data-access/transactions/#after-a-renewal',
    steps: [{ before: 'refreshConsent', ...expire(3) }],
    trigger: got('refreshConsent', 202),
    decide(evidence) {
      const { later } = evidence;
      const [renewed] = later('createConsent');
      if (!renewed)
        return ['not seen', "The program didn't create another consent, although this one ends in 3 days."];
      const read = later('listTransactions').find(({ at }) => at > renewed.at);
      const [deleted] = later('deleteConsent');
      if (read && deleted && deleted.at < read.at)
        return 'The program deleted the old consent before the new one had delivered its data.';
      return isReadAgain(evidence) || (!deleted && "The program didn't delete the old consent.");
    },
  },
};
