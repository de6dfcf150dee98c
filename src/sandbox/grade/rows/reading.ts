import { changeBank, contentOf } from '../../bank.ts';
import { dateTime } from '../../clock.ts';
import { broken, got, isReadAgain, storeIsRight, type Row, type Rows } from '../row.ts';
import { newestConsent, type Step } from '../story.ts';

const transactions = '/account-information/data-access/transactions/';
const rule = `${transactions}#keep-your-copy-right`;
const paging = '/api/conventions/#paging';

/** A row in which the bank's data changes before the refresh. */
const row = (page: string, ...steps: Step[]): Row => ({
  page,
  steps: steps.map((step) => ({ before: 'refreshConsent', ...step })),
  trigger: got('refreshConsent', 202),
  decide: isReadAgain,
});

/** Payments from or to the first account. */
const pay = (amount: number, more: object = {}) => ({
  addTransaction: { accountId: '$account', amount, ...more },
});
const fault = (fields: object) => ({ addFault: { operationId: 'listTransactions', ...fields } });
const DAY = 24 * 60 * 60 * 1000;
/** Adds a day's transactions to the first read, for many days before the newest one. */
const withPast = (step: number, shift: number, ...times: string[]): readonly Step[] => [
  {
    before: 'getConsent',
    act(sandbox) {
      const { bank } = newestConsent(sandbox)!;
      const { transactions } = contentOf(bank);
      const [example] = transactions;
      const dayBefore = (days: number) => dateTime(Date.parse(example!.bookDate) - days * DAY).slice(0, 10);
      const added = Array.from({ length: 600 / step }, (_, index) => index * step).flatMap((days) =>
        times.map((time) => {
          const transactionDateTime = `${dayBefore(days + shift)}T${time}Z`;
          return { ...example!, id: sandbox.newId(), bookDate: dayBefore(days), transactionDateTime };
        }),
      );
      changeBank(sandbox, bank, { transactions: [...transactions, ...added] });
    },
  },
  // When the consent is held in status 4, the sandbox reads the data.
  { before: 'getConsent', holdConsentStatus: { id: '$consent', status: 4 } },
  { before: 'getConsent', releaseConsentStatus: { id: '$consent' } },
];
const manyPages = [1, 2, 3].map((amount) => pay(amount, { copies: 100 }));

/** Rows about reading and storing transactions. */
export const reading: Rows = {
  paging: row(`${transactions}#read-all-pages`, ...manyPages),
  'short-page': row(paging, ...manyPages, fault({ page: 'short' })),
  'repeated-token': broken(
    paging,
    { page: 'repeat', times: 'always' },
    ({ later }) => {
      const tokens = later('listTransactions').map(({ query }) => query.get('PageToken'));
      const isEndless = tokens.some(
        (token, at) => token && [1, 2, 3].every((next) => tokens[at + next] === token),
      );
      return isEndless && 'The program sent the same PageToken again and again.';
    },
    { limit: 10, trigger: ({ query }) => query.has('PageToken') },
  ),

  changed: row(rule, {
    changeTransaction: { id: '$transaction3', amount: -8.15, description: 'Tip', bookDate: '$newest-2' },
  }),
  removed: row(rule, { removeTransaction: { id: '$transaction3' } }),
  rebooked: row(rule, { rebookTransaction: { id: '$transaction3', bookDate: '$newest+1' } }),
  reissued: row(rule, { reissueTransactions: { id: '$consent' } }),
  'booked-late': row(rule, pay(-9.4, { bookDate: '$newest-60' })),
  'future-day': row(
    rule,
    // When the consent is held in status 4, the sandbox reads the data, including this payment.
    { before: 'getConsent', ...pay(-100, { bookDate: '$today+200' }) },
    { before: 'getConsent', holdConsentStatus: { id: '$consent', status: 4 } },
    { before: 'getConsent', releaseConsentStatus: { id: '$consent' } },
    pay(-3.8),
  ),
  identical: row(rule, pay(-3.8, { copies: 2 })),
  // Each account gets a payment, so that no list is empty on any date.
  'fewer-days': row(
    rule,
    { limitHistory: { id: '$consent', days: 60 } },
    pay(-3.8),
    pay(-1, { accountId: '$account2' }),
  ),
  'empty-list': row(`${transactions}#replace-those-days`, { limitHistory: { id: '$consent', days: 0 } }),
  // Card payments are booked days after they were made. The bank filters by the day on which they were made.
  'other-date': row(
    `${transactions}#replace-those-days`,
    ...withPast(5, 10, '10:00:00'),
    { changeListing: { id: '$consent', dateFilter: 'transactionDateTime' } },
    pay(-3.8),
  ),
  'cut-day': row(
    `${transactions}#replace-those-days`,
    ...withPast(1, 0, '05:00:00', '20:00:00'),
    { changeListing: { id: '$consent', firstDayFrom: '12:00' } },
    pay(-3.8),
  ),
  'odd-row': row(
    rule,
    pay(-5),
    { replaceFields: { id: '$transaction', fields: { amount: null, bookDate: null } } },
    pay(-3.8),
  ),
  'expired-page': row(paging, ...manyPages, fault({ page: 'refused' })),
  // The first account is refused, and the second one has a new payment.
  'refused-account': {
    ...row(rule, pay(-1, { accountId: '$account2' }), fault({ status: 403 })),
    trigger: got('listTransactions', 403),
    decide: storeIsRight,
  },
  'empty-accounts': {
    page: rule,
    steps: [
      { before: 'refreshConsent', changeListing: { id: '$consent', accounts: 'none' } },
      { before: 'getSequencing', changeListing: { id: '$consent', accounts: 'all' } },
    ],
    trigger: got('refreshConsent', 202),
    decide: (evidence) =>
      evidence.later('listAccounts')[0]
        ? storeIsRight(evidence)
        : "The program didn't read the accounts again.",
  },
  'same-id': row(`${transactions}#replace-those-days`, {
    act(sandbox) {
      // Give two accounts a transaction with the same ID. Only the combination with the account's ID is unique.
      const { bank } = newestConsent(sandbox)!;
      const { transactions } = contentOf(bank);
      const [first, ...others] = transactions;
      const twin = others.find(({ accountId }) => accountId !== first!.accountId);
      const withTwin = transactions.map((each) => (each === twin ? { ...each, id: first!.id } : each));
      changeBank(sandbox, bank, { transactions: withTwin });
    },
  }),
  'exact-amounts': row(
    '/account-information/data-access/store-in-sql/#exact-amounts',
    // A float can't represent the sum of these amounts.
    pay(9_999_999_999_999.99, { copies: 60 }),
    pay(-0.07),
    pay(-1500, { currency: 'JPY' }),
  ),
  'unknown-fields': row(
    '/api/conventions/#absent-and-null',
    ...['listProviders', 'listAccounts', 'listTransactions'].map((operationId) => ({
      before: 'getConsent',
      ...fault({ operationId, body: 'extra', times: 'always' }),
    })),
  ),
};
