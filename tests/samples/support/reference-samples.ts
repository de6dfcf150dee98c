import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { TOKEN_PLACEHOLDER } from '../../../src/config/samples.ts';
import { contracts } from '../../../src/contract/index.ts';
import { samplesOf } from '../../../src/contract/samples/index.ts';
import { startedSandbox } from '../../sandbox/support.ts';
import { blocks } from './guide-samples.ts';
import { run } from './toolchains.ts';

/** A sample that the build makes of the contract. */
export interface ReferenceSample {
  operation: string;
  language: string;
  code: string;
  /** Pages that show it. */
  pages: string[];
}

/** Each sample that the build makes of the contract, with the built pages that it is on. */
export const referenceSamples: readonly ReferenceSample[] = contracts()
  .flatMap(({ operations }) => operations)
  .filter(({ kind }) => kind === 'operation')
  .flatMap((operation) =>
    samplesOf(operation).map(({ language, code }) => ({
      operation: operation.id,
      language,
      code,
      pages: blocks
        .filter((block) => block.language === language && block.code.trim() === code)
        .map(({ page }) => page),
    })),
  );

/** Requests that prepare the sandbox, where the story of the examples has already done what a sample does. */
const preparations: Readonly<Record<string, [method: string, path: string]>> = {
  createUser: ['DELETE', '/Users?ExternalUserId=customer-1042'],
  createAnalysisJob: ['DELETE', '/analysis-jobs/8d0d22e8-1eed-485d-8237-2a8b037a8ac1'],
};

/**
 * Runs a sample against a sandbox, with the token filled in and with a wrong one.
 *
 * @returns What is wrong with it, with its operation, its language and a page that shows it.
 */
export async function problemOf(
  context: TestContext,
  { operation, language, code, pages }: ReferenceSample,
  folder: string,
): Promise<string | undefined> {
  const { origin, call, authorization } = await startedSandbox(context);
  const preparation = preparations[operation];
  if (preparation) await call(...preparation);
  const here = code.replaceAll('https://api.example.com', origin);
  const where = `${pages[0]}: the sample ${operation} in ${language}`;
  const place = join(folder, language, operation);

  const wrong = await run(language, here.replace('example-secret', 'wrong'), place);
  if (wrong.status === 0) return `${where} ends without an error on a 401. ${wrong.output}`;
  if (!/\b401\b/.test(wrong.output)) return `${where} doesn't show a 401. ${wrong.output}`;

  const token = authorization.slice('Bearer '.length);
  const right = await run(language, here.replace(TOKEN_PLACEHOLDER, token), place);
  if (right.status !== 0) return `${where} fails. ${right.output}`;
  return /\b20[0-4]\b/.test(right.output) ? undefined : `${where} doesn't show its status. ${right.output}`;
}
