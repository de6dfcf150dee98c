import type { OperationId } from 'contract:names';
import { selectAccounts } from '../../look-ups.ts';
import { faultCheck, returned, type Check, type Checks } from '../check.ts';
import { newestConsent, type Step } from '../scenario.ts';
import { NOTHING } from '../totals.ts';

const page = '/account-information/data-removal/#handle-a-gdpr-erasure-request';
const STRANGER = '0f6d3c52-8a41-4e0b-9b7d-2c1e5f7a9d34';

/** Adds a job for the end user's accounts and one for another account before the program lists jobs. */
const addJobs: Step = {
  before: 'listAnalysisJobs',
  act(sandbox) {
    const accounts = selectAccounts(sandbox, { ConsentId: newestConsent(sandbox)?.id });
    for (const accountIds of [accounts.map(({ id }) => id), [STRANGER]]) {
      const id = sandbox.newId();
      const input = { consentIds: [], userIds: [], analysisJobIds: [], accountIds };
      const created = sandbox.clock.now();
      sandbox.state.analysisJobs.set(id, {
        ...{ id, created, pace: 0, accountIds },
        fields: {
          ...{ reference: id, engine: 'Z2', profile: 'RETAIL', input },
          ...{ metadata: {}, dateFrom: null, dateTo: null },
        },
      });
    }
  },
};

/** A check in which a deletion works, but its response is lost. */
const lostDeletion = (subject: string, operationId: OperationId): Check =>
  faultCheck(
    page,
    `${subject} is deleted, but the response is lost`,
    'notice that the deletion worked, then delete the rest',
    { operationId, effect: true, drop: true },
    ({ first, sandbox, printed }) => {
      if (sandbox.state.users.size > 0)
        return `The program didn't remove the user after the response to ${first.line} was lost.`;
      const totals = printed.at(-1)?.totals ?? NOTHING;
      return (
        totals !== NOTHING && `The program still has ${totals} after the response to ${first.line} was lost.`
      );
    },
    { steps: [addJobs] },
  );

/** Checks about removing an end user's data. */
export const removalChecks = {
  removal: {
    page,
    plays: 'The end user leaves',
    expects: "delete the user's analysis jobs, the user, and the local data",
    steps: [addJobs],
    trigger: returned('deleteUser', 204),
    decide({ calls, first: { ended = 0 }, printed, sandbox }) {
      const remaining = [...sandbox.state.analysisJobs.values()].flatMap(({ accountIds }) => accountIds);
      if (remaining.some((id) => id !== STRANGER))
        return "The program didn't delete all the user's analysis jobs.";
      const isListed = calls.some(({ operationId }) => operationId === 'listAnalysisJobs');
      if (isListed && remaining.length === 0) return "The program deleted another end user's analysis job.";
      const afterRemoval = printed.findLast(({ at }) => at > ended);
      if (!afterRemoval) return ['not graded', 'The program printed no totals after the removal.'];
      return afterRemoval.totals !== NOTHING && `The program still has ${afterRemoval.totals}.`;
    },
  },
  leftovers: {
    page,
    plays: 'The end user leaves',
    expects: 'remove every account number from `DATA_DIR`, including databases',
    trigger: returned('deleteUser', 204),
    decide({ leftFile }) {
      const file = leftFile();
      return file && `The program left an account number in ${file}.`;
    },
  },
  'lost-delete-consent': faultCheck(
    page,
    'After a renewal, the old consent is deleted, but the response is lost',
    'repeat the deletion and accept a 404',
    { operationId: 'deleteConsent', effect: true, drop: true },
    ({ first, repeats, later }) => {
      const others = later().filter((call) => !repeats.includes(call));
      if (others.length === 0) return `The program stopped after the response to ${first.line} was lost.`;
      const isChecked = repeats[0] || others.some(({ line }) => line === first.line.replace('DELETE', 'GET'));
      return !isChecked && `The program didn't find out whether ${first.line} had worked.`;
    },
    { steps: [{ before: 'refreshConsent', setExpiry: { id: '$consent', days: 3 } }] },
  ),
  'lost-delete-job': lostDeletion('An analysis job', 'deleteAnalysisJob'),
  'lost-delete-user': lostDeletion('The user', 'deleteUser'),
  'lost-removal': faultCheck(
    page,
    '`DELETE /Users` gets a 503',
    'retry until the user is deleted, or end with an error',
    { operationId: 'deleteUser', status: 503 },
    ({ sandbox, problem }) => {
      if (sandbox.state.users.size === 0) return undefined;
      if (problem === undefined) return 'The program ended without an error, although the user still exists.';
      const hasExited = problem.startsWith('ended with exit code');
      return !hasExited && ['not seen', "The program didn't repeat the removal while it ran."];
    },
  ),
} satisfies Checks;
