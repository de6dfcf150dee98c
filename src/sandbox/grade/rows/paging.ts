import { store } from '../decide.ts';
import type { Row } from '../row.ts';

/** More transactions than fit on a page. */
export const paging: Row = {
  ...store,
  steps: [1, 2, 3].map((amount) => ({
    before: 'refreshConsent',
    addTransaction: { accountId: '$account', amount, copies: 100 },
  })),
};
