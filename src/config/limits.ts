/**
 * The guides' recommended limits for retries and waiting, and their programs' requirements, worded for use in a
 * sentence. The starters use the same numbers. The platform's own limits are in the contracts.
 */
export const limits = {
  /** Retries of one request, after the first attempt. */
  retries: '3',
  /** The wait before each retry, before jitter. */
  retryWaits: '1, 2, and 4 seconds',
  /** The random factor of each wait, for retries and polls. */
  jitter: '0.5 and 1',
  /** The longest `Retry-After` that a program waits for. */
  longestRetryAfter: '60 seconds',
  /** Timeout of one attempt. */
  requestTimeout: '30 seconds',
  /** How much of a token's lifetime to use before renewing it. */
  tokenRenewal: '90%',
  /** The delay after the first poll of a consent or a job. Each further delay is twice as long. */
  firstPoll: '1 second',
  longestPoll: '15 seconds',
  /** How long a program polls a consent or a job. */
  longestWait: '10 minutes',
  /** How often later runs check consents and jobs that weren't ready in time, and for how long. */
  laterCheck: 'hour',
  lastCheck: '24 hours',
  /** When to refresh a consent again after its refreshes are used up. */
  afterRefreshLimit: '24 hours',
  /** When *Transactions Fetched* counts as late after a refresh. */
  lateEvent: '1 hour',
  /** How much of the stored period to read again. Banks book payments weeks late. */
  overlap: '90 days',
  /** How often to read everything again. */
  wholeRead: '7 days',
  /** The oldest Node.js with `node:sqlite` and the source of JSON numbers, which the starters and guides use. */
  node: 'Node 22.13',
  /** The largest body that a receiver accepts. */
  largestEvent: '16 KB',
} as const;

/** The name of a recommended limit. */
export type LimitName = keyof typeof limits;
