/** The body of the event. The specification has only the event's name. */
export interface TransactionsFetched {
  eventType: 'Transactions Fetched';
  consentId: string;
  userId: string;
  externalUserId: string;
  timestamp: string;
}

/**
 * Sends an event to the customer app, once. A failure is only printed, because the specification has no retries.
 *
 * @param url - The receiver. Without one, the event is only printed.
 */
export function sendEvent(url: string | undefined, event: TransactionsFetched) {
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
