import { CONSENT } from '../../../sandbox/support.ts';
import { once } from '../../../starters/support/platform.ts';
import type { GuideRun } from '../guide-runs.ts';

const ACCOUNT = '963d5a3a-6e7e-4dba-ab5e-0b9cde858650';
const ANALYSIS_JOB = '8d0d22e8-1eed-485d-8237-2a8b037a8ac1';

/** Programs about sequences, categorization jobs and analysis jobs. */
export const engineRuns: readonly GuideRun[] = [
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
      const result = await readSequences({ ExternalUserId: 'customer-1042' });
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
    files: { [`inbox/${CONSENT}`]: '' },
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
    disturb: () =>
      once(/^POST \/analysis-jobs/, ({ socket }, response) => {
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
