// cspell:disable -- Some queries are misspelled on purpose.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { find, type Pagefind, type SearchIndex, type Terms } from '../../src/search/find.ts';
import type { ListedPage } from '../../src/shared/browser/listed-pages.ts';
import { factWeights } from '../../src/search/settings.ts';
import { builtFile, whereIs } from '../support/built-pages.ts';
import { projectRoot } from '../support/project-copy.ts';
import { apis } from '../support/published-contracts.ts';

/** The best results for a query: usually one page, with an anchor if the anchor matters. */
type Best = string | readonly string[];

const guides = '/account-information';
const data = `${guides}/data-access`;
const objects = `${guides}/data-structures/`;
const consents = '/api/consents/operations';
const engines = '/categorization/engines/introduction/';

/** Readers' queries by kind, with the best page for each. */
const queries: Readonly<Record<string, Readonly<Record<string, Best>>>> = {
  names: {
    'refresh consent': `${data}/consent-refresh/`,
    'consent status': `${data}/consents/`,
    'account balance': `${data}/account-balance/`,
    balance: `${data}/account-balance/`,
    pagination: `${data}/transactions/`,
    upsert: `${data}/transactions/`,
    token: `${guides}/authentication/`,
    'api key': [`${guides}/authentication/`, `${guides}/appscreen/`],
    'redirect url': `${guides}/appscreen/`,
    'simulate errors': `${guides}/providers/sandbox-controls/`,
    'z2 categories': '/categorization/engines/z2-engine/categories/',
    'start categorization': '/categorization/jobs/creating-jobs/',
    'delete analysis job': ['/analysis/jobs/deleting-jobs/', '/api/analysis/operations/deleteanalysisjob/'],
    'getting started': '/quickstart/',
    'base url': '/api/',
    'contact support': '/support-questions/',
    PSD2: `${data}/consents/`,
    'IP whitelist': '/webhooks/verify/',
    webhook: '/webhooks/',
    mcp: ['/set-up-your-agent/', '/api/downloads/'],
    'AGENTS.md': '/set-up-your-agent/',
    'C#': '/starters/',
    idempotency: `${guides}/error-handling/`,
    proxy: `${guides}/error-handling/`,
    'sandbox docker': `${guides}/providers/sandbox/`,
    'Refresh a consent': `${consents}/refreshconsent/`,
    refreshConsent: `${consents}/refreshconsent/`,
    'transaction fields': `${objects}#transaction`,
    redirectUrl: `${consents}/createconsent/#redirectUrl`,
    traceId: `${guides}/error-handling/`,
    iban: `${objects}#Account.iban`,
    periodMatchPercentage: '/sequencing/data-structures/#Sequence.periodMatchPercentage',
  },
  questions: {
    'cancel a job': '/analysis/jobs/deleting-jobs/',
    'how long does a token live': `${guides}/authentication/`,
    'how do I get an access token': `${guides}/authentication/`,
    'difference between z1 and z2': engines,
    'create consent python': [`${data}/consents/`, `${consents}/createconsent/`],
    'what is the rate limit': `${data}/consent-refresh/`,
    'how can I avoid duplicate transactions': `${data}/transactions/`,
    'where do I find my client secret': `${guides}/appscreen/`,
    'how can I test without a real bank': `${guides}/providers/sandbox/`,
    'why do I get a 401': `${guides}/error-handling/`,
    'how do I verify a webhook': '/webhooks/verify/',
    'poll a categorisation job': '/categorization/jobs/monitoring-jobs/',
    'how do I generate a client': '/api/generate-a-client/',
  },
  values: {
    UPDATED: `${consents}/getconsent/#response.status.4`,
    'status 4': `${consents}/getconsent/#response.status.4`,
    CORPORATE: '/api/analysis/operations/createanalysisjob/#profile.CORPORATE',
  },
  /** Names, values, and messages as readers write them. */
  spellings: {
    createConsent: `${consents}/createconsent/`,
    'transactions endpoint': ['/api/transactions/', '/api/transactions/operations/listtransactions/'],
    'token endpoint': [`${guides}/authentication/`, '/api/authentication/operations/createaccesstoken/'],
    'list accounts': [`${data}/accounts/`, '/api/accounts/operations/listaccounts/'],
    'get balance': `${data}/account-balance/`,
    'delete user': [`${guides}/data-removal/`, '/api/users/operations/deleteuser/'],
    bookingDate: objects,
    'merchant name': objects,
    'counterparty iban': objects,
    external_user_id: '/api/users/operations/createuser/#externalUserId',
    page_size: '/api/transactions/operations/listtransactions/#PageSize',
    'consent url': `${consents}/createconsent/#response.consentUrl`,
    'status 7': `${consents}/getconsent/#response.status.7`,
    TIMEDOUT: `${consents}/getconsent/#response.status.8`,
    INPROGRESS: '/api/analysis/operations/listanalysisjobs/#Status.INPROGRESS',
    'quad weekly':
      '/api/sequencing/operations/getsequencing/#response.incomeSequences.periodicity.Quad-Weekly',
    TransactionsFetched: '/webhooks/events/',
    expiresAt: [`${guides}/authentication/`, `${data}/consent-lifetime/`],
    'sync mode': `${data}/sync-mode/`,
    'direct provider': `${data}/direct-provider/`,
    'job failed': ['/analysis/jobs/monitoring-jobs/', '/categorization/jobs/monitoring-jobs/'],
    'job status': ['/analysis/jobs/monitoring-jobs/', '/categorization/jobs/monitoring-jobs/'],
    'categorization failed': '/categorization/jobs/monitoring-jobs/',
    invalid_client: ['/troubleshooting/#401-on-the-token-request', `${guides}/authentication/`],
    'token expired': `${guides}/authentication/`,
    'consent expired': `${data}/consent-lifetime/`,
    'too many requests': ['/troubleshooting/#429-too-many-requests', `${data}/consent-refresh/`],
    'retry-after': `${guides}/error-handling/`,
    'webhook ip': '/webhooks/verify/',
    'webhook not received': '/troubleshooting/',
    'x-request-id': `${guides}/error-handling/`,
    'opening balance': [`${data}/account-balance/`, '/recipes/does-it-add-up/'],
  },
  trade: {
    'strong customer authentication': `${data}/consent-lifetime/`,
    SCA: `${data}/consent-lifetime/`,
    throttling: `${data}/consent-refresh/`,
    'exponential backoff': `${guides}/error-handling/`,
    'data retention': `${guides}/data-removal/`,
    'rotate a secret': `${guides}/appscreen/`,
    'standing order': '/sequencing/',
    ngrok: '/webhooks/',
    Insomnia: `${guides}/postman/`,
    revoked: [`${data}/consent-lifetime/`, `${data}/consents/`],
    GDPR: `${guides}/data-removal/`,
    'recurring payments': '/sequencing/',
    stub: `${guides}/providers/sandbox/`,
    fixtures: `${guides}/providers/sandbox/`,
    'mcp server': ['/set-up-your-agent/', '/api/downloads/'],
    'docker compose': [`${guides}/providers/sandbox/`, '/networks/'],
    'health check': `${guides}/providers/sandbox-controls/`,
    mysql: `${data}/store-in-sql/`,
  },
  typos: {
    trasnactions: `${data}/transactions/`,
    'diference between z1 and z2': engines,
    authentification: `${guides}/authentication/`,
    categorisation: '/categorization/introduction/',
    'webhook signiture': '/webhooks/verify/',
  },
  'paths and codes': {
    'POST /Consent': `${consents}/createconsent/`,
    'GET /Transactions': '/api/transactions/operations/listtransactions/',
    '/Consent/{id}/refresh': `${consents}/refreshconsent/`,
    '/consent/204f37e5-775e-4a54-a895-a88c4c164c0d/refresh': `${consents}/refreshconsent/`,
    '/cfa/connect/token': '/api/authentication/operations/createaccesstoken/',
    redirect_url: `${consents}/createconsent/#redirectUrl`,
    'Transaction.amount': `${objects}#Transaction.amount`,
    'time-zone': `${data}/account-balance/`,
    401: `${guides}/error-handling/`,
    '429 too many requests': `${data}/consent-refresh/`,
    curl: '/starters/',
  },
};

/** Messages that programs print, and issue titles from other projects, each with the symptom that explains it. */
const messages: Readonly<Record<string, string>> = {
  '0 transactions': '0-transactions',
  'no event came': 'no-event-came',
  'TypeError: fetch failed': 'fetch-failed',
  'Error: getaddrinfo ENOTFOUND api.example.com': 'the-host-isnt-found',
  'urllib.error.URLError: <urlopen error Tunnel connection failed: 403 Forbidden>': 'the-proxy-refuses',
  'unable to verify the first certificate; if the root CA is installed locally, try running Node.js with --use-system-ca':
    'the-certificate-isnt-trusted',
  'javax.net.ssl.SSLHandshakeException: PKIX path building failed': 'the-certificate-isnt-trusted',
  'connect ECONNREFUSED 127.0.0.1:4010': 'the-sandbox-cant-be-reached',
  'SyntaxError: Unexpected token \'<\', "<!DOCTYPE "... is not valid JSON': 'the-body-isnt-json',
  'json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)': 'the-body-isnt-json',
  'The operation was aborted due to timeout': 'the-request-hangs',
  'Error: listen EADDRINUSE: address already in use 127.0.0.1:8080': 'the-port-is-in-use',
  'Error [ERR_UNKNOWN_BUILTIN_MODULE]: No such built-in module: node:sqlite': 'nodejs-is-too-old',
  'sqlite3.OperationalError: database is locked': 'the-database-is-locked',
  'Booked transactions are added as duplicate instead of updating pending one': 'duplicate-transactions',
  '[Bug] Reconnecting a bank account causes duplicates of the account and every transaction':
    'everything-twice-after-a-renewal',
  '[Bug] reauthorization to banks duplicates all accounts and transactions':
    'everything-twice-after-a-renewal',
  'Node fetch ignores HTTPS_PROXY': 'the-host-isnt-found',
  'Webhook does not seem to call the callback url': 'no-event-came',
  'Sync importing zero transactions from Truist bank': '0-transactions',
  'date-only transactions shift to the previous day in negative-UTC-offset timezones':
    'the-date-is-one-day-off',
  "[Bug] Syncing an account doesn't retrieve every transaction": 'a-transaction-is-missing-or-removed',
  'Bug: Transactions posting a day early': 'the-date-is-one-day-off',
};

/** Queries without results. */
const nonsense = [
  'nonexistentfoobar',
  'xylophonequartz',
  'qwertzuiop',
  'blockchain mining rig',
  'pizza margherita',
  'violet elephants consent',
];

const json = (path: string): unknown => JSON.parse(builtFile(path).toString());

let index: SearchIndex;
/** The parts of the index that Pagefind has fetched. */
const fetched: string[] = [];

before(async () => {
  index = await open('first');
});

/** Opens the built site's index. Pagefind fetches its parts, and each name has its own Pagefind. */
async function open(name: string): Promise<SearchIndex> {
  const folder = pathToFileURL(join(projectRoot, 'dist/')).href;
  globalThis.fetch = (url) => {
    const path = String(url).replace(folder, '/').split('?')[0]!;
    fetched.push(path);
    return Promise.resolve(new Response(new Uint8Array(builtFile(path))));
  };
  const pagefind = (await import(`${folder}pagefind/pagefind.js?${name}`)) as Pagefind;
  await pagefind.options({
    bundlePath: '/pagefind/',
    baseUrl: '/',
    noWorker: true,
    language: 'en',
    ranking: { metaWeights: factWeights },
  });
  await pagefind.filters();
  return {
    pagefind,
    names: json('pagefind/terms.json') as Terms,
    pages: () => Promise.resolve(json('pages.json') as ListedPage[]),
  };
}

/** The first results' URLs. */
async function found(query: string, searched = index): Promise<string[]> {
  const { results } = await find(searched, query);
  return Promise.all(
    results.slice(0, 8).map(async (each) => ('data' in each ? (await each.data()).url : each.href)),
  );
}

test('The best page is the first result for nearly all queries, and in the top five for all', async () => {
  const all = Object.values(queries).flatMap((list) => Object.entries(list));
  const others: string[] = [];
  const missed: string[] = [];
  for (const [query, best] of all) {
    const places = [best]
      .flat()
      .map((wanted) => whereIs(wanted.split('#')[0]!) + (/#.*/.exec(wanted)?.[0] ?? ''));
    const isBest = (url: string) => places.some((wanted) => url === wanted || url.split('#')[0] === wanted);
    const rank = (await found(query)).findIndex(isBest) + 1;
    if (rank !== 1) others.push(`${query} (${rank})`);
    if (rank < 1 || rank > 5) missed.push(query);
  }
  const first = 1 - others.length / all.length;
  console.log(
    `${Math.round(100 * first)} % of ${all.length} queries find the best page first; not: ${others.join(', ')}`,
  );
  assert.deepEqual(missed, []);
  assert.ok(first >= 0.9, others.join(', '));
});

test('The same words find the same pages after any search, since each search loads the whole index', async () => {
  const used = await open('used');
  for (const query of ['account', 'data', 'json', 'scope', 'webhook']) await find(used, query);
  fetched.length = 0;
  for (const query of ['pro', 'in', 'co'])
    assert.deepEqual(await found(query, await open(query)), await found(query, used), query);
  const parts = readdirSync(join(projectRoot, 'dist/pagefind/index'));
  assert.deepEqual(
    parts.filter((name) => !fetched.includes(`/pagefind/index/${name}`)),
    [],
  );
});

test('Error messages and report titles find their symptom in the top three', async () => {
  for (const [query, symptom] of Object.entries(messages)) {
    const results = await found(query);
    const wanted = `${whereIs('/troubleshooting/')}#${symptom}`;
    assert.ok(results.slice(0, 3).includes(wanted), `${query}: ${results.join(' ')}`);
  }
});

test("Queries for an operation's ID or call list it before the guides that mention it", async () => {
  const operations = apis.flatMap((api) => api.operations);
  const addresses = operations.map(({ address }) => address);
  for (const { id, kind, method, path, address } of operations) {
    assert.ok((await found(id)).slice(0, 2).includes(address), id);
    if (kind === 'webhook') continue;
    const results = await found(`${method.toUpperCase()} ${path}`);
    // Deprecated operations may only come after their API's overviews.
    const before = results.slice(0, results.indexOf(address)).filter((url) => !addresses.includes(url));
    assert.ok(results.includes(address) && before.length < 3, `${method} ${path}: ${results.join(' ')}`);
  }
});

test('An operation is among the first three results for the words of a task', async () => {
  const addresses = new Set(apis.flatMap((api) => api.operations).map(({ address }) => address));
  for (const query of ['webhook', 'store transactions', 'poll']) {
    const results = (await found(query)).slice(0, 3);
    assert.ok(
      results.some((url) => addresses.has(url)),
      `${query}: ${results.join(' ')}`,
    );
  }
});

test('Queries that match no page find nothing', async () => {
  for (const query of nonsense) assert.deepEqual(await found(query), [], query);
});

test("Known words aren't corrected, and others become the nearest known ones", async () => {
  for (const query of ['curl', 'Difference', 'hmac', 'C#'])
    assert.equal((await find(index, query)).query, query);
  assert.equal((await find(index, 'Trasnactions of acounts')).query, 'transactions of accounts');
});

test('No excerpt contains code or labels', async () => {
  const texts = new Set<string>();
  for (const query of ['token', 'consent', 'transactions', 'webhook', 'category'])
    for (const { data } of (await index.pagefind.search(query)).results) texts.add((await data()).content);
  for (const text of texts) assert.doesNotMatch(text, /curl -|=> \{|\bGET\. |\bAssumed\. /);
});
