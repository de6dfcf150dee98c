import { dateTime } from '../clock.ts';
import { APP_ID } from '../consent-lifecycle.ts';
import { badRequest, momentOf, notFound, problem, Refusal, requireOne } from '../http.ts';
import type { Handlers, Query, SandboxRequest } from '../http.ts';
import { orNotFound, selectAccounts, selectConsents } from '../look-ups.ts';
import type { Consent, Job, JobStatus, Sandbox } from '../state.ts';

/** A job's status: set by a control call, or else based on age. Metadata `{"sandbox": "fail"}` makes the job fail. */
export function jobStatus({ clock }: Sandbox, { created, pace, heldStatus, fields }: Job): JobStatus {
  if (heldStatus) return heldStatus.status;
  const age = clock.now() - created;
  if (age < pace) return 'PENDING';
  if (age < 2 * pace) return 'INPROGRESS';
  const metadata = (fields['metaData'] ?? fields['metadata']) as { sandbox?: unknown } | null | undefined;
  return metadata?.sandbox === 'fail' ? 'FAILED' : 'COMPLETED';
}

const isFinished = (status: JobStatus) => status === 'COMPLETED' || status === 'FAILED';

const v1Status = { PENDING: 'Pending', INPROGRESS: 'InProgress', COMPLETED: 'Completed', FAILED: 'Failed' };

/** The operations for categorization jobs. Both versions of the API share the jobs. */
export function categorizationHandlers(sandbox: Sandbox) {
  const { state } = sandbox;
  const jobOf = ({ path }: SandboxRequest) => orNotFound(state.categorizationJobs.get(path['id'] ?? ''));
  const jobsOf = ({ AccountId, ...query }: Query) => {
    const accounts =
      AccountId === undefined ? selectAccounts(sandbox, query).map(({ id }) => id) : [AccountId];
    return [...state.categorizationJobs.values()].filter(({ accountIds }) =>
      accountIds.some((id) => accounts.includes(id)),
    );
  };
  const body = (job: Job) => ({ id: job.id, ...job.fields, status: jobStatus(sandbox, job) });
  const v1Body = (job: Job) => {
    const { engineVersion, consentId, userId, externalUserId } = job.fields;
    const selection = Object.entries({ consentId, userId, externalUserId }).filter(([, id]) => id !== null);
    const status = v1Status[jobStatus(sandbox, job)];
    return { id: job.id, status, engineVersion, ...Object.fromEntries(selection) };
  };
  return {
    createCategorizationJob: ({ body: request }) => {
      requireOne(request, jobInputs);
      return { data: createJob(sandbox, request).id };
    },
    listCategorizationJobs: ({ query }) => {
      const { Page = 1, PageSize = 100 } = query as { Page?: number; PageSize?: number };
      const jobs = jobsOf(query);
      const totalPages = Math.ceil(jobs.length / PageSize);
      const _pagination = { page: Page, size: PageSize, totalCount: jobs.length, totalPages };
      return { data: jobs.slice((Page - 1) * PageSize, Page * PageSize).map(body), _pagination };
    },
    getCategorizationJob: (request) => ({ data: body(jobOf(request)) }),

    createCategorizationJobV1: ({ query }) => {
      requireOne(query, v1Inputs);
      const { ConsentId: consentId, UserId: userId, ExternalUserId: externalUserId } = query;
      createJob(sandbox, { engine: 'z1', consentId, userId, externalUserId }, v1Inputs);
    },
    listCategorizationJobsV1: ({ query }) => jobsOf(query).map(v1Body),
    getCategorizationJobV1: (request) => v1Body(jobOf(request)),
  } satisfies Partial<Handlers>;
}

/** The fields that select what a categorization job covers. */
export const jobInputs = ['consentId', 'userId', 'externalUserId', 'accountIds'] as const;
/** The first of them as parameters of version 1. */
const v1Inputs = ['ConsentId', 'UserId', 'ExternalUserId'] as const;

function createJob(
  sandbox: Sandbox,
  body: Record<string, unknown>,
  inputs: readonly string[] = jobInputs,
): Job {
  const { engine = 'z2', profile = 'RETAIL' } = body;
  const { consentId = null, userId = null, externalUserId = null, accountIds = null, metaData = null } = body;
  const fields = {
    ...{ engine, profile, consentId, userId, externalUserId, accountIds, parentId: null },
    ...{ engineVersion: engineVersionOf(sandbox, engine), metaData },
  };
  return addJob(sandbox, sandbox.state.categorizationJobs, {
    ...selectionOf(sandbox, body, inputs),
    fields,
  });
}

/** An engine's version in the contracts' examples. Version 1 of the API runs z1. */
function engineVersionOf({ examples }: Sandbox, engine: unknown): unknown {
  const { data } = examples('completedCategorizationJob') as { data: Job['fields'] };
  const v1Job = examples('completedCategorizationJobV1') as Job['fields'];
  return (engine === 'z1' ? v1Job : data)['engineVersion'];
}

type JobContent = Pick<Job, 'accountIds' | 'userIds' | 'fields'>;

function addJob(sandbox: Sandbox, jobs: Map<string, Job>, content: JobContent): Job {
  const { clock, settings } = sandbox;
  const job = { id: sandbox.newId(), created: clock.now(), pace: settings.pace, ...content };
  jobs.set(job.id, job);
  return job;
}

/** The accounts that a request selects, and their users. An error names one of the request's `inputs`. */
function selectionOf(sandbox: Sandbox, request: Record<string, unknown>, inputs: readonly string[]) {
  const { consentId, userId, externalUserId } = request as Record<string, string>;
  const { accountIds = [] } = request as { accountIds?: string[] };
  const query = { ConsentId: consentId, UserId: userId, ExternalUserId: externalUserId };
  const isList = accountIds.length > 0;
  const consents = selectConsents(sandbox, query);
  const knownIds = selectAccounts(sandbox, query).map(({ id }) => id);
  const hasData = isList
    ? accountIds.every((id) => knownIds.includes(id))
    : Object.values(query).some(Boolean) && consents.length > 0;
  const input = inputs[jobInputs.findLastIndex((name) => request[name] !== undefined)];
  if (!hasData) throw badRequest(input ?? 'body', NO_DATA);
  const isSelected = ({ id: ConsentId }: Consent) =>
    !isList || selectAccounts(sandbox, { ConsentId }).some(({ id }) => accountIds.includes(id));
  const userIds = consents.filter(isSelected).map((consent) => consent.userId);
  return { accountIds: isList ? accountIds : knownIds, userIds };
}

const NO_DATA = 'The sandbox has no data for this ID.';

const noInput = { consentIds: [], userIds: [], analysisJobIds: [], accountIds: [] };
type Input = Record<keyof typeof noInput, string[]>;

/** The operations for analysis jobs. */
export function analysisHandlers(sandbox: Sandbox) {
  const { state } = sandbox;
  const refuseTaken = (reference: unknown, except?: Job) => {
    for (const job of state.analysisJobs.values())
      if (job !== except && job.fields['reference'] === reference)
        throw badRequest('reference', 'The reference is already in use.');
  };
  const jobOf = ({ path }: SandboxRequest) => {
    const job = state.analysisJobs.get(path['id'] ?? '');
    // Return a 400, because the contract has no 404 for these operations.
    if (!job) throw badRequest('id', 'Analysis job not found.');
    return job;
  };

  return {
    createAnalysisJob: ({ body }) => {
      const { reference = `sandbox-${sandbox.newId().slice(0, 8)}`, engine = 'Z2' } = body;
      const { profile = 'RETAIL', metaData: metadata = {}, dateFrom = null, dateTo = null } = body;
      refuseTaken(reference);
      const input = { ...noInput, ...(body['input'] as Partial<Input> | undefined) };
      if (Object.values(input).flat().length === 0)
        throw badRequest('input', `Send an ID in one of ${Object.keys(input).join(', ')}.`);
      const accountIds = accountsOfInput(sandbox, input);
      if (accountIds.length === 0) throw badRequest('input', NO_DATA);
      const fields = { reference, engine, profile, input, metadata, dateFrom, dateTo };
      return analysisBody(sandbox, addJob(sandbox, state.analysisJobs, { accountIds, fields }));
    },

    listAnalysisJobs: ({ query: { Status, Engine, ToDate } }) => {
      const end = ToDate === undefined ? Infinity : momentOf('ToDate', ToDate);
      const jobs = [...state.analysisJobs.values()]
        .filter((job) => Status === undefined || jobStatus(sandbox, job) === Status)
        .filter(({ fields }) => Engine === undefined || fields['engine'] === Engine)
        .filter(({ created }) => created <= end);
      if (jobs.length === 0) throw notFound();
      return jobs.map((job) => analysisBody(sandbox, job));
    },

    getAnalysisJob: (request) => analysisBody(sandbox, jobOf(request)),

    updateAnalysisJob: (request) => {
      const job = jobOf(request);
      const reference = request.body['reference'] ?? job.fields['reference'];
      refuseTaken(reference, job);
      job.fields['reference'] = reference;
      return analysisBody(sandbox, job);
    },

    deleteAnalysisJob: (request) => {
      const job = jobOf(request);
      if (!isFinished(jobStatus(sandbox, job)))
        throw new Refusal(problem(400, 'The analysis job is still running.'));
      state.analysisJobs.delete(job.id);
    },
  } satisfies Partial<Handlers>;
}

/** The accounts that an input identifies. Rejects the first ID that matches nothing, even among known ones. */
function accountsOfInput(sandbox: Sandbox, input: Input): string[] {
  const { users, consents, analysisJobs } = sandbox.state;
  const idsOf = (query: Query) => selectAccounts(sandbox, query).map(({ id }) => id);
  const allIds = idsOf({});
  const accountsOf: Record<keyof Input, (id: string) => string[] | false | undefined> = {
    consentIds: (ConsentId) => consents.has(ConsentId) && idsOf({ ConsentId }),
    userIds: (UserId) => users.has(UserId) && idsOf({ UserId }),
    analysisJobIds: (id) => analysisJobs.get(id)?.accountIds,
    accountIds: (id) => allIds.includes(id) && [id],
  };
  const selected = Object.entries(input).flatMap(([field, ids]) =>
    ids.flatMap((id) => {
      const accounts = accountsOf[field as keyof Input](id);
      if (!accounts) throw badRequest(`input.${field}`, NO_DATA);
      return accounts;
    }),
  );
  return [...new Set(selected)];
}

/** An analysis job as the API returns it. The analysis is the contract's example. */
function analysisBody(sandbox: Sandbox, job: Job): Record<string, unknown> {
  const status = jobStatus(sandbox, job);
  const example = sandbox.examples('completedAnalysisJob') as { analysis: unknown };
  const { id, fields, created, accountIds, pace, heldStatus } = job;
  return {
    ...{ id, ...fields, accountIds, appId: APP_ID, status, created: dateTime(created) },
    finishedAt: isFinished(status) ? dateTime(heldStatus?.since ?? created + 2 * pace) : null,
    analysis: status === 'COMPLETED' ? example.analysis : null,
  };
}
