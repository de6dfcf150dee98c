import { limits } from '../../config/limits.ts';
import { environments } from '../../config/samples.ts';
import { lookupFor, type OperationId } from '../../contract/lookup.ts';
import { valueAt } from '../../contract/value.ts';

/** A step with its requests, in order, and instructions beyond what the contracts say. */
export interface Step {
  title: string;
  operations: readonly OperationId[];
  advice: readonly string[];
}

const polling = `Poll: wait ${limits.firstPoll}, then twice as long each time, up to ${limits.longestPoll}, each multiplied by a random factor between ${limits.jitter}. Stop after ${limits.longestWait}, then check once per ${limits.laterCheck} and give up after ${limits.lastCheck}`;

const FILE = 'src/agents/skill/steps.ts';
const lookback = () => valueAt(lookupFor(FILE), FILE, 'getSequencing', 'x-lookback');

/** The whole integration, in the order of the starters' requests. */
export const steps = (): readonly Step[] => [
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
      'Let the end user choose a provider. Keep its `providerKey` and `countryCode`. In the sandbox, use `sandbox-nl` and NL.',
    ],
  },
  {
    title: 'Create a user',
    operations: ['createUser'],
    advice: [
      '`externalUserId` is your own ID for the end user: unique and case-insensitive. Store the `id` from the response. If no response arrives, look the user up: `GET /Users/{id}` accepts your ID, too. The sandbox already has `customer-1042`, so use a different one.',
    ],
  },
  {
    title: 'Create a consent',
    operations: ['createConsent'],
    advice: [
      'Store `consentId`, then send the end user to `consentUrl`, which leads back to your `redirectUrl`. A visit to `redirectUrl` doesn’t prove consent, so check the status.',
      'End users may return in a different browser, without your session. Put a random, single-use value into the path of `redirectUrl`, bound to the consent on your server (if redirect URLs have to be registered, leave the value out). The page at `redirectUrl` shows nothing private and says “Go back to the app”; the first tab polls your server.',
      'In the sandbox, give consent without a browser: POST the form field `decision=give` to `consentUrl`, without a token. The response is a redirect; don’t follow it. Or start the sandbox with `--consent-given`.',
    ],
  },
  {
    title: 'Wait for the data',
    operations: ['getConsent'],
    advice: [
      `${polling}.`,
      'Continue in status 4 (UPDATED). Stop polling in status 5 (INVALIDATED), 7 (ERROR), or 8 (TIMEDOUT). Keep polling in any other status. In status 6 (FAILING), also log `errors`. Accept status names as well as numbers.',
      `If the status is still 2 (AUTHENTICATED) after ${limits.longestWait}, request one refresh.`,
    ],
  },
  {
    title: 'Read and store accounts and transactions',
    operations: ['listAccounts', 'listTransactions'],
    advice: [
      'Page through accounts: send `Page`, starting at 1, and `Size` every time, until a page contains no new accounts. A short page doesn’t end the list. A 404 does, except on page 1, where it means no data or an unknown ID.',
      'Page through transactions: send `PageSize` every time. Pages of 100 are a good size. Send `nextPageToken` as `PageToken` with the other parameters unchanged, until the response has no token. Stop with an error if a token repeats.',
      `What you have just read replaces what you stored for those days. Read each account with \`ConsentId\` and \`AccountId\` together (assumed), from ${limits.overlap} before its newest stored \`bookDate\` or before today, whichever is earlier, without \`DateTo\`. Leave out \`DateFrom\` for a new account, for an account that another consent takes over, and every ${limits.wholeRead}.`,
      'Replace rows in one database transaction, once you have every page for every account and `dateTransactionsUpdated` is the same before and after. If `accountId` and `id` match, update the row. Otherwise, take over a stored, unmatched row for those days with the same `bookDate`, `amount`, `currency`, `description`, and `counterpartAccountNumber` (without spaces, in uppercase). If there is none, take over a row with the same first three fields. Give the row the new ID. Match each row only once, because two identical payments are still two transactions. Add the rest. If a stored row for those days wasn’t listed, mark it as removed.',
      '“Those days” begin with the oldest listed day; older rows stay. If an account’s list is empty but you have rows, keep them and log a warning.',
      'Parse amounts without floats: in JavaScript, read `context.source` in the reviver of `JSON.parse`. Store whole minor units: 0 decimals for JPY, 3 for KWD, 2 for most.',
    ],
  },
  {
    title: 'Refresh, and receive the webhook',
    operations: ['refreshConsent', 'receiveTransactionsFetched'],
    advice: [
      `A refresh is asynchronous. Read the consent right before you request a refresh. The refresh is complete when its event arrives, when \`dateTransactionsUpdated\` differs from its earlier value (don’t compare it with your clock), when the consent has ended, or after ${limits.lastCheck}. Then read the accounts and transactions again. If no event arrives within ${limits.lateEvent}, or if you don’t run a receiver, fetch the consent once per ${limits.laterCheck}.`,
      `After a 429 with a \`Retry-After\` of up to ${limits.longestRetryAfter}, wait that long. Otherwise, refresh that consent again after ${limits.afterRefreshLimit}.`,
      `Use a webhook path that nobody can guess, such as \`/hooks/\` and 32 random characters. Accept bodies of at most ${limits.largestEvent}. Check that the body is an object and that \`consentId\` is a string and the ID of one of your consents. Put the ID into an inbox with one entry per consent, then respond with 200 immediately. No body may crash the receiver.`,
      `A worker fetches each consent in the inbox once. In status 4, it reads the data. In status 5, 7, or 8, or after a 404, it drops the entry. Otherwise, it puts the entry back for 1 second, then 2, 4, … up to 1 ${limits.laterCheck}, and gives up after ${limits.lastCheck}.`,
      'Start the sandbox with `--webhook-url http://127.0.0.1:8080/webhooks` to receive events there.',
    ],
  },
  {
    title: 'Renew a consent before it ends',
    operations: ['deleteConsent'],
    advice: [
      'Check each consent daily. A week or two before `dateExpire`, which may be absent, ask the end user for a new consent for the same provider and user (step 4). If they cancel, the old consent still works.',
      'When the new consent has data, match its accounts with the same user’s stored accounts: by `id`, else by `iban` (without spaces, in uppercase) and `currency`, else, if either has no IBAN, by `providerKey`, `providerAccountId`, and `currency`. Give the stored account the new ID and read all of it by the rules in step 6.',
      'If two consents list an account, read it through the newer consent. Once you read every account of the old consent through a newer consent, delete the old consent. If an account is no longer listed, mark it as closed and keep its rows.',
    ],
  },
  {
    title: 'Read sequences',
    operations: ['getSequencing'],
    advice: [
      `The response contains the recurring income and expenses from the last ${lookback()}. During a renewal, both consents may report the same sequence: count it once.`,
    ],
  },
  {
    title: 'Categorize',
    operations: ['createCategorizationJob', 'getCategorizationJob'],
    advice: [
      'The response contains only the job’s ID, in `data`. Poll the job until it’s COMPLETED or FAILED. In these responses, the job is also in `data`. Once it’s COMPLETED, read the transactions again to get each `category` (assumed).',
    ],
  },
  {
    title: 'Analyze',
    operations: ['createAnalysisJob', 'getAnalysisJob'],
    advice: [
      '`reference` must be unique among your jobs; the sandbox already has the one in this example. Poll the job until it’s COMPLETED or FAILED. In these responses, the job isn’t wrapped in `data`. Once it’s COMPLETED, the result is in `analysis`.',
    ],
  },
  {
    title: 'Delete the user',
    operations: ['deleteAnalysisJob', 'deleteUser'],
    advice: [
      'First delete the COMPLETED and FAILED analysis jobs for the user’s accounts. Then delete the user by `UserId` or `ExternalUserId`, which permanently deletes the user’s consents, accounts, and transactions. Nothing else is confirmed.',
      'If a DELETE fails, repeat it later, until you get a 204 or a 404.',
    ],
  },
];

const { sandbox } = environments;

/** Instructions to follow before the first step. `link` turns a site path into a URL. */
export const start = (link: (path: string) => string, sandboxDigest: string): readonly string[] => [
  'Read the base URL, the client ID, and the secret from settings (`PLATFORM_URL`, `CLIENT_ID`, `CLIENT_SECRET`), so that the same program works with the sandbox and the platform.',
  `Download [sandbox.mjs](${link('/sandbox.mjs')}) (SHA-256 \`${sandboxDigest}\`), run \`node sandbox.mjs\`, and use ${sandbox.host} with the client ID \`${sandbox.clientId}\` and the secret \`${sandbox.clientSecret}\`. It rejects whatever the contracts don’t allow and says why. When your program works, \`node sandbox.mjs --grade -- <command>\` runs it once for each graded point on the [go-live checklist](${link('/go-live.md')}) and says what the program did wrong. Add \`--pace 100\` for faster status changes.`,
];

/** Instructions for errors from any request. */
export const errors: readonly string[] = [
  `Time out after ${limits.requestTimeout}. Retry a GET or a token request after a network error, 429, 500, 502, 503, 504, or a 2xx whose body isn’t JSON: at most ${limits.retries} times, after ${limits.retryWaits}, each multiplied by a random factor between ${limits.jitter}. With \`Retry-After\`, wait that long instead, or give up if it’s more than ${limits.longestRetryAfter}.`,
  'After a network error or a 5xx, don’t repeat a POST or PUT until you know whether it took effect, and repeat a DELETE later, until you get a 204 or a 404. After a 429 with `Retry-After`, any request is safe to repeat.',
  '400: fix what `errors` lists; don’t retry. 404: no data or an unknown ID. 401 from the token endpoint: fix the credentials.',
  'Where a 2xx is marked (assumed), accept any 2xx. To avoid leaking the token, don’t follow redirects, and refuse `http://` URLs except those for this machine.',
  'Branch on the status code; messages are for people. Log `traceId`.',
];
