import { DAY, dateTime } from '../../clock.ts';
import { afterRefresh, faultCheck, printedVerdict, readVerdict, returned, storeVerdict } from '../check.ts';
import type { Checks } from '../check.ts';
import { changeData, newestConsent, type Step } from '../scenario.ts';

const transactionsPage = '/account-information/data-access/transactions/';
const rule = `${transactionsPage}#keep-your-copy-accurate`;
const replaceDays = `${transactionsPage}#replace-those-days`;
const allPages = `${transactionsPage}#read-all-pages`;

/** Payments from or to the first account. */
const pay = (amount: number, more: object = {}) => ({
  addTransaction: { accountId: '$account', amount, ...more },
});
const fault = (fields: object) => ({ addFault: { operationId: 'listTransactions', ...fields } });
/** Changes the bank's data before the program's first read. */
const beforeFirstRead = (...steps: readonly Step[]): readonly Step[] =>
  [
    ...steps,
    // When the consent is held in status 4, the sandbox reads the data.
    { holdConsentStatus: { id: '$consent', status: 4 } },
    { releaseConsentStatus: { id: '$consent' } },
  ].map((step) => ({ before: 'getConsent', ...step }));

/** Adds a day's transactions to the first read, for many days before the newest one. */
const addHistory = (interval: number, shift: number, ...times: readonly string[]) =>
  beforeFirstRead({
    act: (sandbox) =>
      changeData(sandbox, ({ transactions }) => {
        const [example] = transactions;
        if (!example) return {};
        const dayBefore = (days: number) => dateTime(Date.parse(example.bookDate) - days * DAY).slice(0, 10);
        const added = Array.from({ length: 600 / interval }, (_, index) => index * interval).flatMap((days) =>
          times.map((time) => {
            const transactionDateTime = `${dayBefore(days + shift)}T${time}Z`;
            return { ...example, id: sandbox.newId(), bookDate: dayBefore(days), transactionDateTime };
          }),
        );
        return { transactions: [...transactions, ...added] };
      }),
  });
/** After the first page that follows the program's refresh, adds a payment to each account and refreshes again. */
const deliverMeanwhile: readonly Step[] = Array.from({ length: 200 }, (_, index) => ({
  ...{ after: 'listTransactions', nth: index + 1 },
  act(sandbox) {
    const { refreshes } = newestConsent(sandbox) ?? {};
    if (refreshes?.length !== 1) return;
    // The second refresh gets a later time than the first.
    sandbox.clock.forward(60_000);
    changeData(sandbox, ({ accounts, transactions }) => {
      const added = accounts.flatMap(({ id }) => {
        const example = transactions.find(({ accountId }) => accountId === id);
        return example ? [{ ...example, id: sandbox.newId(), amount: -3.8 }] : [];
      });
      return { transactions: [...added, ...transactions] };
    });
    const now = sandbox.clock.now();
    refreshes.push({ at: now, done: now });
  },
}));
/** Payments that fill a number of pages. */
const fillPages = (count: number) =>
  Array.from({ length: count }, (_, index) => pay(index + 1, { copies: 100 }));

/** Checks about reading and storing transactions. */
export const readChecks = {
  paging: afterRefresh(allPages, 'The data fills seven pages', 'read all pages', ...fillPages(6)),
  'short-page': afterRefresh(
    '/api/conventions/#paging',
    'A page contains a token but only half as many transactions as requested',
    'keep paging while there is a token',
    ...[...fillPages(1), fault({ page: 'short' })],
  ),
  'short-accounts': afterRefresh(
    '/account-information/data-access/accounts/#page-through-all-accounts',
    'Each page contains only one account, although the program requests more',
    'request pages until a page contains no new accounts',
    { before: 'getConsent', changeListing: { id: '$consent', accountsPerPage: 1 } },
  ),
  'repeated-token': faultCheck(
    allPages,
    'Each page contains the same token',
    'stop when a token repeats',
    { page: 'repeat', times: 'always' },
    ({ later }) => {
      const tokens = later('listTransactions').map(({ query }) => query.get('PageToken'));
      const isEndless = tokens.some(
        (token, at) => token && [1, 2, 3].every((next) => tokens[at + next] === token),
      );
      return isEndless && 'The program sent the same PageToken repeatedly.';
    },
    {
      limit: 10,
      trigger: ({ query }) => query.has('PageToken'),
    },
  ),
  'expired-page': {
    ...afterRefresh(
      allPages,
      'Page tokens expire during the read',
      'start again at the first page',
      ...[...fillPages(2), fault({ page: 'refused' })],
    ),
    trigger: returned('listTransactions', 400),
  },

  changed: afterRefresh(
    rule,
    'A transaction keeps its ID, but its amount, description, and date change',
    'update the stored transaction',
    {
      changeTransaction: { id: '$transaction3', amount: -8.15, description: 'Tip', bookDate: '$newest-40' },
    },
  ),
  removed: afterRefresh(rule, 'The bank removes a transaction', 'mark the transaction as removed', {
    removeTransaction: { id: '$transaction3' },
  }),
  rebooked: afterRefresh(
    rule,
    "A transaction's ID, description, and date change",
    'add the new transaction and mark the old one as removed',
    { rebookTransaction: { id: '$transaction3', bookDate: '$newest+1' } },
  ),
  reissued: afterRefresh(rule, 'All IDs and descriptions change', 'avoid double-counting transactions', {
    reissueTransactions: { id: '$consent' },
  }),
  'booked-late': afterRefresh(
    rule,
    'A transaction is booked 60 days late',
    'read the last 90 days again',
    pay(-9.4, { bookDate: '$newest-60' }),
  ),
  'future-day': afterRefresh(
    rule,
    'A payment dated today arrives after one dated 200 days ahead',
    'if you send `DateFrom`, use a date before today',
    ...[...beforeFirstRead(pay(-100, { bookDate: '$today+200' })), pay(-3.8)],
  ),
  identical: afterRefresh(
    rule,
    'Two identical payments get new IDs',
    'keep both payments',
    ...beforeFirstRead(pay(-3.8, { copies: 2 })),
    { rebookTransaction: { id: '$transaction', description: 'Booked' } },
    { rebookTransaction: { id: '$transaction2', description: 'Booked' } },
  ),
  // Each account gets a payment, so that no list is empty on any date.
  'fewer-days': afterRefresh(
    rule,
    'The bank lists only the last 60 days',
    'keep older transactions',
    { limitHistory: { id: '$consent', days: 60 } },
    pay(-3.8),
    pay(-1, { accountId: '$account2' }),
  ),
  'empty-list': afterRefresh(replaceDays, 'The bank lists no transactions', 'keep what is stored', {
    limitHistory: { id: '$consent', days: 0 },
  }),
  // The bank filters by the day on which payments were made.
  'other-date': afterRefresh(
    replaceDays,
    'Payments are booked ten days late, and `DateFrom` filters by the earlier date',
    'mark a transaction as removed only if the list certainly covers both of its dates',
    ...addHistory(2, 10, '10:00:00'),
    { changeListing: { id: '$consent', dateFilter: 'transactionDateTime' } },
    pay(-3.8),
  ),
  'cut-day': afterRefresh(
    replaceDays,
    "The list's first day lacks transactions before noon",
    "keep all transactions on the list's first days",
    ...addHistory(1, 0, '05:00:00', '20:00:00'),
    // The second account's only other payment is in the morning of that day.
    pay(-1, { accountId: '$account2', bookDate: '2026-10-27', transactionDateTime: '2026-10-27T15:00:00Z' }),
    { changeListing: { id: '$consent', firstDayFrom: '12:00' } },
    pay(-3.8),
  ),
  'newer-data': {
    ...afterRefresh(
      replaceDays,
      'While the pages are read, another refresh delivers a new payment for each account',
      'notice the new `dateTransactionsUpdated` and read everything again',
    ),
    steps: deliverMeanwhile,
  },
  'month-ends': {
    ...afterRefresh(
      rule,
      'Two payments around midnight have their `bookDate` and `transactionDateTime` in different months. The program runs in Los Angeles time',
      'store `bookDate` unchanged',
      ...beforeFirstRead(
        pay(-7, { bookDate: '2026-10-01', transactionDateTime: '2026-09-30T23:30:00Z' }),
        pay(-8, { bookDate: '2026-08-31', transactionDateTime: '2026-09-01T00:30:00Z' }),
      ),
    ),
    env: { TZ: 'America/Los_Angeles' },
    decide: (evidence) =>
      readVerdict(evidence) || printedVerdict(evidence, 'months', 'number of transactions per month'),
  },
  'odd-row': afterRefresh(
    rule,
    'A new transaction and a stored one have neither an amount nor a date',
    'set both aside, leave the stored copy unchanged, and store the others',
    pay(-5),
    { replaceFields: { id: '$transaction', fields: { amount: null, bookDate: null } } },
    { replaceFields: { id: '$transaction4', fields: { amount: null, bookDate: null } } },
    pay(-3.8),
  ),
  'refused-account': {
    ...afterRefresh(
      rule,
      '`GET /Transactions` gets a 403 for one account, and another has a new payment',
      "keep the first account's transactions and read the other's",
      pay(-1, { accountId: '$account2' }),
      fault({ accountId: '$account', status: 403, times: 'always' }),
    ),
    decide(evidence) {
      const isRefused = evidence.later('listTransactions').some(({ status }) => status === 403);
      return isRefused ? readVerdict(evidence) : ['not seen', 'The program read no account by its ID.'];
    },
  },
  'empty-accounts': {
    ...afterRefresh(
      rule,
      'After the refresh, no accounts are listed',
      'keep all accounts open, with their transactions',
      { changeListing: { id: '$consent', accounts: 'none' } },
      { before: 'getSequencing', changeListing: { id: '$consent', accounts: 'all' } },
    ),
    decide: (evidence) =>
      evidence.later('listAccounts')[0]
        ? storeVerdict(evidence) || printedVerdict(evidence, 'accounts', 'number of open accounts')
        : "The program didn't read the accounts again.",
  },
  'same-id': afterRefresh(
    replaceDays,
    'Two accounts have a transaction with the same ID',
    'identify transactions by account and ID',
    {
      act: (sandbox) =>
        changeData(sandbox, ({ transactions }) => {
          const [first, ...others] = transactions;
          const other = others.find(({ accountId }) => accountId !== first?.accountId);
          return first && other
            ? { transactions: [{ ...other, id: first.id, amount: -1 }, ...transactions] }
            : {};
        }),
    },
  ),
  'exact-amounts': afterRefresh(
    '/account-information/data-access/store-in-sql/#exact-amounts',
    'Sums in euros are too precise for a float, and yen have no decimals',
    'add up amounts exactly',
    pay(9_999_999_999_999.99, { copies: 60 }),
    pay(-0.07),
    pay(-1500, { currency: 'JPY' }),
  ),
  'unknown-fields': afterRefresh(
    '/api/conventions/#absent-and-null',
    'Objects contain an unknown field',
    'ignore the field',
    pay(-3.8),
    { before: 'listProviders', addFault: { operationId: 'listProviders', body: 'extra' } },
    ...['listAccounts', 'listTransactions'].map((operationId) =>
      fault({ operationId, body: 'extra', times: 'always' }),
    ),
  ),
} satisfies Checks;
