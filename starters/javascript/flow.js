import { setTimeout as sleep } from 'node:timers/promises';

const READY = new Set([4, 'UPDATED']);
const STOPPED = new Set([5, 7, 8, 'INVALIDATED', 'ERROR', 'TIMEDOUT']);
const AUTHENTICATED = new Set([2, 'AUTHENTICATED']);
const FAILING = new Set([6, 'FAILING']);
const MOST_PAGES = 1_000;

// #region wait-for-consent
/** Polls a consent until its data is there. If it stays AUTHENTICATED, calls `refresh` once. */
export async function waitForConsent(client, consentId, { refresh, timeLimit = 600_000 }) {
  const end = Date.now() + timeLimit;
  let previous;
  let isRefreshed = false;
  for (let pause = 1_000; ; pause = Math.min(pause * 2, 15_000)) {
    const consent = await client.call('GET', `/Consent/${encodeURIComponent(consentId)}`);
    const { status, errors } = consent;
    if (READY.has(status)) return consent;
    if (STOPPED.has(status)) {
      throw new Error(`The consent stopped at ${status}: ${JSON.stringify(errors)}`);
    }
    if (FAILING.has(status) && status !== previous) {
      console.warn(`The consent is failing: ${JSON.stringify(errors)}`);
    }
    if (AUTHENTICATED.has(status) && status === previous && !isRefreshed) {
      isRefreshed = true;
      await refresh(consentId);
    }
    if (Date.now() + pause > end) throw new Error(`The consent still has the status ${status}.`);
    previous = status;
    await sleep(pause);
  }
}
// #endregion wait-for-consent

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
export async function waitForJob(read, timeLimit = 600_000) {
  const end = Date.now() + timeLimit;
  for (let pause = 1_000; ; pause = Math.min(pause * 2, 15_000)) {
    const job = await read();
    if (job.status === 'COMPLETED') return job;
    if (job.status === 'FAILED') throw new Error(`The job ${job.id} failed.`);
    if (Date.now() + pause > end) throw new Error(`The job ${job.id} still has the status ${job.status}.`);
    await sleep(pause);
  }
}
// #endregion wait-for-job
