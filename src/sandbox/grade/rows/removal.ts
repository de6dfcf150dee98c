import { broken, got, type Rows } from '../row.ts';
import { NONE } from '../totals.ts';

const page = '/account-information/data-removal/#handle-a-gdpr-erasure-request';

/** Rows about removing an end user's data. */
export const removal: Rows = {
  removal: {
    page,
    trigger: got('deleteUser', 204),
    decide({ first, printed, sandbox }) {
      if (sandbox.state.analysisJobs.size > 0) return "The program didn't delete all analysis jobs.";
      const last = printed.findLast(({ at }) => at > first.ended!);
      if (!last) return ['not graded', 'The program printed no totals after the removal.'];
      return last.totals !== NONE && `The program still has ${last.totals}.`;
    },
  },
  'lost-removal': broken(page, { operationId: 'deleteUser', status: 503 }, ({ sandbox, problem }) => {
    if (sandbox.state.users.size === 0) return undefined;
    if (problem === undefined) return 'The program ended without an error, although the user still exists.';
    return ['not seen', "The program didn't repeat the removal while it ran."];
  }),
};
