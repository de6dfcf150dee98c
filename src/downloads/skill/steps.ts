import { limits } from '../../config/limits.ts';
import { sandboxDefaults } from '../../config/sandbox.ts';
import type { OperationId } from '../../contract/lookup.ts';

/** A step of an integration. */
interface Step {
  title: string;
  /** Its requests, in order. */
  operations: readonly OperationId[];
  /** What a program must do, beyond what the contracts say. */
  advice: readonly string[];
}

const polling = `Poll: wait ${limits.firstPoll}, then twice as long each time, up to ${limits.longestPoll}, each multiplied by a random factor between ${limits.jitter}. Stop after ${limits.longestWait}, then check once per ${limits.laterCheck} and give up after ${limits.lastCheck}`;

/** The whole integration, in the order in which the starters send its requests. */
export const steps: readonly Step[] = [
  {
    title: 'Get a token',
    operations: ['createAccessToken'],
    advice: [
      `One token works for all requests until it expires. Renew it after ${limits.tokenRenewal} of \`expiresIn\`, which is in seconds. If another operation returns 401, renew the token once and repeat the request.`,
      'Keep the secret on a server. Never log it or the token.',
    ],
  },
  {
    title: 'Choose a provider',
    operations: ['listProviders'],
    advice: [
      'Let the end user choose one. Keep its `providerKey` and `countryCode`. In the sandbox, use `sandbox-nl` and NL.',
    ],
  },
  {
    title: 'Create a user',
    operations: ['createUser'],
    advice: [
      '`externalUserId` is your own ID for the end user: unique and case-insensitive. Store the `id` from the response. If no response arrives, look the user up: `GET /Users/{id}` accepts your ID, too. The sandbox already has `customer-1042`, so send another.',
    ],
  },
  {
    title: 'Create a consent',
    operations: ['createConsent'],
    advice: [
      'Store `consentId`, then send the end user to `consentUrl`, which leads back to your `redirectUrl`. A visit to `redirectUrl` doesn’t prove consent, so check the status.',
      'In the sandbox, give consent without a browser: POST the form field `decision=give` to `consentUrl`, without a token. The response is a redirect; don’t follow it. Or start the sandbox with `--consent-given`.',
    ],
  },
  {
    title: 'Wait for the data',
    operations: ['getConsent'],
    advice: [
      `${polling}.`,
      'Continue at 4 (UPDATED). Stop polling at 5 (INVALIDATED), 7 (ERROR), and 8 (TIMEDOUT). Keep polling at any other. At 6 (FAILING), also log `errors`. Accept names, too.',
    ],
  },
  {
    title: 'Read and store accounts and transactions',
    operations: ['listAccounts', 'listTransactions'],
    advice: [
      'Page through accounts: send `Page`, starting at 1, and `Size` every time, until a page has no new accounts. A short page isn’t the end; a 404 is, except on page 1, where it means no data or an unknown ID.',
      'Page through transactions: send `PageSize` every time. Send `nextPageToken` as `PageToken` with the other parameters unchanged, until the response has no token. Stop with an error if a token repeats.',
      'Upsert by the pair `accountId` and `id`. Store amounts as decimals, not floats.',
      'A renewed consent may give the same accounts and transactions different IDs. Before you store its data, match accounts by `iban` without spaces and in uppercase, or by `providerAccountId` if there is no IBAN. Match their transactions by `bookDate`, `amount`, `currency`, `description`, and `counterpartAccountNumber`, using each stored transaction only once. For each match, replace the stored ID with the new one.',
      `On later reads, set \`DateFrom\` to ${limits.overlap} before the newest \`bookDate\` you’ve stored, as \`YYYY-MM-DD\`.`,
    ],
  },
  {
    title: 'Refresh, and receive the webhook',
    operations: ['refreshConsent', 'receiveTransactionsFetched'],
    advice: [
      `A refresh is asynchronous. It’s complete when its event arrives, when the consent’s \`dateTransactionsUpdated\` is later than the request, or after ${limits.lastCheck}. Then read the transactions again. Without a receiver, poll the consent.`,
      `After a 429, wait as long as \`Retry-After\` says, or ${limits.afterRefreshLimit} without it, before you refresh that consent again.`,
      `In the receiver, accept at most ${limits.largestEvent}, check that \`consentId\` is one of yours, respond with 200 immediately, and process the event afterward. Ignore duplicates and unknown fields. An event is only a hint: fetch the consent before you act. If none arrives within ${limits.lateEvent}, fetch the consent once per ${limits.laterCheck}.`,
      'Start the sandbox with `--webhook-url http://127.0.0.1:8080/webhooks` to receive events there.',
    ],
  },
  {
    title: 'Read sequences',
    operations: ['getSequencing'],
    advice: ['The response has the recurring income and expenses from the last 13 months.'],
  },
  {
    title: 'Categorize',
    operations: ['createCategorizationJob', 'getCategorizationJob'],
    advice: [
      'The response has only the job’s ID, in `data`. Poll the job, which is also in `data`, until it’s COMPLETED or FAILED. Once it’s COMPLETED, read the transactions again to get each `category`.',
    ],
  },
  {
    title: 'Analyze',
    operations: ['createAnalysisJob', 'getAnalysisJob'],
    advice: [
      '`reference` must be unique among your jobs; the sandbox already has the one in this example. Poll the job, which isn’t in `data`, until it’s COMPLETED or FAILED. Once it’s COMPLETED, the result is in `analysis`.',
    ],
  },
  {
    title: 'Delete the user',
    operations: ['deleteUser'],
    advice: [
      'Send `UserId` or `ExternalUserId`. This permanently deletes the user’s consents, accounts, and transactions.',
    ],
  },
];

/** How to start, before the first step. `link` turns a path of the site into a URL. */
export const start = (link: (path: string) => string): readonly string[] => [
  'Read the base URL, the client ID, and the secret from settings (`PLATFORM_URL`, `CLIENT_ID`, `CLIENT_SECRET`), so that the same program works with the sandbox and the platform.',
  `Develop against the sandbox: download [sandbox.mjs](${link('/sandbox.mjs')}), run \`node sandbox.mjs\`, and use ${sandboxDefaults.origin} with the client ID \`${sandboxDefaults.clientId}\` and the secret \`${sandboxDefaults.clientSecret}\`. It rejects whatever the contracts don’t allow and says why. Add \`--pace 100\` for faster status changes.`,
];

/** How to handle errors from any request. */
export const errors: readonly string[] = [
  `Time out after ${limits.requestTimeout}. Retry a GET, a DELETE, or a token request after a network error, 429, 500, 502, 503, or 504: at most ${limits.retries} times, after ${limits.retryWaits}, each multiplied by a random factor between ${limits.jitter}. With \`Retry-After\`, wait that long instead, or give up if it’s more than ${limits.longestRetryAfter}.`,
  'After a network error or a 5xx, don’t repeat any other request until you know whether it took effect. After a DELETE, treat 204 and 404 as deleted. After a 429 with `Retry-After`, any request is safe to repeat.',
  '400: fix what `errors` lists; don’t retry. 404: no data or an unknown ID. 401 from the token endpoint: fix the credentials.',
  'Where a 2xx is marked (assumed), accept any 2xx.',
  'Branch on the status code; messages are for people. Log `traceId`.',
];
