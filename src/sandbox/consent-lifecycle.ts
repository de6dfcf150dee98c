import { DAY, dateTime } from './clock.ts';
import { statusesAfter } from './providers.ts';
import { consentStatus, type Consent, type ConsentError, type Moment, type Sandbox } from './state.ts';

const { initialized, authenticated, updating, updated, invalidated, failing, error, timedOut } =
  consentStatus;

/** The default error of a consent in each of these statuses. A control call can set different errors. */
const defaultErrors: Record<number, Omit<ConsentError, 'date'>> = {
  [invalidated]: { type: 'consent', code: 'sandbox-invalidated', message: 'The consent is no longer valid.' },
  [failing]: { type: 'provider', code: 'sandbox-failing', message: 'The sandbox provider is failing.' },
  [error]: { type: 'end-user', code: 'sandbox-declined', message: 'The end user declined.' },
  [timedOut]: { type: 'provider', code: 'sandbox-timeout', message: "The sandbox provider didn't respond." },
};

/** A consent's status and its start time. Both are computed from the current time, so no status needs a timer. */
export function statusOf({ state, clock }: Sandbox, consent: Consent): { status: number; since: Moment } {
  const { heldStatus, expires } = consent;
  if (heldStatus) return heldStatus;
  const now = clock.now();
  const scheduled = statusAt(consent, Math.min(now, expires));
  if (now < expires && scheduled.status >= authenticated && scheduled.status <= updated) {
    const { outage, restored = 0 } = state.providers.get(consent.providerKey) ?? {};
    const { since, until } = consent.limited ?? { since: 0, until: 0 };
    const failedSince = outage ?? (now < until ? since : undefined);
    // A read that the failure interrupts doesn't complete while the provider fails.
    if (failedSince !== undefined)
      return { status: failing, since: Math.max(failedSince, timeOf(authenticated, consent) ?? failedSince) };
    return { ...scheduled, since: Math.max(scheduled.since, restored, until) };
  }
  // A consent ends when it expires, unless it has already failed.
  return now < expires || scheduled.status === error || scheduled.status === timedOut
    ? scheduled
    : { status: invalidated, since: expires };
}

function statusAt(consent: Consent, now: Moment): { status: number; since: Moment } {
  const { decision, requested, pace } = consent;
  if (decision === undefined || now < decision.at) return { status: initialized, since: requested };
  const path = statusesAfter(consent.providerKey, decision.given);
  const step =
    pace === 0 ? path.length - 1 : Math.min(Math.floor((now - decision.at) / pace), path.length - 1);
  const reached = { status: path[step] ?? error, since: decision.at + step * pace };
  const refresh = consent.refreshes.at(-1);
  if (reached.status !== updated || refresh === undefined) return reached;
  return now < refresh.done
    ? { status: updating, since: refresh.at }
    : { status: updated, since: Math.max(reached.since, refresh.done) };
}

/** The time when a consent reaches a status unless something holds it, or `undefined` if never. */
function timeOf(status: number, { decision, providerKey, pace }: Consent): Moment | undefined {
  if (!decision) return undefined;
  const step = statusesAfter(providerKey, decision.given).indexOf(status);
  return step < 0 ? undefined : decision.at + step * pace;
}

/** The time when a consent's first read completes unless a control call holds the consent, or `undefined` if never. */
export const firstReadDone = (consent: Consent): Moment | undefined => timeOf(updated, consent);

/** The latest read of a consent's data, if any. After a consent fails or ends, its data stays, but isn't read again. */
export function lastRead(sandbox: Sandbox, consent: Consent): { at: Moment; done: Moment } | undefined {
  const { status, since } = statusOf(sandbox, consent);
  if (status < updating) return undefined;
  const end = status > updated ? since : sandbox.clock.now();
  const { heldReads, pace, refreshes } = consent;
  const firstRead = firstReadDone(consent);
  const scheduled = firstRead === undefined ? [] : [{ at: firstRead - pace, done: firstRead }];
  const firstReads = [
    ...heldReads.map((at) => ({ at, done: at })),
    ...scheduled.filter(({ done }) => done <= end),
  ];
  if (firstReads.length === 0) return undefined;
  const reads = [...firstReads, ...refreshes.filter(({ done }) => done <= end)];
  return {
    at: Math.max(...reads.map(({ at }) => at)),
    done: Math.max(...reads.map(({ done }) => done)),
  };
}

/** A consent as the API returns it. */
export function consentBody(sandbox: Sandbox, consent: Consent): Record<string, unknown> {
  const { status, since } = statusOf(sandbox, consent);
  const { id, providerKey, requested, expires, refreshes, heldStatus } = consent;
  const defaultError = defaultErrors[status];
  const refreshedAt = refreshes.at(-1)?.at;
  const read = lastRead(sandbox, consent);
  return {
    id,
    status,
    dateStatusUpdated: dateTime(since),
    dateRequested: dateTime(requested),
    dateExpire: dateTime(expires),
    ...(read && { dateTransactionsUpdated: dateTime(read.done) }),
    ...(refreshedAt !== undefined && { dateRefreshed: dateTime(refreshedAt) }),
    providerKey,
    appId: APP_ID,
    errors: heldStatus?.errors ?? (defaultError ? [{ date: dateTime(since), ...defaultError }] : []),
  };
}

/** The `appId` of the sandbox's only customer app. */
export const APP_ID = 4711;

/** The lifetime of a consent in the sandbox, in milliseconds. */
export const CONSENT_LIFETIME = 180 * DAY;
