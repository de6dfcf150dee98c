import type { Row } from '../row.ts';
import { noSecondConsent } from './no-second-consent.ts';
import { oneToken } from './one-token.ts';
import { paging } from './paging.ts';
import { removed } from './removed.ts';
import { waitSeconds } from './wait-seconds.ts';

const authentication = '/account-information/authentication/';
const errors = '/account-information/error-handling/';
const transactions = '/account-information/data-access/transactions/';

/** The rows in the order of the go-live list, each with the page that explains it. */
export const rows: readonly (Row & { name: string; page: string })[] = [
  { name: 'one-token', page: `${authentication}#keep-one-token-for-all-calls`, ...oneToken },
  { name: 'no-second-consent', page: `${errors}#retries`, ...noSecondConsent },
  { name: 'wait-seconds', page: `${errors}#retries`, ...waitSeconds },
  { name: 'paging', page: `${transactions}#read-all-pages`, ...paging },
  { name: 'removed', page: `${transactions}#keep-your-copy-right`, ...removed },
];
