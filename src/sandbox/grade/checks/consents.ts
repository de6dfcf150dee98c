import { afterRefresh, hasPaused, readVerdict, returned, storeVerdict, TOO_SLOW } from '../check.ts';
import type { Check, Checks } from '../check.ts';
import { changeData, newestConsent, type Step } from '../scenario.ts';
import type { Account } from '../../state.ts';

const lifetime = '/account-information/data-access/consent-lifetime/';
const renewed = '/account-information/data-access/transactions/#after-a-renewal';
const states = '/account-information/data-access/consents/#wait-until-the-data-is-ready';
/** Releases the consent, unless a program that gave up on it has already removed the user. */
const release: Step = { before: 'getConsent', act: (sandbox) => delete newestConsent(sandbox)?.heldStatus };
const hold = (status: number) => ({ before: 'getConsent', holdConsentStatus: { id: '$consent', status } });
const expire = (days: number) => ({ setExpiry: { id: '$consent', days } });

/** A check in which only the first poll returns a certain status. */
const firstPollCheck = (page: string, plays: string, status: string, step: Step): Check => ({
  ...{ page, plays, expects: 'keep polling' },
  steps: [step, { ...release, nth: 2 }],
  trigger: returned('getConsent', 200),
  decide: ({ repeats, later }) =>
    (!repeats[0] || !later('listTransactions')[0]) && `The program gave up on a consent in ${status}.`,
});

/** A check in which the consent ends before a refresh. */
const endedCheck = (fragment: string, plays: string, step: Step): Check => ({
  ...afterRefresh(`${lifetime}${fragment}`, plays, 'keep the data and stop refreshing the consent', step),
  trigger: returned('refreshConsent', 400),
  decide(evidence) {
    const { first, repeats, later, printed } = evidence;
    if (repeats[0]) return `The program repeated ${first.line}, though the consent has ended.`;
    // Another check grades what a renewal does to the data.
    const [{ at: end } = { at: Infinity }] = later('createConsent');
    return storeVerdict({ ...evidence, printed: printed.filter(({ at }) => at < end) });
  },
});

/** Checks that the program has renewed the consent and stored the data. */
const renewalVerdict: Check['decide'] = (evidence) =>
  evidence.later('createConsent')[0]
    ? readVerdict(evidence)
    : ['not seen', "The program didn't renew a consent that is ending or has ended."];

/** A check in which the end user renews a consent. The preceding refresh gets `status`. */
const renewalCheck = (plays: string, expects: string, status: number, ...steps: readonly Step[]): Check => ({
  ...afterRefresh(renewed, plays, expects, ...steps),
  trigger: returned('refreshConsent', status),
  decide: renewalVerdict,
});

/** Checks about consent statuses. */
export const consentChecks = {
  slow: {
    page: '/account-information/error-handling/#polling',
    plays: 'Status 3 lasts eight seconds',
    expects: 'back off between polls',
    steps: [hold(3), { ...release, at: 8 }],
    trigger: returned('getConsent', 200),
    decide(evidence) {
      const { first, repeats, later } = evidence;
      const polls = [first, ...repeats.filter(({ at }) => at < first.at + 8_000)];
      const pauses = polls
        .slice(1)
        .map((poll, index) => hasPaused(evidence, polls[index] ?? first, poll, 0.3));
      const count = (wanted: boolean | undefined) => pauses.filter((pause) => pause === wanted).length;
      // On a busy machine, a program that hardly pauses sends fewer requests, but some pauses are still short.
      if (polls.length > 12 || count(false) > 2)
        return `The program sent ${first.line} ${polls.length} times in 8 s, with hardly a pause.`;
      if (count(undefined) > 2) return TOO_SLOW;
      return !later('listTransactions')[0] && 'The program gave up within 8 s.';
    },
  },
  // A status that this contract doesn't define, but a future contract might.
  'unknown-status': firstPollCheck(
    states,
    'The first poll returns status 9, which is unknown',
    'the unknown status 9',
    {
      before: 'getConsent',
      act(sandbox) {
        const consent = newestConsent(sandbox);
        if (consent) consent.heldStatus = { status: 9, since: 0 };
      },
    },
  ),
  failing: firstPollCheck(
    `${lifetime}#outages-and-errors`,
    'The first poll returns status 6',
    'status 6, which may recover',
    hold(6),
  ),
  declined: {
    page: states,
    plays: 'The end user declines (status 7)',
    expects: 'stop polling',
    steps: [hold(7)],
    trigger: returned('getConsent', 200),
    decide: ({ first, repeats }) =>
      repeats[2] && `The program repeated ${first.line}, though status 7 is final.`,
  },
  withdrawn: endedCheck('#withdrawal-and-deletion', 'The consent is withdrawn before the refresh', {
    holdConsentStatus: { id: '$consent', status: 5 },
  }),
  expired: endedCheck('#expiry', 'The consent expires before the refresh', expire(0)),
  renewal: {
    ...renewalCheck(
      'The consent expires in three days. A renewal changes IDs',
      'avoid double-counting; delete the old consent after reading the new one',
      202,
      expire(3),
    ),
    decide(evidence) {
      const { later } = evidence;
      const [created] = later('createConsent');
      const [deleted] = later('deleteConsent');
      const read = created && later('listTransactions').find(({ at }) => at > created.at);
      if (read && deleted && deleted.at < read.at)
        return 'The program deleted the old consent before the new one had delivered its data.';
      return renewalVerdict(evidence) || (!deleted && "The program didn't delete the old consent.");
    },
  },
  'late-renewal': renewalCheck(
    'An expired consent is renewed with a different login, so `id` and `providerAccountId` differ',
    'match accounts by IBAN',
    400,
    {
      act: (sandbox) =>
        changeData(sandbox, ({ accounts }) => ({
          accounts: accounts.map((account) => ({ ...account, providerAccountId: `${account.id} 2` })),
        })),
    },
    expire(0),
  ),
  'moved-iban': renewalCheck(
    'After a renewal, a closed account returns with a different IBAN',
    'match the account by `providerAccountId`',
    202,
    { closeAccount: { id: '$account' } },
    expire(3),
    {
      before: 'createConsent',
      nth: 2,
      act(sandbox) {
        const [initialVersion] = newestConsent(sandbox)?.bank.versions ?? [];
        const iban = 'NL82EXMP0400009077';
        const moved = (account: Account, index: number) =>
          index === 0 ? { ...account, iban, bban: iban.slice(4) } : account;
        changeData(sandbox, () => ({
          accounts: initialVersion?.accounts.map(moved) ?? [],
          transactions: initialVersion?.transactions ?? [],
        }));
      },
    },
  ),
} satisfies Checks;
