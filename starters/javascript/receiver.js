import { timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { setInterval } from 'node:timers';
import { backoff } from './client.js';

const LONGEST_BODY = 16 * 1024;
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

/**
 * Receives Transactions Fetched events. Puts an event's consent into the inbox, responds, and then works through the
 * inbox, one consent at a time.
 *
 * - `inbox`: a `Store`, which also contains your consents. Its entries survive a restart.
 * - `work`: reads a consent from the platform, because events can be forged. After an error, it's called again with
 *   backoff.
 */
export function createReceiver({ path, inbox, work }) {
  let isWorking = false;

  /** Processes due entries. Call this at startup. */
  async function retry() {
    if (isWorking) return;
    isWorking = true;
    try {
      for (let entry; (entry = inbox.dueEvents(Date.now())[0]);) await workOn(entry);
    } catch (error) {
      // After an error, such as a full disk, the entries stay and the next run retries.
      console.error(`The inbox failed: ${error.message}`);
    } finally {
      isWorking = false;
    }
  }

  async function workOn(entry) {
    const { consent_id: consentId, received_at: receivedAt, attempts } = entry;
    try {
      await work(consentId);
    } catch (error) {
      console.warn(`Reading consent ${consentId} failed: ${error.message}`);
      if (Date.now() - receivedAt <= DAY) {
        return inbox.putBack(entry, Math.ceil(Date.now() + backoff(attempts + 1, HOUR)));
      }
      console.error(`Gave up on consent ${consentId} a day after its last event.`);
    }
    inbox.removeEvent(entry);
  }

  // #region receive
  /** Puts an event into the inbox. Returns the response's status code. */
  function receive(body) {
    let event;
    try {
      event = JSON.parse(new TextDecoder().decode(body));
    } catch {
      return 400;
    }
    const { eventType, consentId } = event ?? {};
    if (eventType !== 'Transactions Fetched' || typeof consentId !== 'string') return 200;
    const consent = inbox.consent(consentId);
    if (consent) inbox.addEvent(consent.id);
    return 200;
  }
  // #endregion receive

  async function respondTo(request) {
    if (request.method !== 'POST' || !isEqual(request.url, path)) return 404;
    const chunks = [];
    let length = 0;
    for await (const chunk of request) {
      length += chunk.length;
      if (length <= LONGEST_BODY) chunks.push(chunk);
    }
    return length > LONGEST_BODY ? 413 : receive(Buffer.concat(chunks));
  }

  const server = createServer(async (request, response) => {
    try {
      response.writeHead(await respondTo(request)).end();
    } catch (error) {
      console.error(`Receiving an event failed: ${error.message}`);
      response.writeHead(500).end(); // unacknowledged events may be sent again
    }
    await retry();
  });
  server.requestTimeout = 10 * SECOND;
  setInterval(retry, SECOND).unref();
  return { server, retry };
}

/**
 * Ends the program on Ctrl+C and SIGTERM, which a container's first process otherwise ignores. The inbox keeps
 * unfinished entries.
 */
export function endOnSignals(exitCode = 0) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(exitCode));
}

/** Compares in constant time so that nobody can guess the path character by character. */
function isEqual(given, expected) {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
