import { environments } from '../../config/samples.ts';
import { lookupFor } from '../../contract/lookup.ts';
import { factsOf } from '../../contract/operation-facts.ts';

/** Rules that prevent coding agents' usual mistakes. A test checks their names against the contracts. */
export const agentRules = (): readonly string[] => [
  'Use only operations, parameters, and fields from the OpenAPI documents.',
  'Get a token with `POST /cfa/connect/token`. Send your credentials, `grant_type=client_credentials`, and the scope `customer-api` as a form (assumed), not as JSON. Every other request needs the bearer token and has a path without `/cfa`.',
  'Match the case of every name. Query parameters are `ConsentId`, `UserId`, and `ExternalUserId`; body fields are `consentId`, `userId`, and `externalUserId`. Requests contain `metaData`, but analysis jobs in responses contain `metadata`.',
  'Categorize with `POST /v2/categorization-jobs`. `/CategorizationJobs` is deprecated.',
  'Wait until a consent is in status 4 (UPDATED) before you read data. Stop waiting in status 5, 7, or 8. Poll jobs until they’re COMPLETED or FAILED.',
  `Refresh sparingly: at most ${factsOf(lookupFor('src/agents/skill/rules.ts').operation('refreshConsent')).limit}. Further requests return a 429. \`Transactions Fetched\` announces that a refresh has completed.`,
  'A list may omit a stored transaction. Mark it as removed only if its `bookDate` and the day of its `transactionDateTime` are both later than the oldest listed `bookDate` and at least 7 days after `DateFrom`. Never delete it. Identify a transaction by `accountId` and `id`. Banks may remove transactions, book them late, or change IDs.',
  'Store amounts as integers in minor units or in a decimal type, never as floats. A negative amount is a debit.',
  'Confirm details marked `(assumed: …)` before you rely on them. The *What is assumed* page lists them all.',
];

/** A rule for readers of the rules alone. The skill starts with the sandbox. */
export const sandboxRule = `Try everything in the sandbox first: \`node sandbox.mjs\` serves all operations at ${environments.sandbox.host}.`;
