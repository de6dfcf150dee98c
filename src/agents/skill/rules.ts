import { environments } from '../../config/samples.ts';
import { lookupFor } from '../../contract/lookup.ts';
import { factsOf } from '../../contract/operation-facts.ts';

/** Rules that prevent coding agents' usual mistakes. A test checks their names against the contracts. */
export const agentRules = (): readonly string[] => [
  'Use only operations and fields from the OpenAPI documents. Never invent an endpoint, a parameter, or a field.',
  'Get a token with `POST /cfa/connect/token`: send a form, not JSON, with `grant_type=client_credentials` and the scope `customer-api`. Every other request needs that token as a bearer token and has no `/cfa` in its path.',
  'Match the case of every name. Query parameters are `ConsentId`, `UserId`, and `ExternalUserId`; body fields are `consentId`, `userId`, and `externalUserId`. Requests have `metaData`; analysis jobs in responses have `metadata`.',
  'Categorize with `POST /v2/categorization-jobs`. `/CategorizationJobs` is deprecated.',
  'Wait until a consent is in status 4 (UPDATED) before you read data. Stop in status 5, 7, or 8. Poll jobs until they’re COMPLETED or FAILED.',
  `Refresh sparingly: at most ${factsOf(lookupFor('src/agents/skill/rules.ts').operation('refreshConsent')).limit}; the next request gets a 429. \`Transactions Fetched\` announces that a refresh has completed.`,
  'What you have just read replaces what you stored for those days. Identify a transaction by the pair `accountId` and `id`, but be ready for banks to remove transactions, book them late, and change their IDs.',
  'Store amounts as whole minor units or decimals, never as floats. A negative amount is a debit.',
  `Try everything in the sandbox first: \`node sandbox.mjs\` serves all operations at ${environments.sandbox.host}.`,
  'Marks such as `(assumed: …)` show what isn’t confirmed. Confirm those details before you rely on them; the page *What is assumed* lists them all.',
];
