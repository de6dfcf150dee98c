import type { OperationId } from 'contract:names';
import { broken, got, type Row, type Rows } from '../row.ts';
import { NONE } from '../totals.ts';

const page = '/account-information/data-removal/#handle-a-gdpr-erasure-request';

/** A row in which a deletion works, but its response is lost. */
const lost = (what: string, operationId: OperationId): Row =>
  broken(
    {
      page,
      plays: `${what} is deleted, but the response is lost`,
      expects: 'notice that it worked, then delete everything else',
    },
    { operationId, effect: true, drop: true },
    ({ first, sandbox, printed }) => {
      if (sandbox.state.users.size > 0)
        return `The program didn't remove the user after the response to ${first.line} was lost.`;
      const totals = printed.at(-1)?.totals ?? NONE;
      return (
        totals !== NONE && `The program still has ${totals} after the response to ${first.line} was lost.`
      );
    },
  );

/** Rows about removing an end user's data. */
export const removal = {
  removal: {
    page,
    plays: 'The end user leaves',
    expects: 'delete analysis jobs, the user, and its own copy',
    trigger: got('deleteUser', 204),
    decide({ first: { ended = 0 }, printed, sandbox }) {
      if (sandbox.state.analysisJobs.size > 0) return "The program didn't delete all analysis jobs.";
      const last = printed.findLast(({ at }) => at > ended);
      if (!last) return ['not graded', 'The program printed no totals after the removal.'];
      return last.totals !== NONE && `The program still has ${last.totals}.`;
    },
  },
  leftovers: {
    page,
    plays: 'The end user leaves',
    expects: 'leave no account number in `DATA_DIR`, databases included',
    trigger: got('deleteUser', 204),
    decide({ left }) {
      const file = left();
      return file && `The program left an account number in ${file}.`;
    },
  },
  'lost-delete-consent': broken(
    {
      page,
      plays: 'After a renewal, the old consent is deleted, but the response is lost',
      expects: 'repeat the deletion and accept a 404',
      steps: [{ before: 'refreshConsent', setExpiry: { id: '$consent', days: 3 } }],
    },
    { operationId: 'deleteConsent', effect: true, drop: true },
    ({ first, repeats, later }) => {
      const others = later().filter((call) => !repeats.includes(call));
      if (others.length === 0) return `The program stopped after the response to ${first.line} was lost.`;
      const isChecked = repeats[0] || others.some(({ line }) => line === first.line.replace('DELETE', 'GET'));
      return !isChecked && `The program didn't find out whether ${first.line} had worked.`;
    },
  ),
  'lost-delete-job': lost('An analysis job', 'deleteAnalysisJob'),
  'lost-delete-user': lost('The user', 'deleteUser'),
  'lost-removal': broken(
    {
      page,
      plays: '`DELETE /Users` gets a 503',
      expects: 'repeat it until it works, or end with an error',
    },
    { operationId: 'deleteUser', status: 503 },
    ({ sandbox, problem }) => {
      if (sandbox.state.users.size === 0) return undefined;
      if (problem === undefined) return 'The program ended without an error, although the user still exists.';
      return ['not seen', "The program didn't repeat the removal while it ran."];
    },
  ),
} satisfies Rows;
