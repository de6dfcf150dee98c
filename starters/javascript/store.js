import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { consentState } from './flow.js';

/** Imported after client.js checks Node's version, because older versions lack `node:sqlite`. */
const { DatabaseSync } = await import('node:sqlite');

/** In the download, the schema is in this folder. In the repository, it's in the parent folder. */
const SCHEMA = ['schema.sql', '../schema.sql']
  .map((file) => join(import.meta.dirname, file))
  .find(existsSync);

/** A database with the tables of `schema.sql`. */
export class Store {
  #database;
  #decimals;

  /**
   * Opens or creates a SQLite file. You can also pass a database that has the `exec` and `prepare` methods of
   * node:sqlite, such as a wrapped PostgreSQL driver.
   */
  constructor(database) {
    this.#database = typeof database === 'string' ? openPrivate(database) : database;
    this.#database.exec(readFileSync(SCHEMA, 'utf8'));
    const currencies = this.all('SELECT code, decimals FROM currencies');
    this.#decimals = new Map(currencies.map(({ code, decimals }) => [code, decimals]));
  }

  all(sql, ...values) {
    return this.#database.prepare(sql).all(...orNull(values));
  }

  get(sql, ...values) {
    return this.#database.prepare(sql).get(...orNull(values));
  }

  run(sql, ...values) {
    this.#database.prepare(sql).run(...orNull(values));
  }

  /** Inserts a row, or updates the row with the same key. An update doesn't change the columns in `added`. */
  upsert(table, key, row = {}, added = {}) {
    const values = { ...key, ...row, ...added };
    const columns = Object.keys(values);
    const updates = Object.keys({ ...key, ...row }).map((name) => `${name} = excluded.${name}`);
    this.run(
      `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})
       ON CONFLICT (${Object.keys(key).join()}) DO UPDATE SET ${updates.join()}`,
      ...Object.values(values),
    );
  }

  /** Commits all changes that `work` makes or, after an error, none. */
  transaction(work) {
    this.#database.exec('BEGIN');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      try {
        this.#database.exec('ROLLBACK');
      } catch {
        // If the disk is full, SQLite has already rolled back the transaction.
      }
      throw error;
    }
  }

  /** Returns a currency's number of decimals. */
  decimals(currency) {
    return this.#decimals.get(currency) ?? 2;
  }

  /** A webhook path that nobody can guess. It survives a restart, so register it once. */
  webhookPath() {
    const value = `/hooks/${randomBytes(16).toString('hex')}`;
    this.upsert('settings', { name: 'webhookPath' }, {}, { value });
    return this.get(`SELECT value FROM settings WHERE name = 'webhookPath'`).value;
  }

  // Consents

  /** Returns the stored consent, or undefined if it isn't yours. Ignores the ID's case. */
  consent(id) {
    return this.get('SELECT * FROM consents WHERE lower(id) = lower(?)', id);
  }

  /** Records a consent as the platform returned it. */
  saveConsent(userId, { id, providerKey, status, dateRequested, dateExpire }) {
    const row = {
      provider_key: providerKey,
      status: status === undefined ? null : String(status),
      requested: dateRequested,
      expires: dateExpire,
      ended_at: consentState(status) === 'ended' ? (this.consent(id)?.ended_at ?? timestamp()) : null,
    };
    this.upsert('consents', { id }, row, { user_id: userId });
  }

  /** Records that a consent was deleted. Its data is kept. */
  endConsent(id) {
    this.run('UPDATE consents SET ended_at = ? WHERE id = ? AND ended_at IS NULL', timestamp(), id);
  }

  // The inbox: the consents to read

  /** Puts a consent into the inbox, due immediately. */
  addEvent(consentId) {
    const now = Date.now();
    this.run(
      `INSERT INTO inbox (consent_id, events, received_at, due_at, attempts) VALUES (?, 1, ?, ?, 0)
       ON CONFLICT (consent_id) DO UPDATE SET events = inbox.events + 1, received_at = excluded.received_at,
         due_at = excluded.due_at, attempts = 0`,
      ...[consentId, now, now],
    );
  }

  /** The entries that are due, oldest first. */
  dueEvents(now) {
    return this.all('SELECT * FROM inbox WHERE due_at <= ? ORDER BY due_at, consent_id', now);
  }

  isInInbox(consentId) {
    return this.get('SELECT 1 AS found FROM inbox WHERE consent_id = ?', consentId) !== undefined;
  }

  /** Postpones an entry unless another event has arrived. */
  putBack({ consent_id: consentId, events, attempts }, dueAt) {
    this.run(
      'UPDATE inbox SET due_at = ?, attempts = ? WHERE consent_id = ? AND events = ?',
      ...[dueAt, attempts + 1, consentId, events],
    );
  }

  /** Removes an entry unless another event has arrived. */
  removeEvent({ consent_id: consentId, events }) {
    this.run('DELETE FROM inbox WHERE consent_id = ? AND events = ?', consentId, events);
  }
}

/** Opens a database that only this user can read. SQLite creates its other files with the same mode. */
function openPrivate(file) {
  if (file !== ':memory:') {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, 'a', 0o600));
  }
  const database = new DatabaseSync(file);
  database.exec('PRAGMA busy_timeout = 5000');
  return database;
}

const orNull = (values) => values.map((value) => value ?? null);

const timestamp = () => new Date().toISOString();
