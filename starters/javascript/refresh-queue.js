// #region queue
import { PlatformError } from './client.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Refreshes per consent in any 24 hours. */
const LIMIT = 6;

/** Refresh requests that survive a restart. Each consent has at most one queued or in flight. */
export class RefreshQueue {
  #client;
  #store;

  /** `store` keeps, by consent ID, the job and the times of the requests of the last 24 hours. */
  constructor(client, store) {
    this.#client = client;
    this.#store = store;
  }

  /** Queues a refresh, unless the consent already has one queued or in flight. */
  enqueue(consentId) {
    const { job, requests } = this.#entry(consentId);
    if (job) return;
    this.#save(consentId, { job: { state: 'queued', dueAt: Date.now(), pause: HOUR }, requests });
  }

  /** Marks a refresh complete. Call it once the new data is stored. */
  complete(consentId) {
    const { requests } = this.#entry(consentId);
    this.#save(consentId, { requests });
  }

  /** `queued`, `sent` while its event is awaited, or undefined. */
  state(consentId) {
    return this.#entry(consentId).job?.state;
  }

  /** Refreshes whose event is late, with the time of their request. Read these consents. */
  overdue(longest = HOUR) {
    return this.#store.keys().flatMap((consentId) => {
      const { job } = this.#entry(consentId);
      const isLate = job?.state === 'sent' && Date.now() - job.sentAt > longest;
      return isLate ? { consentId, sentAt: job.sentAt } : [];
    });
  }

  /** Forgets a consent that was deleted. */
  remove(consentId) {
    this.#store.delete(consentId);
  }

  /** Sends what is due. Call it every minute. */
  async sendDue() {
    for (const consentId of this.#store.keys()) {
      const { job } = this.#entry(consentId);
      if (job?.state === 'queued' && job.dueAt <= Date.now()) await this.#send(consentId);
    }
  }

  async #send(consentId) {
    const now = Date.now();
    const { job, requests } = this.#entry(consentId);
    if (requests.length >= LIMIT) {
      this.#save(consentId, { job: { ...job, dueAt: requests[0] + DAY }, requests });
      return;
    }
    // Before the request, because the event may arrive before the response.
    const sent = { job: { ...job, state: 'sent', sentAt: now }, requests: [...requests, now] };
    this.#save(consentId, sent);
    try {
      await this.#client.call('POST', `/Consent/${encodeURIComponent(consentId)}/refresh`);
    } catch (error) {
      console.warn(error.message);
      const status = error instanceof PlatformError ? error.status : undefined;
      if (status === 404) return this.remove(consentId);
      const pause = (status === 429 ? DAY : job.pause) * (1 + Math.random() / 4);
      const later = { state: 'queued', dueAt: Date.now() + pause, pause: Math.min(job.pause * 2, DAY) };
      this.#save(consentId, { ...sent, job: later });
    }
  }

  #entry(consentId) {
    const { job, requests = [] } = this.#store.get(consentId) ?? {};
    return { job, requests: requests.filter((time) => time > Date.now() - DAY) };
  }

  #save(consentId, entry) {
    this.#store.upsert([[consentId, entry]]);
  }
}
// #endregion queue
