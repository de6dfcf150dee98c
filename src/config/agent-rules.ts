/**
 * What coding agents get wrong about these APIs, as instructions in Markdown, for `/llms.txt` and `/skill.md`. A test
 * checks the names in them against the contracts.
 */
export const agentRules: readonly string[] = [
  'Use only operations and fields of the OpenAPI documents. Never invent an endpoint, a parameter, or a field.',
  'Get a token with `POST /cfa/connect/token`: a form, not JSON, with `grant_type=client_credentials` and the scope `customer-api`. All other calls need it as a bearer token, and none of their paths has `/cfa`.',
  'Copy the case of every name. Queries have `ConsentId`, `UserId`, and `ExternalUserId`; bodies have `consentId`, `userId`, and `externalUserId`. Requests have `metaData`; the response of an analysis job has `metadata`.',
  'Categorize with `POST /v2/categorization-jobs`. `/CategorizationJobs` is deprecated.',
  'Wait until a consent has the status 4 (UPDATED) before you read data. Stop at 5, 7, and 8. Poll jobs until they are COMPLETED or FAILED.',
  'Request at most 6 refreshes per consent and day; the next one gets 429. `Transactions Fetched` announces that a refresh has completed.',
  'Use the pair `accountId` and `id` as the key of a transaction. Store amounts as decimals. A negative amount is a debit.',
  'Try everything in the sandbox first: `node sandbox.mjs` serves all operations at http://127.0.0.1:4010.',
  'Marks such as `(assumed: …)` are assumptions. Confirm them before you rely on them; the page *What is assumed* lists them all.',
];
