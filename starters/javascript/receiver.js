import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { setInterval } from 'node:timers';

const LONGEST_BODY = 16 * 1024;
const MINUTE = 60_000;

/** A path that nobody can guess. It survives a restart, so register it once. */
export function secretPath(settings) {
  const known = settings.get('webhookPath');
  if (known) return known;
  const path = `/hooks/${randomBytes(16).toString('hex')}`;
  settings.upsert([['webhookPath', path]]);
  return path;
}

/**
 * Receives Transactions Fetched. Stores the consent in the inbox, responds, and then works through the inbox.
 *
 * - `inbox`: the consents to read, each with the number of its events. It survives a restart.
 * - `isKnown`: whether a consent is yours.
 * - `work`: reads a consent from the platform, because anyone can send an event. After an error, it's called again
 *   within a minute.
 */
export function createReceiver({ path, inbox, isKnown, work }) {
  let isWorking = false;

  /** Works through the inbox. Call it at the start. */
  async function retry() {
    if (isWorking) return;
    isWorking = true;
    const failed = new Set();
    const next = () => inbox.keys().find((consentId) => !failed.has(consentId));
    for (let consentId = next(); consentId; consentId = next()) {
      const events = inbox.get(consentId);
      try {
        await work(consentId);
      } catch (error) {
        console.warn(`Reading consent ${consentId} failed: ${error.message}`);
        failed.add(consentId);
        if (error.status !== 404) continue; // 404: the consent was deleted
      }
      if (inbox.get(consentId) === events) inbox.delete(consentId); // else another event has arrived
    }
    isWorking = false;
  }

  // #region receive
  /** Puts an event into the inbox. Returns the status code of the response. */
  function receive(body) {
    let event;
    try {
      event = JSON.parse(body);
    } catch {
      return 400;
    }
    const consentId = String(event?.consentId).toLowerCase();
    if (event?.eventType === 'Transactions Fetched' && isKnown(consentId)) {
      inbox.upsert([[consentId, (inbox.get(consentId) ?? 0) + 1]]);
    }
    return 200;
  }
  // #endregion receive

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
  setInterval(retry, MINUTE).unref();
  return { server, retry };
}
