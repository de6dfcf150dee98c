import type { OperationId } from 'contract:names';
import { broken, got, type Row, type Rows } from '../row.ts';
import { NONE } from '../totals.ts';

const page = '/account-information/data-removal/#handle-a-gdpr-erasure-request';

/** A row in which a deletion works, but its response is lost. */
const lost = (operationId: OperationId): Row =>
  broken(page, { operationId, effect: true, drop: true }, ({ first, sandbox, printed }) => {
    if (sandbox.state.users.size > 0)
      return `The program didn't remove the user after the response to ${first.line} was lost.`;
    const totals = printed.at(-1)?.totals ?? NONE;
    return totals !== NONE && `The program still has ${totals} after the response to ${first.line} was lost.`;
  });

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
  'lost-delete-job': lost('deleteAnalysisJob'),
  'lost-delete-user': lost('deleteUser'),
  'lost-removal': broken(page, { operationId: 'deleteUser', status: 503 }, ({ sandbox, problem }) => {
    if (sandbox.state.users.size === 0) return undefined;
    if (problem === undefined) return 'The program ended without an error, although the user still exists.';
    return ['not seen', "The program didn't repeat the removal while it ran."];
  }),
};
