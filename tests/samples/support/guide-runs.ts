import { CONSENT, USER } from '../../sandbox/support.ts';
import type { Disturbance } from '../../starters/support/platform.ts';

const ACCOUNT = '963d5a3a-6e7e-4dba-ab5e-0b9cde858650';
const ANALYSIS_JOB = '8d0d22e8-1eed-485d-8237-2a8b037a8ac1';

/** How programs of the guides run against the sandbox, in a folder with all files that the guides show. */
export interface GuideRun {
  /** Titles of the code blocks that it runs. */
  covers: string[];
  language: 'sh' | 'js' | 'python' | 'php';
  /** Code that uses the files as their guides say. Without it, the first one is run itself. */
  program?: string;
  /** Parameters of the program. */
  parameters?: string[];
  /** What it prints. */
  prints: RegExp;
  /** Files that it needs, by name. */
  files?: Record<string, string>;
  env?: Record<string, string>;
  disturb?: () => Disturbance;
}

/** Does something at the first request that matches. */
function once(pattern: RegExp, act: Disturbance): () => Disturbance {
  return () => {
    let isDone = false;
    return (request, response, sandbox) => {
      if (isDone || !pattern.test(`${request.method} ${request.url}`)) return undefined;
      isDone = true;
      return act(request, response, sandbox);
    };
  };
}

/** An event that waits in the inbox of a worker. */
const inbox = { [`inbox/${CONSENT}`]: '' };
const upserts = /(Upsert \S+ \S+\s+){30}$/;
const userOfExamples = `{ ExternalUserId: 'customer-1042' }`;

export const guideRuns: readonly GuideRun[] = [
  // Tokens and requests
  {
    covers: ['token.js'],
    language: 'js',
    program: `import { accessToken } from './token.js';
      console.log((await accessToken()) === (await accessToken()));`,
    prints: /^true$/m,
  },
  {
    covers: ['token_cache.py'],
    language: 'python',
    program: 'from token_cache import access_token\nprint(access_token() == access_token())',
    prints: /^True$/m,
  },
  { covers: ['list-providers.js'], language: 'js', prints: /providerKey: 'sandbox-nl'/ },
  { covers: ['oauth-client.js', 'oauth-fetch.js'], language: 'js', prints: /^sandbox-\S{32}$/m },
  {
    covers: ['call.js'],
    language: 'js',
    program: `import { call } from './call.js';
      await call('GET', '/Providers');
      console.log((await call('GET', '/Accounts?ExternalUserId=customer-1042')).length, 'accounts');`,
    disturb: once(/^GET \/Accounts/, (_, __, { state }) => void state.tokens.clear()),
    prints: /^2 accounts$/m,
  },

  // Providers, users and consents
  {
    covers: ['providers.js', 'picker.js'],
    language: 'js',
    program: `import { listProviders, pickerFor } from './providers.js';
      import { renderPicker } from './picker.js';
      const element = (name) => ({
        name,
        parts: [],
        append(...parts) { this.parts.push(...parts); },
        addEventListener() {},
      });
      globalThis.document = { createElement: element };
      const fieldset = element('fieldset');
      renderPicker(fieldset, pickerFor('NL', await listProviders()));
      const [choice, ...shown] = fieldset.parts[0].parts;
      console.log(choice.value, shown.at(-1).textContent);`,
    prints: /^sandbox-nl \S+/m,
  },
  {
    covers: ['create-consent-for-provider.js'],
    language: 'js',
    program: `import { createConsentForProvider } from './create-consent-for-provider.js';
      console.log((await createConsentForProvider({
        providerKey: 'sandbox-be',
        externalUserId: 'customer-1042',
        redirectUrl: 'https://app.example.com/return',
      })).consentUrl);`,
    prints: /\/sandbox\/consents\//,
  },
  {
    covers: ['create-consent.js'],
    language: 'js',
    program: `import { createConsent } from './create-consent.js';
      const request = { providerKey: 'sandbox-nl', redirectUrl: 'https://app.example.com/return' };
      console.log((await createConsent(request, { externalUserId: 'customer-1042' })).consentUrl);`,
    prints: /\/sandbox\/consents\//,
  },
  {
    covers: ['ensure-user.js'],
    language: 'js',
    program: `import { ensureUser } from './ensure-user.js';
      console.log(await ensureUser('Customer-1042'), (await ensureUser('new')) === (await ensureUser('new')));`,
    prints: new RegExp(`^${USER} true$`, 'm'),
  },
  {
    covers: ['fetch-consent.js'],
    language: 'js',
    program: `import { fetchConsent } from './fetch-consent.js';
      console.log((await fetchConsent('${CONSENT}')).status, await fetchConsent('${ACCOUNT}'));`,
    prints: /^4 undefined$/m,
  },
  {
    covers: ['fetch_consent.py'],
    language: 'python',
    program: `from fetch_consent import fetch_consent
print(fetch_consent("${CONSENT}")["status"], fetch_consent("${ACCOUNT}"))`,
    prints: /^4 None$/m,
  },

  // Accounts and transactions
  {
    covers: ['read-accounts.js', 'format-balance.js'],
    language: 'js',
    program: `import { formatBalance } from './format-balance.js';
      import { readAccounts } from './read-accounts.js';
      for (const account of await readAccounts(${userOfExamples})) console.log(formatBalance(account));`,
    prints: /^€[\d,.]+ on \d+ \w+ \d{4} at \d\d:\d\d\n€/m,
  },
  { covers: ['first-page.js'], language: 'js', prints: /accountHolder[^]*bookDate/ },
  {
    covers: ['store-transactions.js'],
    language: 'js',
    env: { CONSENT_ID: CONSENT },
    prints: /^Stored 30 transactions\.$/m,
  },

  // Webhooks
  { covers: ['worker.mjs'], language: 'js', files: inbox, prints: upserts },
  { covers: ['worker.py'], language: 'python', files: inbox, prints: upserts },
  { covers: ['worker.php'], language: 'php', files: inbox, prints: upserts },

  // Sequencing
  {
    covers: ['sequences-of-consent.js', 'read-sequences.js'],
    language: 'js',
    prints: /^Income: 1, expenses: 1$/m,
  },
  { covers: ['sequences-of-user.js'], language: 'js', prints: /^Income: 1, expenses: 1$/m },
  {
    covers: ['Get the sequences of a user'],
    language: 'sh',
    program: `ACCESS_TOKEN=$(curl --silent "$PLATFORM_URL/cfa/connect/token" --data grant_type=client_credentials \
        --data-urlencode "client_id=$CLIENT_ID" --data-urlencode "client_secret=$CLIENT_SECRET" |
        sed -E 's/.*"accessToken":"([^"]+)".*/\\1/')
      «Get the sequences of a user»`,
    prints: /200 OK[^]*incomeSequences/,
  },
  {
    covers: ['read_sequences_of_user.py'],
    language: 'python',
    program: `from read_sequences_of_user import read_sequences_of_user
print(len(read_sequences_of_user("customer-1042")["incomeSequences"]))`,
    prints: /^1$/m,
  },
  {
    covers: ['accounts-of-sequence.js', 'monthly-amount.js'],
    language: 'js',
    program: `import { accountsOf } from './accounts-of-sequence.js';
      import { monthlyTotals } from './monthly-amount.js';
      import { readSequences } from './read-sequences.js';
      const result = await readSequences(${userOfExamples});
      const { income, expenses } = monthlyTotals(result);
      console.log(accountsOf(result.incomeSequences[0]).length, income > 0, expenses < 0);`,
    prints: /^1 true true$/m,
  },

  // Categorization
  {
    covers: ['start-job.js', 'wait-for-job.js', 'jobs.js', 'job-family.js', 'job-status.js'],
    language: 'js',
    program: `import { isComplete } from './job-family.js';
      import { statusOf } from './job-status.js';
      import { jobsOf } from './jobs.js';
      import { startJob } from './start-job.js';
      import { waitForJob } from './wait-for-job.js';
      const id = await startJob({ consentId: '${CONSENT}', engine: 'z2' });
      console.log(statusOf(await waitForJob(id)));
      console.log(isComplete(id, await Array.fromAsync(jobsOf({ ConsentId: '${CONSENT}' }))));`,
    prints: /^COMPLETED\ntrue$/m,
  },
  {
    covers: ['Categorize and compare', '.env', 'categorize.js', 'compare-engines.js', 'transactions.js'],
    language: 'sh',
    prints: /z1: created job [^]*z2 \S+: COMPLETED[^]*confidence/,
  },
  {
    covers: ['Run z1 over a consent'],
    language: 'sh',
    prints: /^z1 \S+: COMPLETED\.$/m,
  },
  {
    covers: ['Run z2 over a consent'],
    language: 'sh',
    prints: /^z2 \S+: COMPLETED\.$/m,
  },
  {
    covers: ['review-queue.js'],
    language: 'js',
    parameters: [CONSENT, '3'],
    prints: /Transactions without a confidence: \d+\./,
  },
  { covers: ['spending-by-level.js'], language: 'js', parameters: [CONSENT], prints: /, EUR: -\d+\.\d\d$/m },
  {
    covers: ['z1-of.js', 'z2-of.js'],
    language: 'js',
    program: `import { startJob } from './start-job.js';
      import { transactionsOf } from './transactions.js';
      import { waitForJob } from './wait-for-job.js';
      import { z1Of } from './z1-of.js';
      import { z2Of } from './z2-of.js';
      for (const engine of ['z1', 'z2']) await waitForJob(await startJob({ consentId: '${CONSENT}', engine }));
      for await (const each of transactionsOf('${CONSENT}')) console.log(z1Of(each)?.path.length, z2Of(each)?.name);`,
    prints: /^4 \w+/m,
  },
  {
    covers: ['auto-start.js'],
    language: 'js',
    files: inbox,
    prints: new RegExp(`^Consent ${CONSENT}: created job \\S+\\.$`, 'm'),
  },

  // Analysis
  {
    covers: ['start-analysis.mjs', 'Use it /analysis/jobs/creating-jobs/'],
    language: 'js',
    program: `await (await import('./call.js')).call('DELETE', '/analysis-jobs/${ANALYSIS_JOB}');
      «Use it /analysis/jobs/creating-jobs/»`,
    prints: /^[\da-f-]{36} PENDING$/m,
  },
  {
    covers: ['start-analysis.mjs'],
    language: 'js',
    program: `import { startAnalysis } from './start-analysis.mjs';
      const input = { accountIds: ['${ACCOUNT}'] };
      const job = await startAnalysis({ reference: 'without-options', input, metaData: { purpose: 'review' } });
      console.log(job.reference, job.profile);`,
    // The platform creates the job, but its response is lost.
    disturb: once(/^POST \/analysis-jobs/, ({ socket }, response) => {
      response.end = (() => socket.destroy()) as unknown as typeof response.end;
      return undefined;
    }),
    prints: /^without-options RETAIL$/m,
  },
  {
    covers: ['wait-for-analysis.mjs', 'read-analysis.mjs', 'Use it /analysis/engines/z2-engine/analysis/'],
    language: 'js',
    program: `import { waitForAnalysis } from './wait-for-analysis.mjs';
      const job = await waitForAnalysis('${ANALYSIS_JOB}', { pause: 20 });
      «Use it /analysis/engines/z2-engine/analysis/»`,
    prints: /^Recurring income: [\d.]+ EUR$/m,
  },
  {
    covers: ['wait_for_analysis.py'],
    language: 'python',
    program: `from wait_for_analysis import wait_for_analysis
print(wait_for_analysis("${ANALYSIS_JOB}", pause=0.02)["status"])`,
    prints: /^COMPLETED$/m,
  },
];
