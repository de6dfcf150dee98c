import { bankOf } from './bank.ts';
import { CONSENT_LIFETIME } from './consent-lifecycle.ts';
import type { Account, Job, Sandbox } from './state.ts';

/** Adds the end user, consent, and jobs from the contracts' examples to the sandbox, with the examples' IDs. */
export function addExampleData(sandbox: Sandbox) {
  const { state, clock, examples, settings } = sandbox;
  const user = examples('userWithConsent') as { id: string; externalUserId: string; created: string };
  state.users.set(user.id, { ...user, created: Date.parse(user.created) });

  const [consent] = examples('consentsOfUser') as [Record<ConsentField, string>];
  const { id: consentId, providerKey, dateRequested, dateExpire, dateRefreshed } = consent;
  const requested = Date.parse(dateRequested);
  const { pace } = settings;
  const refreshedAt = Date.parse(dateRefreshed);
  state.consents.set(consentId, {
    ...{ id: consentId, userId: user.id, providerKey, requested, pace },
    redirectUrl: (examples('newConsent') as { redirectUrl: string }).redirectUrl,
    // The example's own date may have passed long ago.
    expires: Math.max(Date.parse(dateExpire), clock.now() + CONSENT_LIFETIME / 2),
    decision: { at: requested, given: true },
    refreshes: [{ at: refreshedAt, done: refreshedAt + pace }],
    heldReads: [],
    bank: bankOf(sandbox, user.id, providerKey),
  });

  const accountIds = (examples('accountsOfConsent') as Account[]).map(({ id }) => id);
  const job = (id: string, created: number, fields: Job['fields']): Job => {
    return { id, created, pace, accountIds, userIds: [user.id], fields };
  };
  const { data } = examples('completedCategorizationJob') as { data: WithId };
  const v1Job = examples('completedCategorizationJobV1') as WithId;
  for (const { id, ...fields } of [data, { ...data, ...v1Job }]) {
    state.categorizationJobs.set(id, job(id, refreshedAt, fields));
  }
  const analysis = examples('completedAnalysisJob') as WithId & { created: string };
  state.analysisJobs.set(analysis.id, job(analysis.id, Date.parse(analysis.created), { ...analysis }));
}

type ConsentField = 'id' | 'providerKey' | 'dateRequested' | 'dateExpire' | 'dateRefreshed';

interface WithId {
  id: string;
  [field: string]: unknown;
}
