import { dateTime } from './clock.ts';
import { print, type Delivery } from './log.ts';
import type { Consent, Sandbox, TransactionsFetched } from './state.ts';

/** The time that a receiver has to respond, in milliseconds. */
const TIME_LIMIT = 5_000;

/** True if a text is a URL that events can be sent to. */
export function isWebUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** The event for a completed refresh. Without a consent, it's about one that doesn't exist. */
export function eventOf({ clock, state, newId }: Sandbox, consent?: Consent): TransactionsFetched {
  const { id = newId(), userId = newId() } = consent ?? {};
  return {
    eventType: 'Transactions Fetched',
    consentId: id,
    userId,
    externalUserId: state.users.get(userId)?.externalUserId ?? 'unknown-customer',
    timestamp: dateTime(clock.now()),
  };
}

/** Posts an event and prints the outcome. */
export async function sendEvent(sandbox: Sandbox, event: TransactionsFetched) {
  await postBody(sandbox, JSON.stringify(event), `${event.eventType} for consent ${event.consentId}`);
}

/** Posts a body once. A failure has no other consequence, because the specification has no retries. */
export async function postBody({ settings, state, log }: Sandbox, body: string, what: string) {
  const url = settings.webhookUrl;
  if (url === undefined) {
    print(log, `${what}: not sent. Start the sandbox with --webhook-url to receive it.`);
    return;
  }
  const delivery: Delivery = { body };
  log.deliveries?.push(delivery);
  const wait = new AbortController();
  const end = () => wait.abort(new Error('the sandbox was reset'));
  state.pending.add(end);
  const signal = AbortSignal.any([wait.signal, AbortSignal.timeout(TIME_LIMIT)]);
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    redirect: 'manual',
  } as const;
  try {
    const { status, headers } = await fetch(url, { ...init, body, signal });
    delivery.status = status;
    const location = headers.get('location');
    const outcome =
      location === null
        ? `sent to ${url}, which returned ${status}.`
        : `lost, because ${url} redirects to ${location} (${status}). Events follow no redirects: use that URL.`;
    print(log, `${what}: ${outcome}`);
  } catch (error) {
    print(log, `${what}: ${url} can't be reached (${(error as Error).message}).`);
  } finally {
    delivery.ended = performance.now();
    state.pending.delete(end);
  }
}
