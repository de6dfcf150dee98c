import { broken, got, seconds, type Rows } from '../row.ts';

const retries = '/account-information/error-handling/#retries';

/** Rows about credentials and tokens. */
export const tokens: Rows = {
  'one-token': {
    page: '/account-information/authentication/#keep-one-token-for-all-calls',
    trigger: got('listTransactions', 200),
    decide({ calls }) {
      const count = calls.filter(got('createAccessToken', 200)).length;
      return count > 1 && `The program requested ${count} tokens.`;
    },
  },
  'expired-token': {
    page: retries,
    steps: [{ before: 'listAccounts', expireTokens: {} }],
    trigger: got('listAccounts', 401),
    decide({ first, repeats, later }) {
      const count = later('createAccessToken').length;
      if (count > 1) return `The program requested ${count} tokens after one 401.`;
      const isRepeated = repeats.some(({ token, status }) => token !== first.token && status === 200);
      return !isRepeated && `The program didn't repeat ${first.line} with a new token.`;
    },
  },
  'lasting-401': broken(
    retries,
    { status: 401, times: 'always' },
    ({ first, repeats: [second, third] }) => {
      const isHasty = second && third && seconds(second, third) <= 0.3;
      return isHasty && `The program sent ${first.line} a third time, right after two 401s.`;
    },
    { limit: 5 },
  ),
};
