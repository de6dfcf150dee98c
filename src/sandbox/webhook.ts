import { dateTime } from './clock.ts';
import { print } from './log.ts';
import type { Consent, Sandbox, TransactionsFetched, User } from './state.ts';

/** How long a receiver has to respond, in milliseconds. */
const TIME_LIMIT = 5_000;

/** Whether a text is a URL that events can be sent to. */
export function isWebUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

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
export async function announce(sandbox: Sandbox, event: TransactionsFetched) {
  if (sandbox.settings.eventsHeld) sandbox.state.heldEvents.push(event);
  else await sendEvent(sandbox, event);
}

/** Sends the events that were held. */
export function releaseEvents(sandbox: Sandbox) {
  for (const event of sandbox.state.heldEvents.splice(0)) void sendEvent(sandbox, event);
}

/**
 * Posts an event once, and prints what came of it. A failure has no other consequence, because the specification has no
 * retries.
 */
export async function sendEvent({ settings, state, log }: Sandbox, event: TransactionsFetched) {
  const url = settings.webhookUrl;
  const what = `${event.eventType} of consent ${event.consentId}`;
  if (url === undefined) {
    print(log, `${what}: not sent. Start the sandbox with --webhook-url to receive it.`);
    return;
  }
  const ended = new AbortController();
  const reset = () => ended.abort(new Error('the sandbox was reset'));
  const timer = setTimeout(() => ended.abort(new Error('no response within 5 seconds')), TIME_LIMIT);
  state.pending.add(reset);
  try {
    const { status, headers } = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(event),
      redirect: 'manual',
      signal: ended.signal,
    });
    const location = headers.get('location');
    print(
      log,
      location === null
        ? `${what}: sent to ${url}, which returned ${status}.`
        : `${what}: lost, because ${url} redirects to ${location} (${status}). Events follow no redirects: use that URL.`,
    );
  } catch (error) {
    print(log, `${what}: ${url} can't be reached (${(error as Error).message}).`);
  } finally {
    clearTimeout(timer);
    state.pending.delete(reset);
  }
}
