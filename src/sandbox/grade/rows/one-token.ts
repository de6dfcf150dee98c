import { got } from '../decide.ts';
import type { Row } from '../row.ts';

/** Nothing goes wrong. One token is enough for all requests. */
export const oneToken: Row = {
  trigger: got(200, 'listAccounts'),
  decide({ calls }) {
    const tokens = calls.filter(got(200, 'createAccessToken')).length;
    const others = calls.filter(({ token }) => token !== undefined).length;
    return tokens > 1 ? `The program requested ${tokens} tokens for ${others} requests.` : undefined;
  },
};
