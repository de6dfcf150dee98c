import { setTimeout as sleep } from 'node:timers/promises';
import { backoff } from './client.js';

const MOST_PAGES = 1_000;
const WAIT_LIMIT = 600_000;

// #region wait-for-consent
const READY = new Set([4, 'UPDATED']);
const STOPPED = new Set([5, 7, 8, 'INVALIDATED', 'ERROR', 'TIMEDOUT']);
const FAILING = new Set([6, 'FAILING']);

/** Polls a consent until its data is ready. If the time limit passes, check it again later. */
export async function waitForConsent(client, consentId, timeLimit = WAIT_LIMIT) {
  const end = Date.now() + timeLimit;
  let previous;
  for (let count = 1; ; count += 1) {
    const consent = await client.call('GET', `/Consent/${encodeURIComponent(consentId)}`);
    const { status, errors } = consent;
    if (READY.has(status)) return consent;
    if (STOPPED.has(status)) {
      throw new Error(`The consent stopped at ${status}: ${JSON.stringify(errors)}`);
    }
    if (FAILING.has(status) && status !== previous) {
      console.warn(`The consent is failing: ${JSON.stringify(errors)}`);
    }
    const pause = backoff(count);
    if (Date.now() + pause > end) throw new Error(`The consent still has the status ${status}.`);
    previous = status;
    await sleep(pause);
  }
}
// #endregion wait-for-consent

/** Reads every page of a consent's accounts. A short page doesn't end the list; one without a new account does. */
export async function readAccounts(client, consentId) {
  const accounts = new Map();
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const query = { ConsentId: consentId, Page: page, Size: 50 };
    const before = accounts.size;
    try {
      for (const account of await client.call('GET', '/Accounts', { query }))
        accounts.set(account.id, account);
    } catch (error) {
      if (error.status !== 404 || page === 1) throw error;
    }
    if (accounts.size === before) return [...accounts.values()];
  }
  throw new Error(`There are more than ${MOST_PAGES} pages.`);
}

// #region pages
/** Reads every page of a consent's transactions. */
export async function* readTransactions(client, consentId) {
  const query = { ConsentId: consentId, PageSize: '100' };
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { data, nextPageToken } = await client.call('GET', '/Transactions', { query });
    yield* data;
    if (!nextPageToken) return;
    if (nextPageToken === query.PageToken) throw new Error('The page token repeats.');
    query.PageToken = nextPageToken;
  }
  throw new Error(`There are more than ${MOST_PAGES} pages.`);
}
// #endregion pages

// #region wait-for-job
/** Polls a job until it is COMPLETED. `read` resolves to the job. */
export async function waitForJob(read, timeLimit = WAIT_LIMIT) {
  const end = Date.now() + timeLimit;
  for (let count = 1; ; count += 1) {
    const job = await read();
    if (job.status === 'COMPLETED') return job;
    if (job.status === 'FAILED') throw new Error(`The job ${job.id} failed.`);
    const pause = backoff(count);
    if (Date.now() + pause > end) throw new Error(`The job ${job.id} still has the status ${job.status}.`);
    await sleep(pause);
  }
}
// #endregion wait-for-job
