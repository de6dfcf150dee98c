import { store } from '../decide.ts';
import type { Row } from '../row.ts';

/** The bank removes a transaction. */
export const removed: Row = {
  ...store,
  steps: [{ before: 'refreshConsent', removeTransaction: { id: '$transaction3' } }],
};
