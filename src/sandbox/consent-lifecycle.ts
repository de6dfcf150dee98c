import { dateTime } from './clock.ts';
import { consentStatus, type Consent, type Moment, type Sandbox } from './state.ts';

/** The provider whose consents fail, so that clients can test for it. */
const FAILING_PROVIDER = 'sandbox-be';

const { initialized, authenticating, authenticated, updating, updated, error } = consentStatus;

/**
 * The status of a consent and the moment it began. Both are computed from the current time, so the sandbox needs no
 * timers for them.
 */
export function statusOf({ clock, settings }: Sandbox, consent: Consent): { status: number; since: Moment } {
  const now = clock.now();
  const { decision, requested } = consent;
  const begins = decision?.at ?? (settings.consentGiven ? requested : undefined);
  if (begins === undefined) return { status: initialized, since: requested };
  const fails = decision?.given === false || consent.providerKey === FAILING_PROVIDER;
  const path = fails
    ? [authenticating, authenticated, error]
    : [authenticating, authenticated, updating, updated];
  const step = Math.min(Math.floor((now - begins) / settings.pace), path.length - 1);
  const first = { status: path[step] ?? error, since: begins + step * settings.pace };
  const refreshed = consent.refreshes.at(-1);
  if (first.status !== updated || refreshed === undefined) return first;
  const refreshing = now < refreshed + settings.pace;
  return refreshing
    ? { status: updating, since: refreshed }
    : { status: updated, since: Math.max(first.since, refreshed + settings.pace) };
}

/** Whether the platform has read the data of the consent at least once. */
export function hasData(sandbox: Sandbox, consent: Consent): boolean {
  const { status } = statusOf(sandbox, consent);
  return status === updated || (status === updating && consent.refreshes.length > 0);
}

/** A consent as the API returns it. */
export function consentBody(sandbox: Sandbox, consent: Consent): Record<string, unknown> {
  const { status, since } = statusOf(sandbox, consent);
  const { id, providerKey, requested, expires, refreshes } = consent;
  const refreshed = refreshes.at(-1);
  return {
    id,
    status,
    dateStatusUpdated: dateTime(since),
    dateRequested: dateTime(requested),
    dateExpire: dateTime(expires),
    ...(hasData(sandbox, consent) && { dateTransactionsUpdated: dateTime(since) }),
    ...(refreshed !== undefined && { dateRefreshed: dateTime(refreshed) }),
    providerKey,
    appId: APP_ID,
    errors:
      status === error
        ? [
            {
              date: dateTime(since),
              type: 'sandbox',
              message: 'The sandbox provider failed.',
              code: 'sandbox-failure',
            },
          ]
        : [],
  };
}

/** The `appId` of the one customer app of the sandbox. */
export const APP_ID = 4711;
