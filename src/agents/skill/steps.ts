import type { OperationId } from 'contract:names';
import { limits } from '../../config/limits.ts';
import { environments } from '../../config/samples.ts';
import { lookupFor } from '../../contract/lookup.ts';
import { valueAt } from '../../contract/value.ts';

/** A step with its requests, in order, and the instructions that the contracts don't contain. */
export interface Step {
  title: string;
  operations: readonly OperationId[];
  advice: readonly string[];
}

const polling = `Between polls, wait ${limits.firstPoll}, then twice as long each time, up to ${limits.longestPoll}. Multiply each wait by a random factor between ${limits.jitter}. After ${limits.longestWait}, poll only once per ${limits.laterCheck}. After ${limits.lastCheck}, stop polling`;

const FILE = 'src/agents/skill/steps.ts';
const lookback = () => valueAt(lookupFor(FILE), FILE, 'getSequencing', 'x-lookback');

/** The steps of a whole integration, in the order in which the starters send requests. */
export const steps = (): readonly Step[] => [
  {
    title: 'Get a token',
    operations: ['createAccessToken'],
    advice: [
      `One token works for all requests. Renew it after ${limits.tokenRenewal} of \`expiresIn\`, which is in seconds. After a 401 on a data request, renew the token once and retry.`,
      'Keep the secret on a server. Never log it or the token.',
    ],
  },
  {
    title: 'Choose a provider',
    operations: ['listProviders'],
    advice: [
      'Keep the `providerKey` and `countryCode` of the end user’s provider. In the sandbox, use `sandbox-nl` and NL.',
    ],
  },
  {
    title: 'Create a user',
    operations: ['createUser'],
    advice: [
      '`externalUserId` is your own ID for the end user. It’s unique and case-insensitive. Store the `id` from the response. If you get no response, look up the user with `GET /Users/{id}`, which also accepts your own ID. The sandbox already has the user `customer-1042`.',
    ],
  },
  {
    title: 'Create a consent',
    operations: ['createConsent'],
    advice: [
      'To attach the consent to a user, send `externalUserId` or `userIdGuid` (the user’s `id`), not `userId`. Store `consentId` and `consentUrl`, because no other response contains the URL. Send the end user to `consentUrl`, which leads back to your `redirectUrl`. A visit to `redirectUrl` doesn’t prove consent. If the POST gets no response, list the user’s consents, delete any new one, and create another.',
      'End users may return in a browser without your session. Unless you must register redirect URLs, put a random, single-use value in `redirectUrl`’s path and store it with the consent. At `redirectUrl`, show only “Go back to the app.” In the tab where the end user started, poll your server.',
      'To give consent without a browser, start the sandbox with `--consent-given`.',
    ],
  },
  {
    title: 'Wait for the data',
    operations: ['getConsent'],
    advice: [
      `${polling}.`,
      'In status 5, 7, or 8, the consent has ended. In any other status except 4, keep polling. In status 6 (FAILING), also log `errors`. Accept status names as well as numbers.',
      `If the status is still 2 (AUTHENTICATED) after ${limits.longestWait}, request one refresh.`,
    ],
  },
  {
    title: 'Read and store accounts and transactions',
    operations: ['listAccounts', 'listTransactions'],
    advice: [
      'Read accounts page by page: always send `Size` and `Page`, start at page 1, and stop when a page contains no new accounts, not at a short page. After page 1, a 404 also marks the end.',
      'Read transactions page by page: always send `PageSize`, such as 100. For the next page, send `nextPageToken` as `PageToken` with the other parameters unchanged. Stop when a response contains no token. If a token repeats, stop with an error.',
      `Read one account at a time: send \`ConsentId\` and \`AccountId\` together (assumed), without \`DateTo\`. Set \`DateFrom\` to ${limits.overlap} before today or ${limits.overlap} before the account’s newest stored \`bookDate\`, whichever is earlier. Omit \`DateFrom\` if the account has no stored transactions or if you haven’t read it with this consent. Otherwise, omit it once every ${limits.wholeRead}.`,
      'Find the oldest `bookDate` among the returned transactions that you store. From that date on, replace your stored rows with the returned transactions. Keep earlier rows. If an account’s transaction list is empty but you have rows for it, keep them and log a warning.',
      `Two dates decide whether to mark an unlisted row as removed: its \`bookDate\` and the day of its \`transactionDateTime\`. Both must be later than the oldest returned \`bookDate\` and at least ${limits.margin} after \`DateFrom\`. The platform may filter by a date other than \`bookDate\` or return only part of the first day.`,
      'To be stored, a transaction needs an `id`, a real `bookDate` (not `0001-01-01`), a currency, and a numeric amount that, in minor units, is within a millionth of an integer. Set any other transaction aside with the reason and retry it on each read. Leave its stored row, if any, unchanged. Store valid transactions. If the request for one account fails with a 400, 403, or 404, keep its rows and read the other accounts. If a later page returns a 400, reread the account from its first page.',
      'Before you change any row, read every page for every account and check that the consent’s `dateTransactionsUpdated` hasn’t changed since you started. If it has, start over. Replace the rows in one database transaction. Match in three passes over all accounts. First, match each returned transaction to the end user’s stored row with the same `accountId` and `id`. Second, match each remaining transaction to an unmatched row that is in the replaced period, isn’t marked as removed, and has the same `bookDate`, `amount`, `currency`, `description`, and `counterpartAccountNumber`. Third, do the same with only `bookDate`, `amount`, and `currency`. Update each matching row, including its ID. Ignore spaces and case in account numbers. Match each row only once, because two identical payments are two transactions. Add unmatched transactions.',
      'In JavaScript, get an amount’s exact digits from `context.source` in a `JSON.parse` reviver. JPY has 0 decimal places, KWD has 3, and most currencies have 2.',
    ],
  },
  {
    title: 'Refresh, and receive the webhook',
    operations: ['refreshConsent', 'receiveTransactionsFetched'],
    advice: [
      `A refresh is asynchronous. Read the consent right before you request a refresh. If the request gets no response, wait as if it had been accepted. Stop waiting for the refresh when its event arrives, when \`dateTransactionsUpdated\` differs from its value before the request, when the consent has ended, or after ${limits.lastCheck}. Unless the consent has ended, wait for status 4 and read the accounts and transactions again. Don’t compare \`dateTransactionsUpdated\` with your clock. If no event arrives within ${limits.lateEvent}, or you don’t run a receiver, fetch the consent once per ${limits.laterCheck}.`,
      `If a 429 contains a \`Retry-After\` of up to ${limits.longestRetryAfter}, wait that long and retry. Otherwise, wait ${limits.afterRefreshLimit} before you refresh again.`,
      `Use an unguessable webhook path with 32+ random characters. Accept bodies of at most ${limits.largestEvent}. Check that the body is an object, its \`eventType\` is \`Transactions Fetched\`, and its \`consentId\` is one of your consents’ IDs (ignore case). Put the ID into an inbox with one entry per consent and immediately respond with 200. The receiver must survive any body.`,
      `A worker takes each ID from the inbox and fetches the consent. In status 4, the worker reads the data if a refresh is pending or the data isn’t stored. If the consent has ended or isn’t found (404), the worker discards the ID. For any other status or error, it retries, doubling the wait from 1 second to at most 1 ${limits.laterCheck}. After ${limits.lastCheck}, it gives up.`,
      'To receive events from the sandbox, start it with `--webhook-url http://127.0.0.1:8080` plus your webhook path.',
    ],
  },
  {
    title: 'Renew a consent before it ends',
    operations: ['deleteConsent'],
    advice: [
      'Check each consent daily. If it has a `dateExpire`, repeat step 4 a week or two before that date, with the same provider and user ID.',
      'When the new consent has data, match its accounts with the user’s stored accounts in three passes over all accounts. First, match by `id`. Second, match by `currency` plus `iban` (or `bban` if either IBAN is missing or empty). Ignore spaces and case. Third, if no consent lists the stored account, match by `providerKey`, `providerAccountId`, and `currency` if exactly one listed and one stored account, matched or not, have this combination. Keep unmatched accounts. Read all of a matched account’s transactions as in step 6 and store its new ID in the same database transaction.',
      'If two consents include the same account, read it through the newer one until that ends. Delete the old consent only after you’ve read all of its accounts through a newer consent. If a consent no longer lists one of its accounts, read that account’s transactions once more, mark it as closed, and keep its rows. Never close an account because of a 404 or an empty account list.',
    ],
  },
  {
    title: 'Read sequences',
    operations: ['getSequencing'],
    advice: [
      `The response contains the recurring income and expenses from the last ${lookback()}. During a renewal, the old and new consents may return the same sequence, so count it once.`,
    ],
  },
  {
    title: 'Categorize',
    operations: ['createCategorizationJob', 'getCategorizationJob'],
    advice: [
      'Replace the example `profile` and `metaData`, or omit them. `data` is the job’s ID in the POST response and the job in the GET’s. Once the job and its dependents (by `parentId`) are COMPLETED, read all transactions again, without `DateFrom`, to get each `category` (assumed).',
    ],
  },
  {
    title: 'Analyze',
    operations: ['createAnalysisJob', 'getAnalysisJob'],
    advice: [
      '`reference` must be unique among your jobs. The sandbox has a job with the example reference. An analysis job isn’t wrapped in `data`. Once it’s COMPLETED, `analysis` contains the result.',
    ],
  },
  {
    title: 'Delete the user',
    operations: ['deleteAnalysisJob', 'deleteUser'],
    advice: [
      'First, delete the user’s COMPLETED and FAILED analysis jobs by their stored IDs. Then delete the user by `UserId` or `ExternalUserId`, which deletes all consents, accounts, and transactions.',
    ],
  },
];

const { sandbox } = environments;

/** Instructions to follow before the first step. `link` turns a site path into a URL. */
export const setupAdvice = (link: (path: string) => string, sandboxDigest: string): readonly string[] => [
  'Read the base URL, client ID, and secret from settings (`PLATFORM_URL`, `CLIENT_ID`, `CLIENT_SECRET`), so that the same program works with the sandbox and the platform.',
  `Download [sandbox.mjs](${link('/sandbox.mjs')}) (SHA-256 \`${sandboxDigest}\`), run \`node sandbox.mjs\`, and use ${sandbox.host} with client ID \`${sandbox.clientId}\` and secret \`${sandbox.clientSecret}\`. The sandbox rejects requests that violate the OpenAPI documents and says why. When your program works, grade it against the [go-live checklist](${link('/go-live.md')}): \`node sandbox.mjs --grade -- <command>\`.`,
];

/** Instructions for errors from any request. */
export const errorAdvice: readonly string[] = [
  `Time out after ${limits.requestTimeout}. Retry a GET, PUT, or token request at most ${limits.retries} times after a network error, a 429, 500, 502, 503, or 504, or a 2xx whose body isn’t JSON. Between attempts, wait ${limits.retryWaits}. Multiply each wait by a random factor between ${limits.jitter}. If the response contains a \`Retry-After\` of up to ${limits.longestRetryAfter}, wait that long instead. If it’s longer, give up.`,
  'After a network error, a 5xx, or a 2xx without JSON, don’t retry a POST unless you know it had no effect. Retry a DELETE with backoff until you get a 204 or 404. If you retry an analysis job’s PUT or DELETE and get a 400, check whether the first attempt worked. After a 429 with `Retry-After`, retry any request.',
  '400: fix what `errors` lists; don’t retry. 404: no data or an unknown ID. 401 from the token endpoint: fix the credentials.',
  'Where a 2xx is marked (assumed), accept any 2xx and don’t require a body unless you need one. To avoid leaking the token, use `http://` only for URLs on this machine and don’t follow redirects.',
  'Branch on the status code, not on messages. Log `traceId`.',
];
