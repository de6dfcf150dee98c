// #region queue
import { consentState } from './flow.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The maximum number of refreshes per consent in 24 hours. */
const LIMIT = 6;

/** Refresh requests that survive a restart. Each consent has at most one queued or in flight. */
export class RefreshQueue {
  #client;
  #store;

  constructor(client, store) {
    this.#client = client;
    this.#store = store;
  }

  /** Queues a refresh unless the consent already has one queued or in flight. */
  enqueue(consentId) {
    this.#store.run(
      `INSERT INTO refreshes (consent_id, state, due_at, pause) VALUES (?, 'queued', ?, ?)
       ON CONFLICT (consent_id) DO NOTHING`,
      ...[consentId, Date.now(), HOUR],
    );
  }

  /** Marks a refresh as complete. Call this once the new data is stored. */
  complete(consentId) {
    this.#store.run(`DELETE FROM refreshes WHERE consent_id = ? AND state = 'sent'`, consentId);
  }

  /** Returns `queued` before the request is sent, `sent` while waiting for the event, or undefined. */
  state(consentId) {
    return this.#store.get('SELECT state FROM refreshes WHERE consent_id = ?', consentId)?.state;
  }

  /** Removes the refresh of a consent that has ended. */
  remove(consentId) {
    this.#store.run('DELETE FROM refreshes WHERE consent_id = ?', consentId);
  }

  /** Sends the refreshes that are due. Call this every minute. */
  async sendDue() {
    this.#store.run('DELETE FROM refresh_requests WHERE requested_at <= ?', Date.now() - DAY);
    const due = this.#store.all(`SELECT * FROM refreshes WHERE state = 'queued' AND due_at <= ?`, Date.now());
    for (const refresh of due) await this.#send(refresh);
  }

  /**
   * Returns consents whose refresh is complete but whose event hasn't come for an hour. Forgets a refresh after two
   * days, so that the consent can be refreshed again.
   */
  async overdue() {
    this.#store.run(`DELETE FROM refreshes WHERE state = 'sent' AND sent_at <= ?`, Date.now() - 2 * DAY);
    const late = this.#store.all(
      `SELECT * FROM refreshes WHERE state = 'sent' AND sent_at <= ?`,
      Date.now() - HOUR,
    );
    const complete = [];
    for (const refresh of late) if (await this.#isComplete(refresh)) complete.push(refresh.consent_id);
    return complete;
  }

  /** True if the consent has ended, if its data is newer than before the request, or if a day has passed. */
  async #isComplete({ consent_id: consentId, sent_at: sentAt, updated_before: before }) {
    if (sentAt <= Date.now() - DAY) return true;
    try {
      const { status, dateTransactionsUpdated: updated } = await this.#consent(consentId);
      return consentState(status) === 'ended' || (Boolean(updated) && updated !== before);
    } catch (error) {
      console.warn(error.message);
      return false;
    }
  }

  async #send({ consent_id: consentId, pause }) {
    const now = Date.now();
    const { count, oldest } = this.#store.get(
      'SELECT COUNT(*) AS count, MIN(requested_at) AS oldest FROM refresh_requests WHERE consent_id = ?',
      consentId,
    );
    if (count >= LIMIT) return this.#putBack(consentId, oldest + DAY - now, pause);
    try {
      const { status, dateTransactionsUpdated } = await this.#consent(consentId);
      if (consentState(status) === 'ended') return this.remove(consentId);
      // Store this before the request, because the event may arrive before the response.
      this.#store.transaction(() => {
        this.#store.run(
          `UPDATE refreshes SET state = 'sent', sent_at = ?, updated_before = ? WHERE consent_id = ?`,
          ...[now, dateTransactionsUpdated, consentId],
        );
        this.#store.run(
          'INSERT INTO refresh_requests (consent_id, requested_at) VALUES (?, ?)',
          ...[consentId, now],
        );
      });
      await this.#client.call('POST', `/Consent/${encodeURIComponent(consentId)}/refresh`);
    } catch (error) {
      console.warn(error.message);
      if (error.status === 404) return this.remove(consentId);
      // The request may have taken effect. If so, its event or overdue() completes the refresh.
      if (this.state(consentId) === 'sent' && !(error.status >= 400 && error.status < 500)) return undefined;
      const isRefused = error.status === 400 || error.status === 429;
      this.#putBack(consentId, (isRefused ? DAY : pause) * (1 + Math.random() / 4), pause * 2);
    }
  }

  #consent(consentId) {
    return this.#client.call('GET', `/Consent/${encodeURIComponent(consentId)}`);
  }

  #putBack(consentId, wait, pause) {
    this.#store.run(
      `UPDATE refreshes SET state = 'queued', due_at = ?, pause = ? WHERE consent_id = ?`,
      ...[Math.ceil(Date.now() + wait), Math.min(pause, DAY), consentId],
    );
  }
}
// #endregion queue
