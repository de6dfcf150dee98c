import { limits } from '../../config/limits.ts';
import { sandboxDefaults } from '../../config/sandbox.ts';
import type { OperationId } from '../../contract/lookup.ts';

/** A step of an integration. */
interface Step {
  title: string;
  /** Its requests, in order. */
  operations: readonly OperationId[];
  /** What a program must do that the contracts can't say. */
  advice: readonly string[];
}

const polling = `Poll: wait ${limits.firstPoll}, then twice as long each time, at most ${limits.longestPoll}, each times a random factor between ${limits.jitter}. Stop after ${limits.longestWait} and check again in a later run`;

/** The whole integration, in the order in which the starters send its requests. */
export const steps: readonly Step[] = [
  {
    title: 'Get a token',
    operations: ['createAccessToken'],
    advice: [
      `One token serves all requests until it expires. Renew it after ${limits.tokenRenewal} of \`expiresIn\`, which is in seconds. If another operation returns 401, renew the token once and repeat the request.`,
      'Keep the secret on a server. Never log it or the token.',
    ],
  },
  {
    title: 'Choose a provider',
    operations: ['listProviders'],
    advice: [
      'Let the end user choose. Keep its `providerKey` and `countryCode`. In the sandbox, use `sandbox-nl` and NL.',
    ],
  },
  {
    title: 'Create a user',
    operations: ['createUser'],
    advice: [
      '`externalUserId` is your own ID for the end user: unique and case-insensitive. Store the `id` of the response. If no response arrives, look the user up: `GET /Users/{id}` takes your ID, too.',
    ],
  },
  {
    title: 'Create a consent',
    operations: ['createConsent'],
    advice: [
      'Store `consentId`, then send the end user to `consentUrl`, which leads back to your `redirectUrl`. That visit doesn’t prove consent: check the status.',
      'In the sandbox, give consent without a browser: POST the form field `decision=give` to `consentUrl`, without a token. It responds with a redirect; don’t follow it. Or start it with `--consent-given`.',
    ],
  },
  {
    title: 'Wait for the data',
    operations: ['getConsent'],
    advice: [
      `${polling}.`,
      'Continue at 4 (UPDATED). Stop at 5 (INVALIDATED), 7 (ERROR), and 8 (TIMEDOUT). Keep polling at all others, also at 6 (FAILING); log `errors`. Accept names as well as numbers.',
    ],
  },
  {
    title: 'Read and store accounts and transactions',
    operations: ['listAccounts', 'listTransactions'],
    advice: [
      'Page accounts: send `Page`, from 1, and `Size` every time, until a page has no new account. A short page isn’t the end; a 404 is, except on page 1, where it means no data or an unknown ID.',
      'Page transactions: send `PageSize` every time. Send `nextPageToken` as `PageToken` with the other parameters unchanged, until the response has none. Stop with an error if a token repeats.',
      'Upsert by `accountId` and `id` together. Store amounts as decimals, not floats.',
      'A renewed consent may give the same accounts and transactions different IDs. Before you store its data, match accounts by `iban` without spaces and in uppercase, or by `providerAccountId` if there is no IBAN. Match their transactions by `bookDate`, `amount`, `currency`, `description`, and `counterpartAccountNumber`, each stored one only once. Replace the stored IDs of what matches with the new ones.',
      `On later reads, set \`DateFrom\` to the day ${limits.overlap} before the newest \`bookDate\` that you stored, as \`YYYY-MM-DD\`.`,
    ],
  },
  {
    title: 'Refresh, and receive the webhook',
    operations: ['refreshConsent', 'receiveTransactionsFetched'],
    advice: [
      'A refresh is asynchronous: wait for the webhook, then read the transactions again. A program without a receiver polls the consent as in step 5.',
      `After a 429, wait as long as \`Retry-After\` says, or ${limits.afterRefreshLimit} without it, before you refresh that consent again.`,
      `In the receiver, accept at most ${limits.largestEvent}, check that \`consentId\` is one of yours, respond with 200 immediately, and process the event afterward. Ignore duplicates and unknown fields. An event is only a hint: fetch the consent before you act. It is late after ${limits.lateEvent}; then poll.`,
      'Start the sandbox with `--webhook-url http://127.0.0.1:8080/webhooks` to get events there.',
    ],
  },
  {
    title: 'Read sequences',
    operations: ['getSequencing'],
    advice: ['Recurring income and expenses of the last 13 months.'],
  },
  {
    title: 'Categorize',
    operations: ['createCategorizationJob', 'getCategorizationJob'],
    advice: [
      'The response has only the ID of the job, in `data`. Poll the job, which is in `data` too, until it is COMPLETED or FAILED. Then read the transactions again: they have a `category`.',
    ],
  },
  {
    title: 'Analyze',
    operations: ['createAnalysisJob', 'getAnalysisJob'],
    advice: [
      '`reference` is unique among your jobs. Poll the job, which isn’t in `data`, until it is COMPLETED or FAILED. The result is in `analysis`, which is null before.',
    ],
  },
  {
    title: 'Delete the user',
    operations: ['deleteUser'],
    advice: [
      'Send `UserId` or `ExternalUserId`. It deletes the user’s consents, accounts, and transactions for good.',
    ],
  },
];

/** How to start, before the first step. `link` makes a URL of a path of the site. */
export const start = (link: (path: string) => string): readonly string[] => [
  'Read the base URL, the client ID, and the secret from settings (`PLATFORM_URL`, `CLIENT_ID`, `CLIENT_SECRET`), so that one program works in the sandbox and on the platform.',
  `Develop against the sandbox: download [sandbox.mjs](${link('/sandbox.mjs')}), run \`node sandbox.mjs\`, and use ${sandboxDefaults.origin} with the client ID \`${sandboxDefaults.clientId}\` and the secret \`${sandboxDefaults.clientSecret}\`. It rejects what the contracts don’t allow, and says why. Add \`--pace 100\` for faster statuses.`,
];

/** How to treat errors of any request. */
export const errors: readonly string[] = [
  `Time out after ${limits.requestTimeout}. Retry a GET or a token request after a network error, 429, 500, 502, 503 or 504: at most ${limits.retries} times, after ${limits.retryWaits}, each times a random factor between ${limits.jitter}. If \`Retry-After\` is longer, wait that long, or give up above ${limits.longestRetryAfter}.`,
  'After a network error or a 5xx, don’t repeat any other POST before you know whether it took effect. A DELETE is safe to repeat: 204 and 404 both mean that the item is gone. After a 429 with `Retry-After`, any request is safe to repeat.',
  '400: fix what `errors` lists, and don’t retry. 404: no data, or an unknown ID. 401 at the token endpoint: fix the credentials.',
  'Where a status is marked (assumed), accept any 2xx.',
  'Branch on the status code; messages are for people. Log `traceId`.',
];
