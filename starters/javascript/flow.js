import { setTimeout as sleep } from 'node:timers/promises';
import { backoff, LONGEST_PAUSE } from './client.js';

const MOST_PAGES = 1_000;
const MOST_READS = 3;
const MOST_DELETES = 5;
/** The statuses for a refused account, such as one that the bank has closed. */
const REFUSALS = new Set([400, 403, 404]);
const WAIT_LIMIT = 600_000;

// #region wait-for-consent
/** The status may be a number or its name. */
const STATES = new Map([
  ...['4', 'UPDATED'].map((status) => [status, 'ready']),
  ...['5', '7', '8', 'INVALIDATED', 'ERROR', 'TIMEDOUT'].map((status) => [status, 'ended']),
  ...['6', 'FAILING'].map((status) => [status, 'failing']),
]);

/** Returns `ready`, `failing` (may recover), `ended`, or `waiting`. */
export const consentState = (status) => STATES.get(String(status)) ?? 'waiting';

/** Polls a consent until its data is ready. If the time limit passes, poll again later. */
export async function waitForConsent(client, consentId, timeLimit = WAIT_LIMIT) {
  const end = Date.now() + timeLimit;
  let previous;
  for (let count = 1; ; count += 1) {
    const consent = await client.call('GET', `/Consent/${encodeURIComponent(consentId)}`);
    const { status, errors } = consent;
    const state = consentState(status);
    if (state === 'ready') return consent;
    if (state === 'ended')
      throw new Error(`The consent ended in status ${status}: ${JSON.stringify(errors)}`);
    if (state === 'failing' && status !== previous) {
      console.warn(`The consent is failing: ${JSON.stringify(errors)}`);
    }
    const pause = backoff(count);
    if (Date.now() + pause > end) throw new Error(`The consent is still in status ${status}.`);
    previous = status;
    await sleep(pause);
  }
}
// #endregion wait-for-consent

/** Reads every page of accounts, until a page lists no new accounts or, after page 1, returns a 404. */
export async function readAccounts(client, query) {
  const accounts = new Map();
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const before = accounts.size;
    const listed = await client
      .call('GET', '/Accounts', { query: { ...query, Page: page, Size: 50 } })
      .catch((error) => {
        if (error.status !== 404 || page === 1) throw error;
        return [];
      });
    for (const account of listed) accounts.set(account.id, account);
    if (accounts.size === before) return [...accounts.values()];
  }
  throw new Error(`There are more than ${MOST_PAGES} pages.`);
}

// #region pages
/** Yields every transaction. `query` contains filters, such as `{ ConsentId, AccountId, DateFrom }`. */
export async function* readTransactions(client, query) {
  for await (const page of readPages(client, query)) yield* page;
}

async function* readPages(client, query) {
  let PageToken;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { data, nextPageToken } = await client.call('GET', '/Transactions', {
      query: { ...query, PageSize: 100, ...(PageToken && { PageToken }) },
    });
    yield data;
    if (!nextPageToken) return;
    if (nextPageToken === PageToken) throw new Error('Duplicate page token.');
    PageToken = nextPageToken;
  }
  throw new Error(`There are more than ${MOST_PAGES} pages.`);
}
// #endregion pages

/**
 * Reads and stores a consent's data from each account's DateFrom onward. Starts over if the data changes during the
 * read, because the pages might not match. A refused account doesn't stop the read.
 */
export async function readConsent(client, data, userId, consent, now = new Date()) {
  const { id: consentId } = consent;
  for (let count = 1; count <= MOST_READS; count += 1) {
    const accounts = await readAccounts(client, { ConsentId: consentId });
    const gone = await goneAccounts(client, data.similar(userId, consent, accounts));
    const windows = data.windows(userId, consent, accounts, gone, now);
    const lists = new Map();
    for (const [AccountId, DateFrom] of windows) {
      const query = { ConsentId: consentId, AccountId, ...(DateFrom && { DateFrom }) };
      const list = await readAccount(client, query);
      if (list) lists.set(AccountId, list);
    }
    const after = await client.call('GET', `/Consent/${encodeURIComponent(consentId)}`);
    if (consentState(after.status) !== 'ready') break;
    if (after.dateTransactionsUpdated === consent.dateTransactionsUpdated) {
      const result = data.store(userId, consent, { accounts, gone, windows, lists }, now);
      for (const note of result.notes) console.warn(note);
      return { ...result, accounts, transactions: [...lists.values()].flat(), windows };
    }
    consent = after;
  }
  throw new Error(`The data for consent ${consentId} changed during the read.`);
}

/** Resolves to keys of accounts that their own consents no longer list. Ignores empty lists, which may be mistakes. */
async function goneAccounts(client, stored) {
  const gone = new Set();
  for (const [ConsentId, accounts] of Map.groupBy(stored, (each) => each.consent_id)) {
    const listed = await readAccounts(client, { ConsentId }).catch((error) => {
      if (!REFUSALS.has(error.status)) throw error;
      return [];
    });
    const ids = new Set(listed.map(({ id }) => id));
    for (const { account_key: key, id } of accounts) if (ids.size > 0 && !ids.has(id)) gone.add(key);
  }
  return gone;
}

/**
 * Reads an account's transactions. If a page token has expired, starts over. Resolves to undefined if the platform
 * refuses the account.
 */
async function readAccount(client, query) {
  for (let count = 1; ; count += 1) {
    const pages = [];
    try {
      for await (const page of readPages(client, query)) pages.push(page);
      return pages.flat();
    } catch (error) {
      // A 404 may mean that there are no transactions.
      if (pages.length === 0 && error.status === 404) return [];
      if (pages.length === 0 && REFUSALS.has(error.status)) return undefined;
      if (error.status !== 400 || count > MOST_READS) throw error;
    }
  }
}

/**
 * Retries a DELETE. If an earlier attempt worked, the next response is a 404 or, for an analysis job, a 400. Resolves to
 * false if there was nothing left to delete.
 */
export async function remove(client, path, query) {
  for (let count = 1; ; count += 1) {
    try {
      await client.call('DELETE', path, { query });
      return true;
    } catch (error) {
      if (error.status === 404) return false;
      if (error.status === 400 && count > 1 && !query && (await isMissing(client, path))) return false;
      const pause = error.retryAfter ?? backoff(count);
      const isRefused = error.status >= 300 && error.status < 500;
      if (isRefused || count === MOST_DELETES || pause > LONGEST_PAUSE) throw error;
      console.warn(error.message);
      await sleep(pause);
    }
  }
}

async function isMissing(client, path) {
  try {
    await client.call('GET', path);
    return false;
  } catch (error) {
    if (error.status === 400 || error.status === 404) return true;
    throw error;
  }
}

// #region wait-for-job
/** Polls a job until it is COMPLETED. `read` resolves to the job. */
export async function waitForJob(read, timeLimit = WAIT_LIMIT) {
  const end = Date.now() + timeLimit;
  for (let count = 1; ; count += 1) {
    const job = await read();
    if (job.status === 'COMPLETED') return job;
    if (job.status === 'FAILED') throw new Error(`Job ${job.id} failed.`);
    const pause = backoff(count);
    if (Date.now() + pause > end) throw new Error(`Job ${job.id} is still in status ${job.status}.`);
    await sleep(pause);
  }
}
// #endregion wait-for-job
