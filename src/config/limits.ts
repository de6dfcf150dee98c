/** Our recommended limits, worded for sentences. Starters use them, too. The platform's limits are in the contracts. */
export const limits = {
  /** Retries of one request, after the first attempt. */
  retries: '3',
  /** The wait before each retry, before jitter. */
  retryWaits: '1 second, then 2, then 4',
  /** The range of the random factor that each wait is multiplied by, for retries and polls. */
  jitter: '0.5 and 1',
  /** The longest `Retry-After` that a program waits for. */
  longestRetryAfter: '60 seconds',
  /** The timeout of one attempt. */
  requestTimeout: '30 seconds',
  /** The share of a token's lifetime after which programs renew it. */
  tokenRenewal: '90%',
  /** The delay after the first poll of a consent or a job. Each further delay is twice as long. */
  firstPoll: '1 second',
  longestPoll: '15 seconds',
  /** The maximum time for which a program polls a consent or a job. */
  longestWait: '10 minutes',
  /** The interval and the time limit of later checks for consents and jobs that weren't ready in time. */
  laterCheck: 'hour',
  lastCheck: '24 hours',
  /** The time to wait for the next refresh when a consent's refreshes are used up. */
  afterRefreshLimit: '24 hours',
  /** How long *Transactions Fetched* can take after a refresh before it counts as late. */
  lateEvent: '1 hour',
  /** The period that each read repeats, because banks book some payments weeks late. */
  overlap: '90 days',
  /** The period after `DateFrom` in which a list may lack transactions: filters may use a different date or start time. */
  margin: '7 days',
  /** The interval at which to read everything again. */
  wholeRead: '7 days',
  /** The oldest Node.js with the features that the starters use: `node:sqlite` and the source text of JSON numbers. */
  node: 'Node 22.13',
  /** The largest body that a receiver accepts. */
  largestEvent: '16 KB',
} as const;
