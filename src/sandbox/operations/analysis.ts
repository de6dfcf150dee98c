import { randomUUID } from 'node:crypto';
import { dateTime } from '../clock.ts';
import { APP_ID } from '../consent-lifecycle.ts';
import { badRequest, noContent, ok, problem, type Operation, type SandboxResponse } from '../http.ts';
import { finishedAt, jobStatus } from '../jobs.ts';
import { selectAccounts } from '../look-ups.ts';
import type { Job, Sandbox } from '../state.ts';

interface Input {
  consentIds?: string[];
  userIds?: string[];
  analysisJobIds?: string[];
  accountIds?: string[];
}

/** Analysis jobs. */
export function analysis(sandbox: Sandbox): Record<string, Operation> {
  const { state, clock, settings } = sandbox;
  const isTaken = (reference: unknown, except?: string) =>
    [...state.analysisJobs.values()].some(
      ({ id, fields }) => id !== except && fields['reference'] === reference,
    );

  return {
    createAnalysisJob: ({ body }) => {
      const { reference = `sandbox-${randomUUID().slice(0, 8)}`, engine = 'Z2', profile = 'RETAIL' } = body;
      const { metaData, dateFrom = null, dateTo = null } = body;
      if (isTaken(reference)) return badRequest('reference', 'The reference is already in use.');
      const input = inputOf(body['input'] as Input | undefined);
      const accountIds = accountsOf(sandbox, input);
      if (accountIds.length === 0) return badRequest('input', 'There is no such data in the sandbox.');
      const id = randomUUID();
      const fields = {
        ...{ reference, engine: String(engine).toUpperCase(), profile: String(profile).toUpperCase(), input },
        ...{ metadata: metaData ?? {}, dateFrom, dateTo },
      };
      const job: Job = { id, created: clock.now(), pace: settings.pace, fields, accountIds };
      state.analysisJobs.set(id, job);
      return { status: 201, body: jobBody(sandbox, job) };
    },

    listAnalysisJobs: ({ query }) => {
      const { Status, Engine, ToDate } = query;
      const jobs = [...state.analysisJobs.values()].filter(
        (job) =>
          (Status === undefined || jobStatus(sandbox, job) === Status) &&
          (Engine === undefined || job.fields['engine'] === String(Engine).toUpperCase()) &&
          (ToDate === undefined || job.created <= Date.parse(String(ToDate))),
      );
      return ok(jobs.map((job) => jobBody(sandbox, job)));
    },

    getAnalysisJob: ({ path }) => withJob(sandbox, path, (job) => ok(jobBody(sandbox, job))),

    updateAnalysisJob: ({ path, body }) =>
      withJob(sandbox, path, (job) => {
        const { reference } = body;
        if (typeof reference === 'string' && isTaken(reference, job.id)) {
          return badRequest('reference', 'The reference is already in use.');
        }
        if (typeof reference === 'string') job.fields['reference'] = reference;
        return ok(jobBody(sandbox, job));
      }),

    deleteAnalysisJob: ({ path }) =>
      withJob(sandbox, path, (job) => {
        if (finishedAt(sandbox, job) === undefined) {
          return problem(400, 'Bad Request', 'The analysis job is in execution.');
        }
        state.analysisJobs.delete(job.id);
        return noContent;
      }),
  };
}

/** An unknown job is a bad request, because the contract has no 404 for these operations. */
function withJob(
  { state }: Sandbox,
  path: Record<string, string>,
  use: (job: Job) => SandboxResponse,
): SandboxResponse {
  const job = state.analysisJobs.get((path['id'] ?? '').toLowerCase());
  return job ? use(job) : badRequest('id', 'There is no such analysis job.');
}

function inputOf({
  consentIds = [],
  userIds = [],
  analysisJobIds = [],
  accountIds = [],
}: Input = {}): Required<Input> {
  return { consentIds, userIds, analysisJobIds, accountIds };
}

function accountsOf(
  sandbox: Sandbox,
  { consentIds, userIds, analysisJobIds, accountIds }: Required<Input>,
): string[] {
  const known = new Set(selectAccounts(sandbox, {}).map(({ id }) => id));
  const found = [
    ...accountIds.filter((id) => known.has(id)),
    ...consentIds.flatMap((ConsentId) => selectAccounts(sandbox, { ConsentId }).map(({ id }) => id)),
    ...userIds.flatMap((UserId) => selectAccounts(sandbox, { UserId }).map(({ id }) => id)),
    ...analysisJobIds.flatMap((id) => sandbox.state.analysisJobs.get(id)?.accountIds ?? []),
  ];
  return [...new Set(found)];
}

/** An analysis job as the API returns it. The analysis is the contract's example. */
function jobBody(sandbox: Sandbox, job: Job): Record<string, unknown> {
  const status = jobStatus(sandbox, job);
  const finished = finishedAt(sandbox, job);
  const example = sandbox.examples('completedAnalysisJob') as { analysis: unknown };
  return {
    id: job.id,
    ...job.fields,
    finishedAt: finished === undefined ? null : dateTime(finished),
    created: dateTime(job.created),
    accountIds: job.accountIds,
    appId: APP_ID,
    status,
    analysis: status === 'COMPLETED' ? example.analysis : null,
  };
}
