import { randomUUID } from 'node:crypto';
import { badRequest, notFound, ok, type Operation } from '../http.ts';
import { jobStatus } from '../jobs.ts';
import { selectAccounts, selectConsents, userByExternalId, userById } from '../look-ups.ts';
import type { Job, Sandbox } from '../state.ts';

/** Spelling of a status in version 1 of the API. */
const v1Status = { PENDING: 'Pending', INPROGRESS: 'InProgress', COMPLETED: 'Completed', FAILED: 'Failed' };

/** Categorization jobs, in both versions of the API. Both see the same jobs. */
export function categorization(sandbox: Sandbox): Record<string, Operation> {
  return { ...currentVersion(sandbox), ...version1(sandbox) };
}

function currentVersion(sandbox: Sandbox): Record<string, Operation> {
  const body = (job: Job) => ({ id: job.id, ...job.fields, status: jobStatus(sandbox, job) });
  return {
    createCategorizationJob: ({ body: request }) => {
      const created = create(sandbox, request);
      return typeof created === 'string' ? noSuchData(created) : { status: 202, body: { data: created.id } };
    },
    listCategorizationJobs: ({ query }) => {
      const { Page = 1, PageSize = 100 } = query as { Page?: number; PageSize?: number };
      if (Page < 1) return badRequest('Page', 'The first page is 1.');
      if (PageSize < 1) return badRequest('PageSize', 'The size must be at least 1.');
      const jobs = jobsOf(sandbox, query);
      const _pagination = {
        ...{ page: Page, size: PageSize, totalCount: jobs.length },
        totalPages: Math.ceil(jobs.length / PageSize),
      };
      return ok({ data: jobs.slice((Page - 1) * PageSize, Page * PageSize).map(body), _pagination });
    },
    getCategorizationJob: ({ path }) => {
      const job = jobBy(sandbox, path['id']);
      return job ? ok({ data: body(job) }) : notFound();
    },
  };
}

function version1(sandbox: Sandbox): Record<string, Operation> {
  const body = (job: Job) => {
    const { engineVersion, consentId, userId, externalUserId } = job.fields;
    const selection = Object.entries({ consentId, userId, externalUserId }).filter(
      ([, value]) => value !== null,
    );
    return {
      id: job.id,
      status: v1Status[jobStatus(sandbox, job)],
      engineVersion,
      ...Object.fromEntries(selection),
    };
  };
  return {
    createCategorizationJobV1: ({ query }) => {
      const { ConsentId: consentId, UserId: userId, ExternalUserId: externalUserId } = query;
      const created = create(sandbox, { engine: 'z1', consentId, userId, externalUserId });
      return typeof created === 'string' ? noSuchData(created) : { status: 201 };
    },
    listCategorizationJobsV1: ({ query }) => ok(jobsOf(sandbox, query).map(body)),
    getCategorizationJobV1: ({ path }) => {
      const job = jobBy(sandbox, path['id']);
      return job ? ok(body(job)) : notFound();
    },
  };
}

const noSuchData = (field: string) => badRequest(field, 'There is no such data in the sandbox.');

function jobBy({ state }: Sandbox, id = ''): Job | undefined {
  return state.categorizationJobs.get(id.toLowerCase());
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

/** Creates a job. Returns the name of the field that matches no data, if there is one. */
function create(sandbox: Sandbox, request: Record<string, unknown>): { id: string } | string {
  const accountIds = accountsFor(sandbox, request);
  if (typeof accountIds === 'string') return accountIds;
  const id = randomUUID();
  const { engine = 'z2', profile = 'RETAIL', consentId, userId, externalUserId, metaData } = request;
  const fields = {
    ...{ engine, profile, consentId: consentId ?? null, userId: userId ?? null },
    ...{ externalUserId: externalUserId ?? null, accountIds: request['accountIds'] ?? null },
    ...{ parentId: null, engineVersion: '2.3.0', metaData: metaData ?? null },
  };
  sandbox.state.categorizationJobs.set(id, {
    id,
    created: sandbox.clock.now(),
    pace: sandbox.settings.pace,
    fields,
    accountIds,
  });
  return { id };
}

/** The IDs of the accounts that a job reads, or the name of the field that matches no data. */
function accountsFor(sandbox: Sandbox, request: Record<string, unknown>): string[] | string {
  const { consentId, userId, externalUserId, accountIds } = request;
  if (Array.isArray(accountIds) && accountIds.length > 0) {
    const known = new Set(selectAccounts(sandbox, {}).map(({ id }) => id));
    return accountIds.every((id) => known.has(String(id))) ? accountIds.map(String) : 'accountIds';
  }
  if (userId !== undefined && !userById(sandbox.state, userId)) return 'userId';
  if (externalUserId !== undefined && !userByExternalId(sandbox.state, externalUserId))
    return 'externalUserId';
  const query = {
    ...(consentId !== undefined && { ConsentId: String(consentId) }),
    ...(userId !== undefined && { UserId: String(userId) }),
    ...(externalUserId !== undefined && { ExternalUserId: String(externalUserId) }),
  };
  if (Object.keys(query).length === 0 || selectConsents(sandbox, query).length === 0) return 'consentId';
  return selectAccounts(sandbox, query).map(({ id }) => id);
}
