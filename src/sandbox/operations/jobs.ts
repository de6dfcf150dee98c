import { dateTime } from '../clock.ts';
import { APP_ID } from '../consent-lifecycle.ts';
import {
  badRequest,
  noContent,
  notFound,
  ok,
  problem,
  type Operation,
  type SandboxResponse,
} from '../http.ts';
import { selectAccounts, selectConsents, userByExternalId, userById } from '../look-ups.ts';
import type { Job, JobStatus, Moment, Sandbox } from '../state.ts';

/**
 * The status of a job: the one that a control call has set, or one that depends on its age. A job with the metadata
 * `{"sandbox": "fail"}` fails.
 */
export function jobStatus({ clock }: Sandbox, { created, pace, set, fields }: Job): JobStatus {
  if (set) return set.status;
  const age = clock.now() - created;
  if (age < pace) return 'PENDING';
  if (age < 2 * pace) return 'INPROGRESS';
  const metadata = (fields['metaData'] ?? fields['metadata']) as { sandbox?: unknown } | null | undefined;
  return metadata?.sandbox === 'fail' ? 'FAILED' : 'COMPLETED';
}

/** The time when a job completed or failed; `undefined` while it runs. */
function finishedAt(sandbox: Sandbox, job: Job): Moment | undefined {
  return ['PENDING', 'INPROGRESS'].includes(jobStatus(sandbox, job))
    ? undefined
    : (job.set?.since ?? job.created + 2 * job.pace);
}

/** The spelling of each status in version 1 of the API. */
const v1Status = { PENDING: 'Pending', INPROGRESS: 'InProgress', COMPLETED: 'Completed', FAILED: 'Failed' };

/** Categorization jobs in version 2 of the API. Both versions see the same jobs. */
export function categorization(sandbox: Sandbox): Record<string, Operation> {
  const body = (job: Job) => ({ id: job.id, ...job.fields, status: jobStatus(sandbox, job) });
  return {
    createCategorizationJob: ({ body: request }) => {
      if (inputs.every((name) => request[name] === undefined))
        return badRequest('consentId', `Send one of ${inputs.join(', ')}.`);
      return createJob(sandbox, request, ({ id }) => ({ status: 202, body: { data: id } }));
    },
    listCategorizationJobs: ({ query }) => {
      const { Page = 1, PageSize = 100 } = query as { Page?: number; PageSize?: number };
      const jobs = jobsOf(sandbox, query);
      const _pagination = {
        ...{ page: Page, size: PageSize, totalCount: jobs.length },
        totalPages: Math.ceil(jobs.length / PageSize),
      };
      return ok({ data: jobs.slice((Page - 1) * PageSize, Page * PageSize).map(body), _pagination });
    },
    getCategorizationJob: ({ path }) =>
      withJob(sandbox.state.categorizationJobs, path, (job) => ok({ data: body(job) })),
  };
}

/** Categorization jobs in version 1 of the API. */
export function categorizationV1(sandbox: Sandbox): Record<string, Operation> {
  const body = (job: Job) => {
    const { engineVersion, consentId, userId, externalUserId } = job.fields;
    const selection = Object.entries({ consentId, userId, externalUserId }).filter(([, id]) => id !== null);
    const status = v1Status[jobStatus(sandbox, job)];
    return { id: job.id, status, engineVersion, ...Object.fromEntries(selection) };
  };
  return {
    createCategorizationJobV1: ({ query }) => {
      const { ConsentId: consentId, UserId: userId, ExternalUserId: externalUserId } = query;
      if ([consentId, userId, externalUserId].every((id) => id === undefined))
        return badRequest('ConsentId', 'Send ConsentId, UserId, or ExternalUserId.');
      const request = { engine: 'z1', consentId, userId, externalUserId };
      return createJob(sandbox, request, () => ({ status: 201 }));
    },
    listCategorizationJobsV1: ({ query }) => ok(jobsOf(sandbox, query).map(body)),
    getCategorizationJobV1: ({ path }) =>
      withJob(sandbox.state.categorizationJobs, path, (job) => ok(body(job))),
  };
}

/** The request fields that select the data that a job reads. */
const inputs = ['consentId', 'userId', 'externalUserId', 'accountIds'];

function withJob(
  jobs: Sandbox['state']['analysisJobs'],
  { id = '' }: Record<string, string>,
  use: (job: Job) => SandboxResponse,
  missing = notFound,
): SandboxResponse {
  const job = jobs.get(id.toLowerCase());
  return job ? use(job) : missing();
}

function jobsOf(sandbox: Sandbox, query: Parameters<Operation>[0]['query']): Job[] {
  const { AccountId } = query;
  const accounts = new Set(
    AccountId === undefined
      ? selectAccounts(sandbox, query).map(({ id }) => id)
      : [String(AccountId).toLowerCase()],
  );
  return [...sandbox.state.categorizationJobs.values()].filter(({ accountIds }) =>
    accountIds.some((id) => accounts.has(id)),
  );
}

/** Creates a job, or returns an error for the field that matches no data. */
function createJob(
  sandbox: Sandbox,
  request: Record<string, unknown>,
  respond: (job: Job) => SandboxResponse,
): SandboxResponse {
  const accountIds = accountsFor(sandbox, request);
  if (typeof accountIds === 'string') return badRequest(accountIds, 'There is no such data in the sandbox.');
  const { engine = 'z2', profile = 'RETAIL', consentId, userId, externalUserId, metaData } = request;
  const fields = {
    ...{ engine, profile, consentId: consentId ?? null, userId: userId ?? null },
    ...{ externalUserId: externalUserId ?? null, accountIds: request['accountIds'] ?? null },
    ...{ parentId: null, engineVersion: '2.3.0', metaData: metaData ?? null },
  };
  return respond(newJob(sandbox, sandbox.state.categorizationJobs, fields, accountIds));
}

function newJob(sandbox: Sandbox, jobs: Map<string, Job>, fields: Job['fields'], accountIds: string[]): Job {
  const { clock, settings } = sandbox;
  const job = { id: sandbox.newId(), created: clock.now(), pace: settings.pace, fields, accountIds };
  jobs.set(job.id, job);
  return job;
}

/** The IDs of the accounts that a job reads, or the name of the field that matches no data. */
function accountsFor(sandbox: Sandbox, request: Record<string, unknown>): string[] | string {
  const { consentId, userId, externalUserId } = request as Record<string, string>;
  const { accountIds = [] } = request as { accountIds?: string[] };
  if (accountIds.length > 0) {
    const known = new Set(selectAccounts(sandbox, {}).map(({ id }) => id));
    return accountIds.every((id) => known.has(id)) ? accountIds : 'accountIds';
  }
  if ([consentId, userId, externalUserId].every((id) => id === undefined)) return 'accountIds';
  if (userId !== undefined && !userById(sandbox.state, userId)) return 'userId';
  if (externalUserId !== undefined && !userByExternalId(sandbox.state, externalUserId))
    return 'externalUserId';
  const query = { ConsentId: consentId, UserId: userId, ExternalUserId: externalUserId };
  if (selectConsents(sandbox, query).length === 0) return 'consentId';
  return selectAccounts(sandbox, query).map(({ id }) => id);
}

type Input = Record<'consentIds' | 'userIds' | 'analysisJobIds' | 'accountIds', string[]>;

const noInput: Input = { consentIds: [], userIds: [], analysisJobIds: [], accountIds: [] };

/** Analysis jobs. */
export function analysis(sandbox: Sandbox): Record<string, Operation> {
  const { state } = sandbox;
  const isTaken = (reference: unknown, except?: string) =>
    [...state.analysisJobs.values()].some(
      ({ id, fields }) => id !== except && fields['reference'] === reference,
    );

  // An unknown job is a bad request, because the contract has no 404 for these operations.
  const missing = () => badRequest('id', 'There is no such analysis job.');
  const withAnalysis = (path: Record<string, string>, use: (job: Job) => SandboxResponse) =>
    withJob(state.analysisJobs, path, use, missing);

  return {
    createAnalysisJob: ({ body }) => {
      const { reference = `sandbox-${sandbox.newId().slice(0, 8)}`, engine = 'Z2', ...rest } = body;
      const { profile = 'RETAIL', metaData: metadata = {}, dateFrom = null, dateTo = null } = rest;
      if (isTaken(reference)) return badRequest('reference', 'The reference is already in use.');
      const input = { ...noInput, ...(body['input'] as Partial<Input> | undefined) };
      if (Object.values(input).flat().length === 0)
        return badRequest('input', `Send an ID in one of ${Object.keys(input).join(', ')}.`);
      const accountIds = accountsOfInput(sandbox, input);
      if (accountIds.length === 0) return badRequest('input', 'There is no such data in the sandbox.');
      const fields = { reference, engine, profile, input, metadata, dateFrom, dateTo };
      const job = newJob(sandbox, state.analysisJobs, fields, accountIds);
      return { status: 201, body: analysisBody(sandbox, job) };
    },

    listAnalysisJobs: ({ query }) => {
      const { Status, Engine, ToDate } = query;
      const jobs = [...state.analysisJobs.values()].filter(
        (job) =>
          (Status === undefined || jobStatus(sandbox, job) === Status) &&
          (Engine === undefined || job.fields['engine'] === Engine) &&
          (ToDate === undefined || job.created <= Date.parse(String(ToDate))),
      );
      return ok(jobs.map((job) => analysisBody(sandbox, job)));
    },

    getAnalysisJob: ({ path }) => withAnalysis(path, (job) => ok(analysisBody(sandbox, job))),

    updateAnalysisJob: ({ path, body }) =>
      withAnalysis(path, (job) => {
        const reference = body['reference'] ?? job.fields['reference'];
        if (isTaken(reference, job.id)) return badRequest('reference', 'The reference is already in use.');
        job.fields['reference'] = reference;
        return ok(analysisBody(sandbox, job));
      }),

    deleteAnalysisJob: ({ path }) =>
      withAnalysis(path, (job) => {
        if (finishedAt(sandbox, job) === undefined) return problem(400, 'The analysis job is still running.');
        state.analysisJobs.delete(job.id);
        return noContent;
      }),
  };
}

function accountsOfInput(sandbox: Sandbox, { consentIds, userIds, analysisJobIds, accountIds }: Input) {
  const found = [
    ...selectAccounts(sandbox, {}).filter(({ id }) => accountIds.includes(id)),
    ...consentIds.flatMap((ConsentId) => selectAccounts(sandbox, { ConsentId })),
    ...userIds.flatMap((UserId) => selectAccounts(sandbox, { UserId })),
  ].map(({ id }) => id);
  const earlier = analysisJobIds.flatMap((id) => sandbox.state.analysisJobs.get(id)?.accountIds ?? []);
  return [...new Set([...found, ...earlier])];
}

/** An analysis job as the API returns it. The analysis is the contract's example. */
function analysisBody(sandbox: Sandbox, job: Job): Record<string, unknown> {
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
