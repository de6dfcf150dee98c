import { dateTime } from './clock.ts';
import { statusesAfter } from './providers.ts';
import { consentStatus, type Consent, type ConsentError, type Moment, type Sandbox } from './state.ts';

const { initialized, updating, updated, failing, error, timedOut } = consentStatus;

/** The error on a consent with one of these statuses, unless a control call has set others. */
const defaultErrors: Record<number, Omit<ConsentError, 'date'>> = {
  [failing]: { type: 'provider', code: 'sandbox-failing', message: 'The sandbox provider is failing.' },
  [error]: { type: 'end-user', code: 'sandbox-declined', message: 'The end user declined.' },
  [timedOut]: { type: 'provider', code: 'sandbox-timeout', message: "The sandbox provider didn't respond." },
};

/**
 * The status of a consent and the moment it began. Both are computed from the current time, so the sandbox needs no
 * timers for them.
 */
export function statusOf(sandbox: Sandbox, consent: Consent): { status: number; since: Moment } {
  return consent.held ?? ownStatus(sandbox, consent);
}

/** The status of a consent that no control call holds. */
function ownStatus({ clock }: Sandbox, consent: Consent): { status: number; since: Moment } {
  const now = clock.now();
  const { decision, requested, pace } = consent;
  if (decision === undefined) return { status: initialized, since: requested };
  const path = statusesAfter(consent.providerKey, decision.given);
  const step =
    pace === 0 ? path.length - 1 : Math.min(Math.floor((now - decision.at) / pace), path.length - 1);
  const first = { status: path[step] ?? error, since: decision.at + step * pace };
  const refresh = consent.refreshes.at(-1);
  if (first.status !== updated || refresh === undefined) return first;
  return now < refresh.done
    ? { status: updating, since: refresh.at }
    : { status: updated, since: Math.max(first.since, refresh.done) };
}

/** When the first read of a consent's data completes if no control call holds it; `undefined` if it never does. */
export function firstReadOf({ decision, providerKey, pace }: Consent): Moment | undefined {
  if (!decision) return undefined;
  const step = statusesAfter(providerKey, decision.given).indexOf(updated);
  return step < 0 ? undefined : decision.at + step * pace;
}

/**
 * When the platform began to read the data that a consent has now. What the bank has changed since then appears with
 * the next refresh. `undefined` while the consent has no data.
 */
export function readAt(sandbox: Sandbox, consent: Consent): Moment | undefined {
  const { status } = statusOf(sandbox, consent);
  if (status !== updated && status !== updating) return undefined;
  const now = sandbox.clock.now();
  const first = firstReadOf(consent);
  const reads = [
    ...(consent.heldRead === undefined ? [] : [consent.heldRead]),
    ...(first !== undefined && first <= now ? [first - consent.pace] : []),
  ];
  if (reads.length === 0) return undefined;
  return Math.max(...reads, ...consent.refreshes.filter(({ done }) => done <= now).map(({ at }) => at));
}

/** When the latest read of the data that a consent has now was complete. */
function completedAt({ clock }: Sandbox, consent: Consent): Moment {
  const now = clock.now();
  const first = firstReadOf(consent);
  const refreshes = consent.refreshes.map(({ done }) => done);
  return Math.max(...[consent.heldRead ?? 0, first ?? 0, ...refreshes].filter((moment) => moment <= now));
}

/** Whether the platform has read the data of the consent at least once. */
export function hasData(sandbox: Sandbox, consent: Consent): boolean {
  return readAt(sandbox, consent) !== undefined;
}

/** Holds a consent in a status until it is released. The first status 4 reads its data. */
export function holdStatus(
  { clock }: Sandbox,
  consent: Consent,
  status: number,
  errors?: readonly Partial<ConsentError>[],
) {
  const since = clock.now();
  const date = dateTime(since);
  const own = errors?.map((each) => ({ date, type: 'sandbox', code: '', message: '', ...each }));
  consent.held = { status, since, ...(own && { errors: own }) };
  if (status === updated) consent.heldRead ??= since;
}

/** Lets a consent move on its own again. */
export function releaseStatus(consent: Consent) {
  delete consent.held;
}

function errorsOf(consent: Consent, status: number, since: Moment): ConsentError[] {
  const found = defaultErrors[status];
  return consent.held?.errors ?? (found ? [{ date: dateTime(since), ...found }] : []);
}

/** A consent as the API returns it. */
export function consentBody(sandbox: Sandbox, consent: Consent): Record<string, unknown> {
  const { status, since } = statusOf(sandbox, consent);
  const { id, providerKey, requested, expires, refreshes } = consent;
  const refreshed = refreshes.at(-1)?.at;
  return {
    id,
    status,
    dateStatusUpdated: dateTime(since),
    dateRequested: dateTime(requested),
    dateExpire: dateTime(expires),
    ...(hasData(sandbox, consent) && {
      dateTransactionsUpdated: dateTime(completedAt(sandbox, consent)),
    }),
    ...(refreshed !== undefined && { dateRefreshed: dateTime(refreshed) }),
    providerKey,
    appId: APP_ID,
    errors: errorsOf(consent, status, since),
  };
}

/** The `appId` of the one customer app of the sandbox. */
export const APP_ID = 4711;
