import { createHash } from 'node:crypto';
import { createServer } from 'node:http';

const LONGEST_BODY = 64 * 1024;
const MOST_BODIES = 1_000;

/**
 * Receives Transactions Fetched. Stores the consent in the inbox, responds, and then works through the inbox.
 *
 * - `inbox`: the consents to read. It survives a restart.
 * - `isKnown`: whether a consent is yours.
 * - `isExpected`: whether a consent has a refresh in flight.
 * - `work`: reads a consent from the platform, because anyone can send an event. After an error, `retry()` calls it again.
 */
export function createReceiver({ path, inbox, isKnown, isExpected, work }) {
  /** Hashes of the last bodies. After a restart, a duplicate is read again, which does no harm. */
  const bodies = new Set();
  let running;

  /** Works through the inbox. Call it at the start, and every minute. */
  function retry() {
    running ??= workThrough().finally(() => (running = undefined));
    return running;
  }

  async function workThrough() {
    const failed = new Set();
    const next = () => inbox.keys().find((consentId) => !failed.has(consentId));
    for (let consentId = next(); consentId; consentId = next()) {
      const event = inbox.get(consentId);
      try {
        await work(consentId);
      } catch (error) {
        console.warn(`Reading consent ${consentId} failed: ${error.message}`);
        failed.add(consentId);
        if (error.status !== 404) continue; // 404: the consent was deleted
      }
      if (inbox.get(consentId) === event) inbox.delete(consentId); // else another event has arrived
    }
  }

  /** Puts an event into the inbox. Returns the status code of the response. */
  function receive(body) {
    let event;
    try {
      event = JSON.parse(body);
    } catch {
      return 400;
    }
    const consentId = String(event?.consentId).toLowerCase();
    if (event?.eventType !== 'Transactions Fetched' || !isKnown(consentId)) return 200;
    const hash = createHash('sha256').update(body).digest('base64');
    if (inbox.get(consentId) === hash || (bodies.has(hash) && !isExpected(consentId))) {
      console.log(`Ignored a duplicate event of consent ${consentId}.`);
      return 200;
    }
    bodies.add(hash);
    if (bodies.size > MOST_BODIES) bodies.delete(bodies.values().next().value);
    inbox.upsert([[consentId, hash]]);
    return 200;
  }

  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || request.url !== path) return response.writeHead(404).end();
    const chunks = [];
    let length = 0;
    try {
      for await (const chunk of request) {
        length += chunk.length;
        if (length <= LONGEST_BODY) chunks.push(chunk);
      }
    } catch {
      return; // the sender has closed the connection
    }
    const status = length > LONGEST_BODY ? 413 : receive(Buffer.concat(chunks));
    response.writeHead(status).end();
    if (status === 200) await retry();
  });
  server.requestTimeout = 10_000;
  return { server, retry };
}
