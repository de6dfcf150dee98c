import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { environments, TOKEN_PLACEHOLDER } from '../../src/config/samples.ts';
import { contracts } from '../../src/contract/index.ts';
import { samplesOf } from '../../src/contract/samples/index.ts';
import { clientOf } from '../sandbox/support.ts';
import { credentials, startPlatform } from '../starters/support/platform.ts';
import { isNightly } from '../starters/support/starters.ts';
import { hasDotnet } from '../support/dotnet/dotnet.ts';
import { testFolder } from '../support/test-folder.ts';
import { blocks } from './support/pages.ts';
import type { Outcome } from './support/run-command.ts';
import { runAll, type Language } from './support/toolchains.ts';

const languages: Language[] = ['sh', 'js'];
if (isNightly) languages.push('python', 'php', 'java', ...(hasDotnet ? ['csharp' as const] : []));

/** Each generated sample, with the first built page that contains exactly this sample. */
const referenceSamples = contracts()
  .flatMap(({ operations }) => operations)
  .filter(({ kind }) => kind === 'operation')
  .flatMap((operation) =>
    samplesOf(operation).map(({ language, code }) => ({
      ...{ operation: operation.id, language, code },
      page: blocks.find((block) => block.language === language && block.code.trim() === code)?.page,
    })),
  );

type ReferenceSample = (typeof referenceSamples)[number];

/** Requests that delete what a sample creates, because the sandbox's initial data already contains it. */
const preparations: Readonly<Record<string, [method: string, path: string]>> = {
  createUser: ['DELETE', '/Users?ExternalUserId=customer-1042'],
  createAnalysisJob: ['DELETE', '/analysis-jobs/8d0d22e8-1eed-485d-8237-2a8b037a8ac1'],
};

function problemIn(language: string, right: Outcome, wrong?: Outcome): string | undefined {
  if (wrong?.status === 0 && language !== 'sh') return `ends without an error on a 401. ${wrong.output}`;
  if (wrong && !/\b401\b/.test(wrong.output)) return `doesn't show a 401. ${wrong.output}`;
  if (right.status !== 0) return `fails. ${right.output}`;
  const showsStatus = /(?:^|HTTP\/1\.1 )20[0-4]\b/m.test(right.output);
  return showsStatus ? undefined : `doesn't show its status. ${right.output}`;
}

/** A sample's programs, each for a new sandbox: with the right token and, nightly, with the placeholder as a token. */
async function programsOf(context: TestContext, { operation, code }: ReferenceSample) {
  // The platform requires a length of each POST, even of one without a body.
  const { url } = await startPlatform(context);
  const { call, authorization } = await clientOf(url);
  const preparation = preparations[operation];
  if (preparation) await call(...preparation);
  const { host, clientId, clientSecret } = environments.platform;
  const wrong = code.replaceAll(host, url);
  const right = wrong
    .replace(TOKEN_PLACEHOLDER, authorization.slice('Bearer '.length))
    .replace(clientId, credentials.CLIENT_ID)
    .replace(clientSecret, credentials.CLIENT_SECRET);
  return { operation, right, wrong };
}

const folder = testFolder();

describe('Samples in the reference against the sandbox', { concurrency: availableParallelism() }, () => {
  for (const language of languages) {
    const own = referenceSamples.filter((sample) => sample.language === language);
    test(`${language}: all ${own.length} run${isNightly ? ', and show a 401 with a wrong token' : ''}`, async (context) => {
      assert.ok(own.length > 0);
      const programs = await Promise.all(own.map((sample) => programsOf(context, sample)));
      const run = (token: 'right' | 'wrong') =>
        runAll(
          language,
          programs.map((each) => ({
            folder: join(folder, language, token, each.operation),
            code: each[token],
          })),
        );
      // The wrong token comes first, because some samples work only once.
      const wrong = isNightly ? await run('wrong') : [];
      const right = await run('right');
      const problems = own.flatMap(({ operation, page }, index) => {
        const problem = page ? problemIn(language, right[index]!, wrong[index]) : 'is on no built page.';
        return problem === undefined ? [] : [`${page}: the sample ${operation} in ${language} ${problem}`];
      });
      assert.deepEqual(problems, []);
    });
  }
});
