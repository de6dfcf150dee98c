import { faultCheck, hasPaused, returned, type Checks } from '../check.ts';

const retries = '/account-information/error-handling/#retries';

/** The most 401s in a check for one request, even on a machine that is too slow to measure the pauses between them. */
const MOST_401 = 5;

/** Checks about credentials and tokens. */
export const tokenChecks = {
  'one-token': {
    page: '/account-information/authentication/#keep-one-token-for-all-calls',
    plays: 'Nothing fails',
    expects: 'use one token for all requests',
    trigger: returned('listTransactions', 200),
    decide({ calls }) {
      const count = calls.filter(returned('createAccessToken', 200)).length;
      return count > 1 && `The program requested ${count} tokens.`;
    },
  },
  secrets: {
    page: '/account-information/authentication/#keep-one-token-for-all-calls',
    plays: 'Nothing fails',
    expects: 'keep the secret, tokens, and account numbers out of output and files, except SQLite databases',
    trigger: returned('listTransactions', 200),
    decide: ({ leak }) => leak && `The program wrote ${leak}.`,
  },
  'expired-token': {
    page: retries,
    plays: 'All tokens expire before accounts are read',
    expects: 'renew the token once and repeat the request',
    steps: [{ before: 'listAccounts', expireTokens: {} }],
    trigger: returned('listAccounts', 401),
    decide({ first, repeats, later }) {
      const count = later('createAccessToken').length;
      if (count > 1) return `The program requested ${count} tokens after one 401.`;
      const isRepeated = repeats.some(({ token, status }) => token !== first.token && status === 200);
      return !isRepeated && `The program didn't repeat ${first.line} with a new token.`;
    },
  },
  'lasting-401': faultCheck(
    retries,
    '`GET /Transactions` always gets a 401',
    'retry once with a new token, then stop',
    { status: 401, times: 'always' },
    (evidence) => {
      const { first, repeats, later } = evidence;
      const [second, third] = repeats;
      if (!second || !third) return undefined;
      // An inbox may start the read again on its own schedule, beginning with other requests.
      const others = later().filter(({ operationId }) => operationId !== 'createAccessToken');
      const end = others.findIndex((call) => !repeats.includes(call));
      const count = 1 + (end < 0 ? others.length : end);
      const isHasty = count > 2 && hasPaused(evidence, second, third, 0.3) === false;
      return (
        (isHasty || count > MOST_401) &&
        `The program sent ${first.line} ${count} times in a check, although each response was a 401.`
      );
    },
    { limit: 8 },
  ),
} satisfies Checks;
