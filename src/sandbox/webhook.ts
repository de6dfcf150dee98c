import { dateTime } from './clock.ts';
import { print, type Delivery } from './log.ts';
import type { Consent, Sandbox } from './state.ts';

/** The time that a receiver has to respond, in milliseconds. While the grader runs, the machine may be busy. */
const TIME_LIMIT = { usual: 5_000, graded: 20_000 };

/** True if events can be sent to a URL. */
export function isWebUrl(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

/** Prepares an event. Without a consent, its IDs are random. The specification contains only the event's name. */
export function prepareEvent(sandbox: Sandbox, consent?: Consent): () => Promise<void> {
  const { clock, state, newId } = sandbox;
  const { id = newId(), userId = newId() } = consent ?? {};
  const eventType = 'Transactions Fetched';
  const externalUserId = state.users.get(userId)?.externalUserId ?? 'unknown-customer';
  const ids = { consentId: id, userId, externalUserId };
  const event = JSON.stringify({ eventType, ...ids, timestamp: dateTime(clock.now()) });
  return () => postBody(sandbox, event, `${eventType} for consent ${id}`);
}

/** Posts a body once. A failure is only logged, because the specification mentions no retries. */
export async function postBody({ settings, state, log }: Sandbox, body: string, subject: string) {
  const { url } = settings.webhook;
  if (url === undefined) {
    print(log, `${subject}: not sent. Start the sandbox with --webhook-url to receive it.`);
    return;
  }
  const delivery: Delivery = { body };
  log.deliveries?.push(delivery);
  const limit = log.deliveries ? TIME_LIMIT.graded : TIME_LIMIT.usual;
  const controller = new AbortController();
  const { signal } = controller;
  const end = () => controller.abort(new Error('the sandbox was reset'));
  state.pending.add(end);
  const timer = setTimeout(() => controller.abort(new Error('no response in time')), limit);
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body } as const;
  try {
    const { status, headers } = await fetch(url, { ...init, redirect: 'manual', signal });
    delivery.status = status;
    const location = headers.get('location');
    const outcome =
      location === null
        ? `sent to ${url}, which returned ${status}.`
        : `lost, because ${url} redirects to ${location} (${status}). Events don't follow redirects: use that URL.`;
    print(log, `${subject}: ${outcome}`);
  } catch (error) {
    delivery.isRefused = ((error as Error).cause as { code?: string } | undefined)?.code === 'ECONNREFUSED';
    print(log, `${subject}: ${url} can't be reached (${(error as Error).message}).`);
  } finally {
    delivery.ended = performance.now();
    clearTimeout(timer);
    state.pending.delete(end);
  }
}
