import { CONSENT } from '../../../sandbox/support.ts';
import { once } from '../../../starters/support/platform.ts';
import type { GuideRun } from '../guide-runs.ts';

const ACCOUNT = '963d5a3a-6e7e-4dba-ab5e-0b9cde858650';
const ANALYSIS_JOB = '8d0d22e8-1eed-485d-8237-2a8b037a8ac1';
const CATEGORIZATION_JOB = '09844ea9-f01b-4494-abc0-d21027dec954';

/** The platform creates the analysis job, but its response is lost. */
const loseResponse = () =>
  once(/^POST \/analysis-jobs/, ({ socket }, response) => {
    response.end = (() => socket.destroy()) as unknown as typeof response.end;
    return undefined;
  });

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
    covers: ['sequences_of_consent.py', 'read_sequences.py'],
    language: 'python',
    prints: /^Income: 1, expenses: 1$/m,
  },
  { covers: ['sequences_of_user.py'], language: 'python', prints: /^Income: 1, expenses: 1$/m },
  {
    covers: ['accounts-of-sequence.js', 'monthly-amount.js'],
    language: 'js',
    program: `import { Client } from './client.js';
      import { accountsOf } from './accounts-of-sequence.js';
      import { monthlyTotals } from './monthly-amount.js';
      import { readSequences } from './read-sequences.js';
      const result = await readSequences(new Client(), { ExternalUserId: 'customer-1042' });
      const { income, expenses } = monthlyTotals(result);
      console.log(accountsOf(result.incomeSequences[0]).length, income > 0, expenses < 0);`,
    prints: /^1 true true$/m,
  },
  {
    covers: ['accounts_of_sequence.py', 'monthly_amount.py'],
    language: 'python',
    program: `from client import Client
from accounts_of_sequence import accounts_of
from monthly_amount import monthly_totals
from read_sequences import read_sequences
result = read_sequences(Client(), {"ExternalUserId": "customer-1042"})
totals = monthly_totals(result)
print(len(accounts_of(result["incomeSequences"][0])), totals["income"] > 0, totals["expenses"] < 0)`,
    prints: /^1 True True$/m,
  },

  // Categorization
  {
    covers: ['start-job.js', 'jobs.js', 'job-family.js', 'job-status.js', 'z1-of.js', 'z2-of.js'],
    language: 'js',
    program: `import { Client } from './client.js';
      import { readTransactions, waitForJob } from './flow.js';
      import { isComplete } from './job-family.js';
      import { statusOf } from './job-status.js';
      import { jobsOf } from './jobs.js';
      import { startJob } from './start-job.js';
      import { z1Of } from './z1-of.js';
      import { z2Of } from './z2-of.js';
      const client = new Client();
      const id = await startJob(client, { consentId: '${CONSENT}', engine: 'z1' });
      const read = async () => (await client.call('GET', '/v2/categorization-jobs/' + id)).data;
      console.log(statusOf(await waitForJob(read)));
      console.log(isComplete(id, await Array.fromAsync(jobsOf(client, { ConsentId: '${CONSENT}' }))));
      for await (const each of readTransactions(client, { ConsentId: '${CONSENT}' }))
        console.log(z1Of(each)?.path.length, z2Of(each)?.name);`,
    prints: /^COMPLETED\ntrue\n4 \w+/m,
  },
  {
    covers: ['start_job.py', 'jobs.py', 'job_family.py', 'job_status.py', 'z1_of.py', 'z2_of.py'],
    language: 'python',
    program: `from client import Client
from flow import read_transactions, wait_for_job
from job_family import is_complete
from job_status import status_of
from jobs import jobs_of
from start_job import start_job
from z1_of import z1_of
from z2_of import z2_of
client = Client()
id = start_job(client, {"consentId": "${CONSENT}", "engine": "z1"})
print(status_of(wait_for_job(lambda: client.call("GET", f"/v2/categorization-jobs/{id}")["data"])))
print(is_complete(id, list(jobs_of(client, {"ConsentId": "${CONSENT}"}))))
for each in read_transactions(client, {"ConsentId": "${CONSENT}"}):
    print(len(z1_of(each)["path"]), z2_of(each)["name"])`,
    prints: /^COMPLETED\nTrue\n4 \w+/m,
  },
  {
    covers: ['wait-for-job.js'],
    language: 'js',
    parameters: [CATEGORIZATION_JOB],
    prints: /^COMPLETED \S+$/m,
  },
  {
    covers: ['wait_for_job.py'],
    language: 'python',
    parameters: [CATEGORIZATION_JOB],
    prints: /^COMPLETED \S+$/m,
  },
  {
    covers: ['compare-engines.js'],
    language: 'js',
    parameters: [CONSENT],
    prints: /^z1 \S+: COMPLETED\.\nz2 \S+: COMPLETED\.\n[^]*\bcode\b[^]*\bconfidence\b[^]*\d\.\d+/,
  },
  {
    covers: ['compare_engines.py'],
    language: 'python',
    parameters: [CONSENT],
    prints: /^z1 \S+: COMPLETED\.\nz2 \S+: COMPLETED\.\n[^]* {2}z1: \S[^]* {2}z2: \w+ 0\.\d+/,
  },
  {
    covers: ['review-queue.js'],
    language: 'js',
    parameters: [CONSENT, '3'],
    prints: /Transactions without a confidence: \d+\./,
  },
  {
    covers: ['review_queue.py'],
    language: 'python',
    parameters: [CONSENT, '3'],
    prints: /^0\.\d+ \| [^]*Transactions without a confidence: \d+\./m,
  },
  { covers: ['spending-by-level.js'], language: 'js', parameters: [CONSENT], prints: /, EUR: -\d+\.\d\d$/m },
  {
    covers: ['spending_by_level.py'],
    language: 'python',
    parameters: [CONSENT],
    prints: /, EUR: -\d+\.\d\d$/m,
  },
  {
    covers: ['auto-start.js'],
    language: 'js',
    program: `import { Client } from './client.js';
      import { categorize } from './auto-start.js';
      await categorize(new Client(), '${CONSENT}');
      const busy = { call: async () => ({ data: [{ id: 1, engine: 'z2', status: 'PENDING' }], _pagination: {} }) };
      await categorize(busy, '${CONSENT}').catch(({ message }) => console.log(message));`,
    prints: new RegExp(`^Consent ${CONSENT}: created job \\S+\\.\\nThe job 1 is unfinished\\.$`, 'm'),
  },
  {
    covers: ['auto_start.py'],
    language: 'python',
    program: `from client import Client
from auto_start import categorize
categorize(Client(), "${CONSENT}")
class Busy:
    def call(self, *_):
        return {"data": [{"id": 1, "engine": "z2", "status": "PENDING"}], "_pagination": {"totalPages": 1}}
try:
    categorize(Busy(), "${CONSENT}")
except RuntimeError as error:
    print(error)`,
    prints: new RegExp(`^Consent ${CONSENT}: created job \\S+\\.\\nThe job 1 is unfinished\\.$`, 'm'),
  },

  // Analysis
  {
    covers: ['start-review.js', 'start-analysis.js'],
    language: 'js',
    prints: /^[\da-f-]{36} PENDING$/m,
  },
  {
    covers: ['start_review.py', 'start_analysis.py'],
    language: 'python',
    prints: /^[\da-f-]{36} PENDING$/m,
  },
  {
    covers: ['start-analysis.js'],
    language: 'js',
    program: `import { Client } from './client.js';
      import { startAnalysis } from './start-analysis.js';
      const input = { accountIds: ['${ACCOUNT}'] };
      const request = { reference: 'without-options', input, metaData: { purpose: 'review' } };
      const job = await startAnalysis(new Client(), request);
      console.log(job.reference, job.profile);`,
    disturb: loseResponse,
    prints: /^without-options RETAIL$/m,
  },
  {
    covers: ['start_analysis.py'],
    language: 'python',
    program: `from client import Client
from start_analysis import start_analysis
given = {"accountIds": ["${ACCOUNT}"]}
request = {"reference": "without-options", "input": given, "metaData": {"purpose": "review"}}
job = start_analysis(Client(), request)
print(job["reference"], job["profile"])`,
    disturb: loseResponse,
    prints: /^without-options RETAIL$/m,
  },
  { covers: ['wait-for-analysis.js'], language: 'js', parameters: [ANALYSIS_JOB], prints: /recurringIncome/ },
  {
    covers: ['wait_for_analysis.py'],
    language: 'python',
    parameters: [ANALYSIS_JOB],
    prints: /recurringIncome/,
  },
  {
    covers: ['print-income.js', 'read-analysis.js'],
    language: 'js',
    parameters: [ANALYSIS_JOB],
    prints: /^Recurring income: [\d.]+ EUR$/m,
  },
  {
    covers: ['print_income.py', 'read_analysis.py'],
    language: 'python',
    parameters: [ANALYSIS_JOB],
    prints: /^Recurring income: [\d.]+ EUR$/m,
  },
];
