import { ACCOUNT, CONSENT, USER } from '../../sandbox/support.ts';

/** A run of a guide's programs against the sandbox, in the starters' folder. */
export interface GuideRun {
  /** Titles of the code blocks to run. */
  covers: string[];
  language: 'sh' | 'js' | 'python';
  /** Code that uses the files as their guides describe. By default, the first file is the program. */
  program?: string;
  parameters?: string[];
  prints: RegExp;
  /** A fault in the sandbox. */
  fault?: object;
  /** Lists each transaction twice. */
  isRepeated?: boolean;
}

const ANALYSIS_JOB = '8d0d22e8-1eed-485d-8237-2a8b037a8ac1';
const CATEGORIZATION_JOB = '09844ea9-f01b-4494-abc0-d21027dec954';

const JS_CLIENT = "import { Client } from './client.js';\nconst client = new Client();\n";
const PYTHON_CLIENT = 'from client import Client\nclient = Client()\n';

/** A run of the first program, which imports the other ones. */
function run(covers: string, prints: RegExp, ...parameters: string[]): GuideRun {
  const language = covers.includes('.py') ? 'python' : 'js';
  return { covers: covers.split(' '), language, prints, parameters };
}

/** Runs of a JavaScript program and the Python program of the same name. */
const both = (names: string, prints: RegExp, ...parameters: string[]): GuideRun[] => [
  run(names.replaceAll(/\S+/g, '$&.js'), prints, ...parameters),
  run(names.replaceAll('-', '_').replaceAll(/\S+/g, '$&.py'), prints, ...parameters),
];

/** A run of a program that has a `client` and uses the other ones as their guides describe. */
function using(covers: string, program: string, prints: RegExp, fault?: object): GuideRun {
  const base = run(covers, prints);
  const client = base.language === 'js' ? JS_CLIENT : PYTHON_CLIENT;
  return { ...base, program: client + program, ...(fault && { fault }) };
}

export const guideRuns: readonly GuideRun[] = [
  // Tokens and requests
  ...both('list-providers', /providerKey'?: 'sandbox-nl'/),
  run('oauth-client.js oauth-fetch.js', /^sandbox-\S{32}$/m),
  ...both('accounts-of-user', /accountHolder/),

  // Providers, users, and consents
  using(
    'providers.js picker.js create-consent-for-provider.js create-consent.js ensure-user.js',
    `import { createConsentForProvider } from './create-consent-for-provider.js';
      import { createConsent } from './create-consent.js';
      import { ensureUser } from './ensure-user.js';
      import { renderPicker } from './picker.js';
      import { listProviders, pickerFor } from './providers.js';
      const element = (name) => ({
        name,
        parts: [],
        append(...parts) { this.parts.push(...parts); },
        addEventListener() {},
      });
      globalThis.document = { createElement: element };
      const fieldset = element('fieldset');
      renderPicker(fieldset, pickerFor('NL', await listProviders(client)));
      const [choice, ...shown] = fieldset.parts[0].parts;
      console.log(choice.value, shown.at(-1).textContent);
      const [externalUserId, redirectUrl] = ['customer-1042', 'https://app.example.com/return'];
      const request = { providerKey: choice.value, externalUserId, redirectUrl };
      console.log((await createConsentForProvider(client, request)).consentUrl);
      console.log((await createConsent(client, request, { countryCode: 'NL' })).consentUrl);
      const id = (of) => ensureUser(client, of);
      console.log(await id('Customer-1042'), (await id('new')) === (await id('new')));`,
    new RegExp(`^sandbox-nl \\S.*\n(http\\S+/sandbox/consents/\\S+\n){2}${USER} true$`, 'm'),
  ),
  using(
    'providers.py create_consent_for_provider.py create_consent.py ensure_user.py',
    `from create_consent import create_consent
from create_consent_for_provider import create_consent_for_provider
from ensure_user import ensure_user
from providers import list_providers, picker_for
key = picker_for("NL", list_providers(client))[0]["providerKey"]
print(key)
redirect_url = "https://app.example.com/return"
print(create_consent_for_provider(client, key, "customer-1042", redirect_url)["consentUrl"])
request = {"providerKey": key, "redirectUrl": redirect_url}
print(create_consent(client, request, {"externalUserId": "customer-1042"})["consentUrl"])
print(ensure_user(client, "Customer-1042"), ensure_user(client, "new") == ensure_user(client, "new"))`,
    new RegExp(`^sandbox-nl\n(http\\S+/sandbox/consents/\\S+\n){2}${USER} True$`, 'm'),
  ),

  // Accounts and transactions
  // Loops end, as the go-live checklist asks: at the same page again, and after a maximum number of pages.
  using(
    'read-accounts.js format-balance.js',
    `import * as starter from './flow.js';
      import { formatBalance } from './format-balance.js';
      import { readAccounts } from './read-accounts.js';
      const accounts = await readAccounts(client, { ExternalUserId: 'customer-1042' });
      for (const account of accounts) console.log(formatBalance(account));
      const readTransactions = (...query) => Array.fromAsync(starter.readTransactions(...query));
      const pages = (next) => ({
        call: async (_, path) => (path === '/Accounts' ? [{ id: next() }] : { data: [], nextPageToken: next() }),
      });
      const end = (read, next) => read(pages(next), {}).then(({ length }) => length, ({ message }) => message);
      for (const read of [readAccounts, starter.readAccounts, readTransactions])
        console.log(await end(read, () => 1), await end(read, Math.random));`,
    /^€[\d,.]+ on \d+ \w+ \d{4} at \d\d:\d\d\n€[^]*\n1 There .* 100 p.*\n1 There .* 1000 p.*\nDuplicate .* 1000 p/m,
  ),
  using(
    'read_accounts.py format_balance.py',
    `from format_balance import format_balance
from read_accounts import read_accounts
for account in read_accounts(client, {"ExternalUserId": "customer-1042"}):
    print(format_balance(account))`,
    /^EUR [\d,.]+ on \d+ \w+ \d{4} at \d\d:\d\d\nEUR/m,
  ),

  // Sequencing
  ...both('sequences-of-consent read-sequences', /^Income: 1, expenses: 1$/m),
  ...both('sequences-of-user', /^Income: 1, expenses: 1$/m),
  {
    covers: ['Get the sequences of a user'],
    language: 'sh',
    program: `ACCESS_TOKEN=$(curl --silent "$PLATFORM_URL/cfa/connect/token" --data grant_type=client_credentials \
        --data-urlencode "client_id=$CLIENT_ID" --data-urlencode "client_secret=$CLIENT_SECRET" |
        sed -E 's/.*"accessToken":"([^"]+)".*/\\1/')
      «Get the sequences of a user»`,
    prints: /200 OK[^]*incomeSequences/,
  },
  using(
    'accounts-of-sequence.js monthly-amount.js',
    `import { accountsOf } from './accounts-of-sequence.js';
      import { monthlyAmount } from './monthly-amount.js';
      import { readSequences } from './read-sequences.js';
      const result = await readSequences(client, { ExternalUserId: 'customer-1042' });
      const [income, expense] = [result.incomeSequences[0], result.expenseSequences[0]];
      console.log(accountsOf(income).length, monthlyAmount(income) > 0, monthlyAmount(expense) < 0);`,
    /^1 true true$/m,
  ),
  using(
    'accounts_of_sequence.py monthly_amount.py',
    `from accounts_of_sequence import accounts_of
from monthly_amount import monthly_amount
from read_sequences import read_sequences
result = read_sequences(client, {"ExternalUserId": "customer-1042"})
income, expense = result["incomeSequences"][0], result["expenseSequences"][0]
print(len(accounts_of(income)), monthly_amount(income) > 0, monthly_amount(expense) < 0)`,
    /^1 True True$/m,
  ),

  // Categorization
  using(
    'start-job.js jobs.js job-family.js job-status.js z1-of.js z2-of.js',
    `import { readTransactions, waitForJob } from './flow.js';
      import { isComplete } from './job-family.js';
      import { statusOf } from './job-status.js';
      import { jobsOf } from './jobs.js';
      import { startJob } from './start-job.js';
      import { z1Of } from './z1-of.js';
      import { z2Of } from './z2-of.js';
      const id = await startJob(client, { consentId: '${CONSENT}', engine: 'z1' });
      const read = async () => (await client.call('GET', '/v2/categorization-jobs/' + id)).data;
      console.log(statusOf(await waitForJob(read)));
      console.log(isComplete(id, await Array.fromAsync(jobsOf(client, { ConsentId: '${CONSENT}' }))));
      for await (const each of readTransactions(client, { ConsentId: '${CONSENT}' }))
        console.log(z1Of(each)?.path.length, z2Of(each)?.name);`,
    /^COMPLETED\ntrue\n4 \w+/m,
  ),
  using(
    'start_job.py jobs.py job_family.py job_status.py z1_of.py z2_of.py',
    `from flow import read_transactions, wait_for_job
from job_family import is_complete
from job_status import status_of
from jobs import jobs_of
from start_job import start_job
from z1_of import z1_of
from z2_of import z2_of
id = start_job(client, {"consentId": "${CONSENT}", "engine": "z1"})
print(status_of(wait_for_job(lambda: client.call("GET", f"/v2/categorization-jobs/{id}")["data"])))
print(is_complete(id, list(jobs_of(client, {"ConsentId": "${CONSENT}"}))))
for each in read_transactions(client, {"ConsentId": "${CONSENT}"}):
    print(len(z1_of(each)["path"]), z2_of(each)["name"])`,
    /^COMPLETED\nTrue\n4 \w+/m,
  ),
  ...both('wait-for-job', /^COMPLETED \S+$/m, CATEGORIZATION_JOB),
  run(
    'compare-engines.js',
    /^z1 \S+: COMPLETED\.\nz2 \S+: COMPLETED\.\n[^]*\bcode\b[^]*\bconfidence\b[^]*\d\.\d+/,
    CONSENT,
  ),
  run(
    'compare_engines.py',
    /^z1 \S+: COMPLETED\.\nz2 \S+: COMPLETED\.\n[^]* {2}z1: \S[^]* {2}z2: \w+ 0\.\d+/,
    CONSENT,
  ),
  run('review-queue.js', /Transactions without a confidence: \d+\./, CONSENT, '3'),
  run('review_queue.py', /^0\.\d+ \| [^]*Transactions without a confidence: \d+\./m, CONSENT, '3'),
  ...both('spending-by-level', /, EUR: -14962\.34$/m, CONSENT).map((run) => ({ ...run, isRepeated: true })),
  using(
    'auto-start.js',
    `import { categorize } from './auto-start.js';
      import { Store } from './store.js';
      const store = new Store(':memory:');
      store.saveConsent('user', { id: '${CONSENT}' });
      for (let count = 1; count <= 2; count += 1) await categorize(client, store, '${CONSENT}');
      const busy = { call: async () => ({ data: [{ id: 1, engine: 'z2', status: 'PENDING' }], _pagination: {} }) };
      await categorize(busy, store, '${CONSENT}').catch(({ message }) => console.log(message));`,
    new RegExp(`^Consent ${CONSENT}: created job \\S+\\.\\nJob 1 is unfinished\\.$`, 'm'),
  ),
  using(
    'auto_start.py',
    `from auto_start import categorize
from store import Store
store = Store(":memory:")
store.save_consent("user", {"id": "${CONSENT}"})
for _ in range(2):
    categorize(client, store, "${CONSENT}")
class Busy:
    def call(self, method, path, *_):
        jobs = {"data": [{"id": 1, "engine": "z2", "status": "PENDING"}], "_pagination": {"totalPages": 1}}
        return jobs if path.startswith("/v2") else {"dateTransactionsUpdated": "later"}
try:
    categorize(Busy(), store, "${CONSENT}")
except RuntimeError as error:
    print(error)`,
    new RegExp(`^Consent ${CONSENT}: created job \\S+\\.\\nJob 1 is unfinished\\.$`, 'm'),
  ),

  // Analysis
  ...both('start-review start-analysis', /^[\da-f-]{36} (PENDING|INPROGRESS|COMPLETED)$/m),
  using(
    'start-analysis.js',
    `import { startAnalysis } from './start-analysis.js';
      const input = { accountIds: ['${ACCOUNT}'] };
      const request = { reference: 'without-options', input, metaData: { purpose: 'review', limitAmount: 0.1 } };
      const job = await startAnalysis(client, request);
      console.log(job.reference, job.profile);
      const jobs = [{ ...job, engine: 'z2', profile: 'retail' }];
      const lowercase = { call: async (method) => (method === 'GET' ? jobs : Promise.reject(new Error('lost'))) };
      const found = await startAnalysis(lowercase, { ...request, engine: 'Z2', profile: 'RETAIL' });
      console.log(found.engine);`,
    /^without-options RETAIL\nz2$/m,
    { operationId: 'createAnalysisJob', drop: true, effect: true },
  ),
  using(
    'start_analysis.py',
    `from start_analysis import start_analysis
given = {"accountIds": ["${ACCOUNT}"]}
request = {"reference": "without-options", "input": given, "metaData": {"purpose": "review", "limitAmount": 0.1}}
job = start_analysis(client, request)
print(job["reference"], job["profile"])`,
    /^without-options RETAIL$/m,
    { operationId: 'createAnalysisJob', drop: true, effect: true },
  ),
  ...both('wait-for-analysis', /recurringIncome/, ANALYSIS_JOB),
  ...both('print-income read-analysis', /^Recurring income: [\d.]+ EUR$/m, ANALYSIS_JOB),
];
