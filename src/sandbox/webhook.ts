import { dateTime } from './clock.ts';
import type { Consent, Sandbox, TransactionsFetched, User } from './state.ts';

/** The event that a consent's refresh has completed. */
export function eventOf(
  { clock }: Sandbox,
  consent: Pick<Consent, 'id'>,
  user: Pick<User, 'id' | 'externalUserId'>,
): TransactionsFetched {
  return {
    eventType: 'Transactions Fetched',
    consentId: consent.id,
    userId: user.id,
    externalUserId: user.externalUserId,
    timestamp: dateTime(clock.now()),
  };
}

/** Sends an event of the sandbox's own, unless a control call holds events. */
export function announce(sandbox: Sandbox, event: TransactionsFetched) {
  if (sandbox.settings.eventsHeld) sandbox.state.heldEvents.push(event);
  else sendEvent(sandbox, event);
}

/** Sends the events that were held. */
export function releaseEvents(sandbox: Sandbox) {
  for (const event of sandbox.state.heldEvents.splice(0)) sendEvent(sandbox, event);
}

/**
 * Posts an event once. A failure is only printed, because the specification has no retries. Without a webhook URL, the
 * event is only printed.
 */
export function sendEvent({ settings }: Sandbox, event: TransactionsFetched) {
  const url = settings.webhookUrl;
  const what = `${event.eventType} of consent ${event.consentId}`;
  if (url === undefined) {
    console.log(`${what}: not sent. Start the sandbox with --webhook-url to receive it.`);
    return;
  }
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(event),
    signal: AbortSignal.timeout(5000),
  }).then(
    ({ status }) => console.log(`${what}: sent to ${url}, which returned ${status}.`),
    (error: unknown) => console.log(`${what}: ${url} can't be reached (${(error as Error).message}).`),
  );
}
