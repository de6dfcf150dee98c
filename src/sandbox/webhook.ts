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

/** Sends an event of the sandbox's own as the settings say: held, several times, or later. */
export function announce(sandbox: Sandbox, event: TransactionsFetched) {
  const { held, copies = 1, delay = 0 } = sandbox.settings.events ?? {};
  if (held) sandbox.state.heldEvents.push(event);
  else sendEvent(sandbox, event, copies, delay);
}

/** Sends an event to the customer app, as often and as late as requested. */
export function sendEvent(sandbox: Sandbox, event: TransactionsFetched, copies: number, delay: number) {
  const send = () => {
    for (let copy = 0; copy < copies; copy++) post(sandbox.settings.webhookUrl, event);
  };
  if (delay > 0) sandbox.clock.after(delay, send);
  else send();
}

/**
 * Posts an event once. A failure is only printed, because the specification has no retries.
 *
 * @param url - The receiver. Without one, the event is only printed.
 */
function post(url: string | undefined, event: TransactionsFetched) {
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
